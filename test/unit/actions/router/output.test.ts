import type { INode } from 'n8n-workflow';
import {
	collectHints,
	createOutputItems,
} from '../../../../nodes/DataPlatform/actions/router/output.ts';
import { ApiError } from '../../../../nodes/DataPlatform/transport/apiError.ts';
import { done, failed, itemsOf, NODE, notSent, repeat } from './items.ts';

const withHints = (...hints: string[]) => ({ result: { hints } });

describe('a failed item', () => {
	const output = (error: unknown, node: INode = NODE) =>
		createOutputItems(node, itemsOf(failed(error))[0])[0];

	test('has its IDs, the error and the details', () => {
		const error = new ApiError('No', 'Do this.', { kind: 'rejected', httpCode: 400 });
		expect(output(error)).toEqual({
			json: {
				streamId: 's0',
				error: 'No',
				details: {
					description: 'Do this.',
					itemIndex: 0,
					streamId: 's0',
					kind: 'rejected',
					httpCode: 400,
				},
			},
			pairedItem: { item: 0 },
		});
	});

	test.each([new TypeError('x is undefined'), new RangeError('Too deep')])(
		'because of a bug (%s) is internal, to be reported, and claims nothing about the request',
		(error) => {
			expect(output(error).json).toMatchObject({
				error: `Internal error: ${error.message}`,
				details: { kind: 'internal', description: expect.stringMatching(/report/) },
			});
			expect(output(error).json.details).not.toHaveProperty('sent');
		},
	);

	test('because of an expression or a file is invalid', () => {
		expect(output(new Error('No file')).json.details).toMatchObject({ kind: 'invalid' });
	});

	test('reaches the error output with all fields by a hidden error', () => {
		const item = output(new Error('No'), { ...NODE, onError: 'continueErrorOutput' });
		expect(item.error).toBeDefined();
		expect(Object.keys(item)).not.toContain('error');
	});
});

test('the items of a result are paired with their input item', () => {
	const [, item] = itemsOf(done(0), { result: { items: [{ a: 1 }, { a: 2 }] } });
	const pairedItem = { item: 1 };
	expect(createOutputItems(NODE, item)).toEqual([
		{ json: { a: 1 }, pairedItem },
		{ json: { a: 2 }, pairedItem },
	]);
});

test.each([
	[itemsOf(failed(), done(1), failed()), '2 of 3 items failed: s0, s2'],
	[itemsOf(failed()), '1 of 1 item failed: s0'],
	[
		itemsOf(...repeat(12, () => failed())),
		'12 of 12 items failed: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 2 more',
	],
	[itemsOf(withHints('some', 'some'), notSent(), withHints('some')), 'some [2 of 3 items: s0, s2]'],
])('hints name their items', (items, hint) => {
	expect(collectHints(items)).toEqual([hint]);
});

test.each([
	[1, [0], 'About a parameter.'],
	[3, [0, 1, 2], 'About a parameter. [3 of 3 items: s0, s1, s2]'],
	[3, [0, 2], 'About a parameter. [2 of 3 items: s0, s2]'],
])('of %d items, a hint about the parameters of %j', (count, indices, hint) => {
	const items = itemsOf(...repeat(count, done));
	for (const index of indices) items[index].hints = ['About a parameter.'];
	expect(collectHints(items)).toEqual([hint]);
});

test('an item without IDs is named by its index', () => {
	const [item] = itemsOf(failed());
	item.ids = { itemIndex: 0 };
	expect(collectHints([item])).toEqual(['1 of 1 item failed: item 0']);
});

test('hints are short, few, and text instead of HTML', () => {
	const many = repeat(3000, (index) => `Hint ${index}`);
	const hints = collectHints(itemsOf(withHints('<'.repeat(100_000), ...many)));
	expect(hints).toHaveLength(21);
	expect(hints[0]).toBe(`${'&lt;'.repeat(500)}…`);
	expect(hints.at(-1)).toBe("Hints that aren't shown: 2981");
});
