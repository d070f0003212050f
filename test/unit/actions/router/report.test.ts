import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { createExecutionError } from '../../../../nodes/DataPlatform/actions/router/report.ts';
import { ApiError } from '../../../../nodes/DataPlatform/transport/apiError.ts';
import { done, failed, invalid, itemsOf, NODE, notSent, repeat, TOOL } from './items.ts';

const rejected = new ApiError('Not <this>.', 'Do <that>.', { kind: 'rejected', httpCode: 400 });
const unknown = new ApiError('May', '', { kind: 'unknownOutcome' });
const unsent = new ApiError('Not sent: down', '', { kind: 'notSent' });

test('the error is the first failure, with what is done and what was not sent', () => {
	const items = itemsOf(done(7), failed(rejected), done(8), failed(unknown), notSent());
	const error = createExecutionError(NODE, items, false);

	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message: 'Not <this> [item 1]', httpCode: '400', messages: [] });
	expect(error.description).toBe(
		'Do &lt;that&gt;. Done: 2 of 5 items. Not sent: 1. To send only the rest, retry this execution.',
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
				{ itemIndex: 3, streamId: 's3', message: 'May', kind: 'unknownOutcome' },
			],
			notSent: '4',
		},
	});
});

test('after Stop, it says so and advises no Retry, which n8n does not offer', () => {
	const error = createExecutionError(NODE, itemsOf(done(0), failed(), notSent()), true);
	expect(error.message).toBe('The execution was stopped');
	expect(error.description).toBe('Done: 1 of 3 items. Not sent: 1.');
});

test('if an item is invalid, nothing was sent', () => {
	const error = createExecutionError(NODE, itemsOf(notSent(), invalid()), false);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('Bad [item 1]. Nothing was sent.');
});

test('if an item is invalid in a later try, earlier tries may have sent others', () => {
	const error = createExecutionError(NODE, itemsOf(done(0), invalid()), false);
	expect(error.message).toBe('Bad [item 1]');
});

test('an agent gets everything in the message: what happened, what to do, and the kind', () => {
	const error = createExecutionError(TOOL, itemsOf(failed(rejected)), false);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('Not <this>. Do <that>. Kind: rejected.');
	expect(error.description).toBe('');
});

test('the data of many items stays small', () => {
	const every = repeat(20_000, (index) => (index % 2 ? notSent() : failed()));
	const { data } = createExecutionError(NODE, itemsOf(...every), false).context;
	expect(data).toMatchObject({
		moreFailed: 9900,
		notSent: expect.stringMatching(/^1, 3, .+ and 9980 more$/),
	});
	expect((data as { failed: unknown[] }).failed).toHaveLength(100);
});

test('items that were not sent because of an outage count as not sent', () => {
	const items = itemsOf(failed(), failed(unsent), failed(unsent), notSent());
	expect(createExecutionError(NODE, items, false).context['data']).toMatchObject({
		failed: [{ itemIndex: 0 }],
		notSent: '1-3',
	});
});
