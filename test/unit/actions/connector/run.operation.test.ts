import {
	connectorRun,
	parseExecution,
} from '../../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { catchFailure } from '../../../support/catch-failure.ts';
import { membersOf } from '../../../support/contract.ts';
import {
	catchInvalid,
	captureRequest,
	collectItems,
	runOperation,
} from '../../../support/run-operation.ts';

const execution = {
	...Object.fromEntries(membersOf('ConnectorExecution').map((member) => [member, `its ${member}`])),
	executionId: 5,
	startedAt: 1_731_000_000.25,
	errors: [],
	notDocumented: 'kept',
};

test.each([
	['Stream ID', {}],
	['Stream ID', { streamId: '..' }],
	['Fields', { streamId: 1, resultFormat: 'selected' }],
	['Fields', { streamId: 1, resultFormat: 'selected', selectedFields: 'none, of, these' }],
])('%s is invalid: %j', async (parameter, values) => {
	const invalid = await catchInvalid(() => captureRequest(connectorRun, values));

	expect(invalid.parameter).toBe(parameter);
});

test('the stream ID is encoded once in the path', async () => {
	const { path } = await captureRequest(connectorRun, { streamId: 'a/b 5%' });
	expect(path).toBe('/api/data/v1/streams/a%2Fb%205%25/executions');
});

test.each([7, '007', '9007199254740993'])('stream %p is in the item as given', async (streamId) => {
	const started = { ...execution, streamId: Number(streamId) };
	const [item] = await collectItems(connectorRun, { streamId }, started);
	const [raw] = await collectItems(connectorRun, { streamId, resultFormat: 'raw' }, started);

	expect(item.streamId).toBe(streamId);
	expect(raw).toBe(started);
});

test.each([[['startedAt', 'executionId']], ['startedAt,\u200bexecutionId']])(
	'Selected Fields %j: the item has the ID first, and values as sent',
	async (selectedFields) => {
		const values = { streamId: 1, resultFormat: 'selected', selectedFields };
		const [item] = await collectItems(connectorRun, values, execution);

		expect(Object.entries(item)).toEqual([
			['executionId', 5],
			['startedAt', 1_731_000_000.25],
		]);
	},
);

test.each([
	[[{ message: 'a' }], 1],
	[[], 0],
	[null, 0],
])('errors %p in the response give %p hints', async (errors, count) => {
	const response = { ...execution, errors };
	const { hints } = await runOperation(connectorRun, { streamId: 7 }, response);

	expect(hints).toHaveLength(count);
});

test('only a response with an executionId is a run', () => {
	for (const response of [{ executionId: 0 }, { executionId: 'a', further: 1 }]) {
		expect(parseExecution(response)).toBe(response);
	}
	for (const response of [null, 'text', [], {}, { executionId: null }, { executionId: '' }]) {
		const { details } = catchFailure(() => parseExecution(response));
		expect(details.kind).toBe('unexpectedResponse');
	}
});
