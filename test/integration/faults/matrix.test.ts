// Every fault meets every operation: once, and lasting. Each execution runs in n8n's engine over real connections,
// on a simulated clock.
import type { IDataObject } from 'n8n-workflow';
import pMap from 'p-map';
import type { RequestRecord } from '../../../simulator/journal.ts';
import { startSimulator } from '../../../simulator/server.ts';
import { createDeadAddress } from '../../simulation/addresses.ts';
import type { EngineRun } from '../../support/engine/engine.ts';
import { errorOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';
import type { TestOperationName } from '../../support/operations.ts';
import { testOperations, testOperationNames } from '../../support/operations.ts';
import { passTime, useSimulatedClock, useSystemClock } from '../../support/simulatedClock.ts';
import { CONTINUE, execute } from './execute.ts';
import type { FaultCase } from './faultCases.ts';
import { faultCases } from './faultCases.ts';

type Duration = 'once' | 'lasting';

/** An execution with two items. The first has the fault. */
interface Trial {
	fault: FaultCase;
	operation: TestOperationName;
	duration: Duration;
	ids: string[];
}

/** How it ended, and the requests of each item. */
interface Observation {
	ended: EngineRun;
	sent: RequestRecord[];
	sentForSecond: RequestRecord[];
}

const A_DAY = 24 * 3_600_000;
/** Milliseconds until a dead address recovers: less than the wait before the first retry. */
const RECOVERY = 1000;
const PARALLEL = 12;

const trials: Trial[] = faultCases
	.flatMap((fault) =>
		testOperationNames.flatMap((operation) =>
			(['once', 'lasting'] as const).map((duration) => ({ fault, operation, duration })),
		),
	)
	.map((trial, index) => ({
		...trial,
		ids: [`${1_000_000 + 2 * index}`, `${1_000_001 + 2 * index}`],
	}));

const observations = new Map<Trial, Observation>();

beforeAll(async () => {
	useSimulatedClock();
	const simulator = await startSimulator({
		...{ token: TOKEN, functions: 1 },
		faults: trials.flatMap(({ fault: { rule }, operation, duration, ids }) => {
			const when = testOperations[operation].when(ids[0]);
			return rule ? [{ ...rule, when, ...(duration === 'once' && { times: 1 }) }] : [];
		}),
	});

	async function observe(trial: Trial): Promise<void> {
		const { fault, operation, duration, ids } = trial;
		const dead = fault.address && createDeadAddress(fault.address, simulator.url);
		if (duration === 'once') setTimeout(() => dead?.recover(), RECOVERY);
		const isSlow = /hang|stall|drip/.test(String(fault.rule?.fault));
		const credentials = {
			baseUrl: dead?.baseUrl ?? simulator.url,
			token: TOKEN,
			headerName: HEADER,
		};
		const ended = await execute({ credentials: () => credentials }, operation, {
			ids,
			requestOptions: { maxConcurrency: 1, maxRetries: 1, ...(isSlow && { timeout: 1 }) },
			settings: CONTINUE,
		});
		const requestsOf = (id: string) =>
			simulator.journal
				.list()
				.filter(({ path, body }) => (path + JSON.stringify(body)).includes(id));
		const [sent, sentForSecond] = ids.map(requestsOf);
		observations.set(trial, { ended, sent, sentForSecond });
	}

	await passTime(pMap(trials, observe, { concurrency: PARALLEL }), A_DAY * 7);
	await simulator.close();
	// All executions are in this hook.
}, 10 * 60_000);
afterAll(useSystemClock);

describe.each(faultCases)('$name', (faultCase) => {
	describe.each(testOperationNames)('%s', (operation) => {
		const { idempotency, success } = testOperations[operation];
		const fault = { ...faultCase, ...(operation === 'Update' && faultCase.forUpdate) };
		const reaction = idempotency === 'nonIdempotent' ? fault.run : fault.others;
		const isRetried = reaction === 'retry';

		function observe(duration: Duration): Observation {
			const [, found] = [...observations].find(
				([trial]) =>
					trial.fault === faultCase && trial.operation === operation && trial.duration === duration,
			)!;
			return found;
		}

		function expectTries({ sent }: Observation, isThrottled = false) {
			if (fault.address) return;
			const tries = isRetried ? 2 : 1;
			if (isThrottled) expect(sent.length).toBeGreaterThanOrEqual(tries);
			else expect(sent).toHaveLength(tries);
			for (const [index, { at }] of sent.slice(1).entries()) {
				expect(at - sent[index].at).toBeGreaterThanOrEqual(fault.gap ?? 0);
			}
		}

		test(isRetried ? 'once: the item succeeds' : 'once: the item fails', () => {
			const observation = observe('once');
			const [first, second] = jsonOf(observation.ended);

			expectTries(observation);
			expect(errorOf(observation.ended)).toBeUndefined();
			expect('error' in first).toBe(!isRetried);
			if (!fault.stopsItems) expect(second).not.toHaveProperty('error');
		});

		test('lasting: the item fails, and says why and what to do', () => {
			const observation = observe('lasting');
			const { ended, sent, sentForSecond } = observation;
			const [{ error, details, ...identity }, second] = jsonOf(ended);
			const isUnknown = reaction === 'unknown';

			expectTries(observation, fault.isThrottled);
			expect(sent.every(({ handled }) => handled === Boolean(fault.isExecuted))).toBe(true);
			expect(pairsOf(ended)).toEqual([0, 1]);
			expect(error).toMatch(fault.message);
			expect(/ may have started: /.test(String(error))).toBe(isUnknown);
			expect(Object.keys(identity)).not.toHaveLength(0);
			expect(details).toMatchObject({
				...identity,
				itemIndex: 0,
				kind: isUnknown ? 'unknownOutcome' : fault.kind,
				description: expect.stringMatching(isUnknown ? /check in the platform/ : fault.advice),
			});
			expect((details as IDataObject).httpCode).toBe(
				fault.httpCode === 'success' ? success : fault.httpCode,
			);
			const tries = fault.address ? 2 : sent.length;
			expect((details as IDataObject).tries).toBe(tries === 1 ? undefined : tries);
			expect('error' in second).toBe(sentForSecond.length === 0);
			// After throttling, it's random whether the next item's time is enough.
			if (!fault.isThrottled) {
				expect(sentForSecond).toHaveLength(fault.address || fault.stopsItems ? 0 : 1);
			}
			expect(JSON.stringify(ended.run.data)).not.toContain(TOKEN);
		});
	});
});
