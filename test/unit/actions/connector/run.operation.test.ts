import {
	connectorRun,
	parseExecution,
} from '../../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { catchFailure } from '../../../support/catch-failure.ts';
import { captureRequest, catchInvalid, runOperation } from '../../../support/run-operation.ts';

const selecting = (selectedFields?: unknown) => ({
	streamId: 1,
	resultFormat: 'selected',
	selectedFields,
});

test.each([[undefined], [[]], ['none, of, these']])('no field is selected: %j', async (fields) => {
	const { parameter } = await catchInvalid(() => captureRequest(connectorRun, selecting(fields)));

	expect(parameter).toBe('Fields');
});

test.each([[['startedAt', 'other']], ['startedAt,\u200bother']])(
	'Selected Fields %j: the item has the ID first, and values as sent',
	async (fields) => {
		const execution = { other: 'kept', startedAt: 1_731_000_000.25, executionId: 5, rows: 7 };
		const { items } = await runOperation(connectorRun, selecting(fields), execution);

		expect(items.map((item) => Object.entries(item))).toEqual([
			[
				['executionId', 5],
				['startedAt', 1_731_000_000.25],
				['other', 'kept'],
			],
		]);
	},
);

test.each([
	[[{ message: 'a' }], 1],
	[[], 0],
	[null, 0],
])('errors %j in the response give %d hints', async (errors, count) => {
	const response = { executionId: 5, errors };
	const { hints } = await runOperation(connectorRun, { streamId: '007' }, response);

	expect(hints).toHaveLength(count);
});

test('only a response with an executionId is a run', () => {
	expect(parseExecution({ executionId: 0 })).toEqual({ executionId: 0 });
	expect(parseExecution({ executionId: 'a', further: 1 })).toHaveProperty('further', 1);
	for (const response of [null, {}, { executionId: null }, { executionId: '' }]) {
		expect(catchFailure(() => parseExecution(response)).details.kind).toBe('unexpectedResponse');
	}
});
