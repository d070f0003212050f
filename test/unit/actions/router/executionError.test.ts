// How the router reports items: in the output, in hints, and in the error that ends an execution.
import { type INode, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { createExecutionError } from '../../../../nodes/DataPlatform/actions/router/executionError.ts';
import { type Item, toItemError } from '../../../../nodes/DataPlatform/actions/router/item.ts';
import {
	collectHints,
	createOutputItems,
} from '../../../../nodes/DataPlatform/actions/router/outputItems.ts';
import { ApiError, NotSentAgain } from '../../../../nodes/DataPlatform/transport/apiError.ts';

const NODE = { name: 'Node', type: 'package.dataPlatform', parameters: {} } as unknown as INode;
const TOOL = { ...NODE, type: 'package.dataPlatformTool' };

type Outcome = Partial<Item> | Error;

const preview: Outcome = { result: { items: [] }, isPreview: true };
const notSent: Outcome = {};
const done = (executionId = 0): Outcome => ({
	result: { items: [], completed: { executionId } },
});
const failed = new UserError('No.');
const rejected = new ApiError('Not <this>.', 'Do <that>.', { kind: 'rejected', httpCode: 400 });
const unsent = new ApiError('Not sent: down', '', { kind: 'notSent' });
const withHints = (...hints: string[]): Outcome => ({ result: { items: [], hints } });

/** Items with the stream IDs s0, s1, and so on. */
function itemsOf(...outcomes: Outcome[]): Item[] {
	return outcomes.map((outcome, itemIndex) => {
		const item: Item = { itemIndex, ids: { streamId: `s${itemIndex}` } };
		if (outcome instanceof Error) return { ...item, error: toItemError(outcome) };
		return { ...item, ...outcome };
	});
}

const invalid: Outcome = { ...itemsOf(failed)[0], itemIndex: 1, isInvalid: true };

describe('a failed item', () => {
	const output = (error: Error) => createOutputItems(NODE, itemsOf(error)[0])[0].json;

	test('has its IDs, the error and the details', () => {
		const details = { description: 'Do <that>.', itemIndex: 0, kind: 'rejected', httpCode: 400 };
		expect(output(rejected)).toEqual({
			streamId: 's0',
			error: 'Not <this>',
			details: { ...details, streamId: 's0' },
		});
		expect(output(failed).details).toMatchObject({ kind: 'invalid' });
	});

	test.each([new TypeError('x is undefined'), new RangeError('Too deep'), new Error('Any other')])(
		'because of a bug (%s) is internal, and to be reported',
		(error) => {
			expect(output(error)).toMatchObject({
				error: `Internal error: ${error.message}`,
				details: { kind: 'internal', description: expect.stringMatching(/report/) },
			});
		},
	);
});

test.each<[Outcome[], string]>([
	[[failed, done(), failed], '2 of 3 items failed: s0, s2'],
	[[{ ...itemsOf(failed)[0], ids: { itemIndex: 0 } }], '1 of 1 item failed: item 0'],
	[
		Array<Outcome>(12).fill(failed),
		'12 of 12 items failed: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 2 more',
	],
	[[withHints('some', 'some'), notSent, withHints('some')], 'some [2 of 3 items: s0, s2]'],
	[[{ hints: ['About a parameter'] }], 'About a parameter'],
	[[preview, done()], "Nothing was sent for 1 of 2 items: 'Show Request Only' is on"],
	[[preview], "Nothing was sent: 'Show Request Only' is on"],
])('hints name their items: %#', (outcomes, hint) => {
	expect(collectHints(itemsOf(...outcomes))).toEqual([expect.stringContaining(hint)]);
});

test('hints are short, few, and text instead of HTML', () => {
	const many = Array.from({ length: 3000 }, (_, index) => `Hint ${index}`);
	const hints = collectHints(itemsOf(withHints('<'.repeat(100_000), ...many)));
	expect(hints).toHaveLength(21);
	expect(hints[0]).toBe(`${'&lt;'.repeat(500)}…`);
	expect(hints.at(-1)).toBe("Hints that aren't shown: 2981");
});

test('the error is the first failure, with what is done and what was not sent', () => {
	const items = itemsOf(done(7), rejected, done(8), failed, unsent, notSent);
	const error = createExecutionError(NODE, items, false);

	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message: 'Not <this> [item 1]', httpCode: '400', messages: [] });
	expect(error.description).toBe(
		'Do &lt;that&gt;. Done: 2 of 6 items. Not sent: 2. To send only the rest, retry this execution.',
	);
	expect(error.context).toMatchObject({
		itemIndex: 1,
		data: {
			done: [
				{ itemIndex: 0, streamId: 's0', executionId: 7 },
				{ itemIndex: 2, streamId: 's2', executionId: 8 },
			],
			failed: [
				{ itemIndex: 1, streamId: 's1', message: 'Not <this>', kind: 'rejected', httpCode: 400 },
				{ itemIndex: 3, streamId: 's3', message: 'No', kind: 'invalid' },
			],
			notSent: '4-5',
		},
	});
});

