import type { N8nExecution } from '../../../local/n8n-api.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { RequestRecord } from '../../../simulator/journal.ts';
import { connect } from '../connect.ts';
import {
	reportDetailsOf,
	indicesIn,
	manyItems,
	requestsFor,
	retryExecution,
	retryOnFail,
	runConnector,
} from './streams.ts';

const connection = connect();
const { api, withFaults } = connection;

const MAY_HAVE_STARTED = /^The run of stream (\d+) may have started: /;

/** Each of the three for two in a hundred requests, the same in every run of the test. */
const badDay: FaultRule[] = [
	{ fault: 'status', status: 503, when: { probability: 0.02 }, seed: 1 },
	{ fault: 'reset', when: { probability: 0.02 }, seed: 2 },
	{ fault: 'reset-after', when: { probability: 0.02 }, seed: 3 },
];

/** How often Retry is pressed after the first execution; each time another few runs are in doubt. */
const TIMES_PRESSED = 2;

const countBy = <Key>(keys: Key[]) => {
	const counts = new Map<Key, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	return counts;
};

function startsOf(requests: RequestRecord[]): Map<number, number> {
	const started = requests.filter(({ handled }) => handled);
	return countBy(started.map(({ parameters }) => Number(parameters.streamId)));
}

async function run(workflow: Parameters<typeof api.importWorkflow>[0]): Promise<N8nExecution> {
	return await api.runWorkflow(await api.importWorkflow(workflow), 'Start');
}

describe('500 connector runs on a bad day, with Retry On Fail', () => {
	test('Stop: each stream is started, in doubt or not sent, and Retry sends what is missing', async () => {
		const streams = { first: 20_000, count: 500 };
		const workflow = manyItems(connection, streams, runConnector, retryOnFail);
		await withFaults(badDay, async () => {
			let execution = await run(workflow);
			for (let pressed = 0; ; pressed++) {
				expect(execution.status).toBe('error');
				const { done = [], failed, notSent } = reportDetailsOf(execution);
				const requests = await requestsFor(connection, streams);
				const starts = startsOf(requests);
				expect(Math.max(...starts.values())).toBe(1);
				expect(Math.max(...countBy(requests.map(({ path }) => path)).values())).toBe(1);

				const doubtful = failed.map(({ itemIndex, message }) => {
					expect(message).toMatch(MAY_HAVE_STARTED);
					return itemIndex;
				});
				const missing = indicesIn(notSent);
				const told = [...done.map(({ itemIndex }) => itemIndex), ...doubtful, ...missing];
				expect(told.sort((a, b) => a - b)).toEqual([...Array(500).keys()]);
				for (const { streamId } of done) expect(starts.get(Number(streamId))).toBe(1);
				for (const itemIndex of missing) {
					expect(starts.has(streams.first + itemIndex)).toBe(false);
				}
				if (pressed === TIMES_PRESSED) break;
				expect(missing.length).toBeGreaterThan(0);
				execution = await retryExecution(connection, execution);
			}
		});
	});
});
