import { catchFailure } from '../../../support/catch-failure.ts';
import type { ParameterValues } from '../../../support/run-operation.ts';
import {
	connectorRun,
	parseExecution,
} from '../../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { membersOf } from '../../../support/contract.ts';
import {
	collectItems,
	runOperation,
	catchInvalid,
	captureRequest,
} from '../../../support/run-operation.ts';

const answer = {
	...Object.fromEntries(membersOf('ConnectorExecution').map((member) => [member, `its ${member}`])),
	executionId: 5,
	startedAt: 1_731_000_000.25,
	endedAt: null,
	errors: [],
	notDocumented: 'kept',
};

test.each([
	['4711', '4711'],
	[4711, '4711'],
	[' a/b ', 'a%2Fb'],
	['ä?#%', '%C3%A4%3F%23%25'],
])('the stream %p starts by %s in the path', async (streamId, segment) => {
	expect(await captureRequest(connectorRun, { streamId })).toEqual({
		method: 'POST',
		path: `/api/data/v1/streams/${segment}/executions`,
		body: { runType: 'MANUAL' },
	});
});

test('the body holds every member of the contract', async () => {
	const { body } = await captureRequest(connectorRun, { streamId: 1 });

	expect(Object.keys(body)).toEqual(membersOf('RunRequest'));
});

const invalidCases: Array<[ParameterValues, string]> = [
	[{}, 'Stream ID'],
	[{ streamId: '..' }, 'Stream ID'],
	[{ streamId: {} }, 'Stream ID'],
	[{ streamId: 1, resultFormat: 'selected', selectedFields: {} }, 'Fields'],
];

test.each(invalidCases)('%p is invalid in the parameter %s', async (values, parameter) => {
	expect((await catchInvalid(() => captureRequest(connectorRun, values))).parameter).toBe(
		parameter,
	);
});

test.each([7, '007', '9007199254740993'])(
	'the stream %p comes back as it was given',
	async (streamId) => {
		const started = { ...answer, streamId: Number(streamId) };
		const [item] = await collectItems(connectorRun, { streamId }, started);
		const [raw] = await collectItems(connectorRun, { streamId, resultFormat: 'raw' }, started);

		expect(item.streamId).toBe(streamId);
		expect(raw).toBe(started);
	},
);

test('Selected Fields are as they came, the id is always there, nothing comes twice', async () => {
	const values = {
		streamId: 1,
		resultFormat: 'selected',
		selectedFields: ['startedAt', 'executionId'],
	};
	const [item] = await collectItems(connectorRun, values, answer);

	expect(Object.entries(item)).toEqual([
		['executionId', 5],
		['startedAt', 1_731_000_000.25],
	]);
});

test.each([
	[[{ message: 'a' }], 1],
	[['a'], 1],
	[[], 0],
	[undefined, 0],
	[null, 0],
])('errors of %p give %p hints', async (errors, count) => {
	const { hints = [] } = await runOperation(connectorRun, { streamId: 7 }, { ...answer, errors });

	expect(hints).toHaveLength(count);
	for (const hint of hints) expect(hint).toContain('errors');
});

test.each([[null], ['text'], [5], [true], [[]]])('%p is no object', (answer) => {
	const failure = catchFailure(() => parseExecution(answer));

	expect(failure.message).toBe("The response isn't a JSON object");
	expect(failure.description).toContain('Base URL');
});

test.each([[{ executionId: 0 }], [{ executionId: 'a', further: 1 }]])('%p started', (answer) => {
	expect(parseExecution(answer)).toBe(answer);
});

test.each([
	[{}],
	[{ executionId: null }],
	[{ executionId: '' }],
	[{ errors: ['no'] }],
	[Object.create({ a: 1 })],
])('%p started nothing', (answer) => {
	expect(catchFailure(() => parseExecution(answer)).message).toBe(
		'The response has no "executionId"',
	);
});