test('after Stop, it says so and advises no Retry, which n8n does not offer', () => {
	const error = createExecutionError(NODE, itemsOf(done(), failed, notSent), true);
	expect(error.message).toBe('The execution was stopped');
	expect(error.description).toBe('Done: 1 of 3 items. Not sent: 1.');
	const withInvalid = createExecutionError(NODE, itemsOf(invalid, notSent, notSent), true);
	expect(withInvalid.description).toBe('Done: 0 of 3 items. Not sent: 2.');
});

test.each<[string, Outcome[], string, string]>([
	['an item is invalid', [notSent, invalid], 'No [item 1]. Nothing was sent.', ''],
	[
		'an item failed after its response, so that a retry sends nothing',
		[done(), { error: toItemError(failed), hasResponse: true }],
		'No [item 1]',
		'Done: 1 of 2 items. Not sent: 0.',
	],
	[
		'a run may have started, so that no retry starts it',
		[done(), new ApiError('No', '', { kind: 'unknownOutcome' })],
		'No [item 1]',
		'Done: 1 of 2 items. Not sent: 0.',
	],
	...[
		new ApiError('No', '', { kind: 'internal', mayHaveRun: true }),
		new NotSentAgain({ message: 'No', description: '', details: { kind: 'rejected' } }),
	].map((error): [string, Outcome[], string, string] => [
		`${error.constructor.name} of the kind ${error.details.kind} can't be helped by a retry`,
		[done(), error],
		'No [item 1]',
		'Done: 1 of 2 items. Not sent: 0.',
	]),
	[
		'searches succeeded, which a retry sends again',
		[{ result: { items: [] } }, failed],
		'No [item 1]',
		'Done: 1 of 2 items. Not sent: 0.',
	],
	[
		'an item is invalid, but earlier tries have sent others',
		[done(), invalid],
		'No [item 1]',
		'Done: 1 of 2 items. Not sent: 0. To send only the rest, retry this execution.',
	],
	[
		'an item is invalid, but another one has a kept response',
		[invalid, { error: toItemError(failed), hasResponse: true }],
		'No [item 1]',
		'',
	],
	['no item is done', [notSent, failed], 'No [item 1]', 'Done: 0 of 2 items. Not sent: 1.'],
])('if %s, the error says what Retry would send', (_, outcomes, message, description) => {
	const error = createExecutionError(NODE, itemsOf(...outcomes), false);
	expect([error.message, error.description]).toEqual([message, description]);
});

test('an agent gets everything in the message: what happened, what to do, and the kind', () => {
	const error = createExecutionError(TOOL, itemsOf(rejected), false);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('Not <this>. Do <that>. Kind: rejected.');
	expect(error.description).toBe('');
});

test('a single hidden range is counted', () => {
	const outcomes = Array.from({ length: 42 }, (_, index) => (index % 2 ? notSent : failed));
	const { data } = createExecutionError(NODE, itemsOf(...outcomes), false).context;
	expect(data).toMatchObject({ notSent: expect.stringMatching(/39 and 1 more$/) });
});

test('the data of many items stays small', () => {
	const outcomes = [failed, notSent, done()];
	const every = Array.from({ length: 30_000 }, (_, index) => outcomes[index % 3]);
	const { data } = createExecutionError(NODE, itemsOf(...every), false).context;
	expect(data).toMatchObject({
		done: { length: 100 },
		moreDone: 9900,
		failed: { length: 100 },
		moreFailed: 9900,
		notSent: expect.stringMatching(/^1, 4, .+ and 9980 more$/),
	});
});

test.each([NODE, TOOL])('the error has what was thrown as its cause', (node) => {
	for (const cause of [rejected, failed]) {
		expect(createExecutionError(node, itemsOf(cause), false).cause).toBe(cause);
	}
});

test('an error in our own code has the stack of where it was thrown', () => {
	const failsHere = () => new TypeError('x is undefined');
	const error = createExecutionError(NODE, itemsOf(failsHere()), false);
	expect(error.stack).toMatch(/^TypeError: x is undefined\n.*failsHere/);
});
