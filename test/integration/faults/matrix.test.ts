// Every fault meets every operation: once, and lasting. Each execution runs in n8n's engine over real connections,
// on a simulated clock, and keeps the invariants of the simulation.
import type { IDataObject } from 'n8n-workflow';
import { type FaultCase, faultCases } from './faultCases.ts';
import { OPERATIONS, runItems } from '../../simulation/platform.ts';
import { testOperations } from '../../support/operations.ts';
import { useSimulatedClock, useSystemClock } from '../../support/simulatedClock.ts';

beforeAll(useSimulatedClock);
afterAll(useSystemClock);

describe.each(faultCases)('$name', (faultCase) => {
	describe.each(OPERATIONS)('%s', (operation) => {
		const { idempotency, success, when } = testOperations[operation];
		const { forSearch, forUpdate } = faultCase;
		const differences = { Search: forSearch, Update: forUpdate, Extract: {}, Run: {} };
		const fault: FaultCase = { ...faultCase, ...differences[operation] };
		const reaction = idempotency === 'nonIdempotent' ? fault.run : fault.others;
		const isRetried = reaction === 'retry';

		/** Executes two items. The first has the fault, perhaps only once. */
		async function runTwo(times?: number) {
			const { rule, address } = fault;
			const isSlow = /hang|stall|drip/.test(String(rule?.fault));
			const { outputs, requests } = await runItems({
				operation,
				items: 2,
				requestOptions: { maxConcurrency: 1, maxRetries: 1, ...(isSlow && { timeout: 1 }) },
				faults: rule ? [{ ...rule, when: when('10000'), times }] : [],
				address,
				// Less than the wait before the first retry.
				faultsEnd: address && times ? 1000 : undefined,
			});
			const [sent, sentForSecond] = ['10000', '10001'].map((of) =>
				requests.filter(({ id }) => id === of),
			);
			for (const [index, { at }] of sent.slice(1).entries()) {
				expect(at - sent[index].at).toBeGreaterThanOrEqual(fault.gap ?? 0);
			}
			return { outputs, sent, sentForSecond };
		}

		test(isRetried ? 'once: the item succeeds' : 'once: the item fails', async () => {
			const { outputs, sent } = await runTwo(1);

			if (!fault.address) expect(sent).toHaveLength(isRetried ? 2 : 1);
			expect('error' in outputs[0]).toBe(!isRetried);
			if (!fault.stopsItems) expect(outputs[1]).not.toHaveProperty('error');
		});

		test('lasting: the item fails, and says why and what to do', async () => {
			const { outputs, sent, sentForSecond } = await runTwo();
			const [{ error, details, ...identity }, second] = outputs;
			const { httpCode, ...others } = details as IDataObject;
			const isUnknown = reaction === 'unknown';
			const tries = fault.address ? 2 : sent.length;

			if (fault.isThrottled) expect(tries).toBeGreaterThanOrEqual(2);
			else expect(tries).toBe(isRetried ? 2 : 1);
			expect(sent.every(({ handled }) => handled === Boolean(fault.isExecuted))).toBe(true);
			expect(error).toMatch(fault.message);
			expect(/ may have started: /.test(String(error))).toBe(isUnknown);
			expect(Object.keys(identity)).not.toHaveLength(0);
			expect(others).toMatchObject({
				...identity,
				itemIndex: 0,
				kind: isUnknown ? 'unknownOutcome' : fault.kind,
				description: expect.stringMatching(isUnknown ? /check in the platform/ : fault.advice),
			});
			expect(httpCode).toBe(fault.httpCode === 'success' ? success : fault.httpCode);
			expect(others.tries).toBe(tries === 1 ? undefined : tries);
			expect('error' in second).toBe(sentForSecond.length === 0);
			// After throttling, it's random whether the next item's time is enough.
			if (!fault.isThrottled) {
				expect(sentForSecond).toHaveLength(fault.address || fault.stopsItems ? 0 : 1);
			}
		});
	});
});
