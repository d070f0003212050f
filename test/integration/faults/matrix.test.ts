import { readFile, writeFile } from 'node:fs/promises';
import type { IDataObject } from 'n8n-workflow';
import { errorOf, jsonOf, outputOf, pairsOf } from '../../support/engine/engine.ts';
import { TOKEN } from '../../support/engine/platform.ts';
import type { FaultCase } from './kinds.ts';
import { faultCases } from './kinds.ts';
import type { Cell, Observation } from './matrix.ts';
import { observeMatrix } from './matrix.ts';
import { withParts } from '../../support/markdown.ts';
import type { TestOperationName } from '../../support/operations.ts';
import { testOperations, testOperationNames } from '../../support/operations.ts';
import { useSystemClock, passTime, useSimulatedClock } from '../../support/simulatedClock.ts';
import { matrixTable } from './table.ts';

const PAGE = 'maintainers/reliability.md';
const AN_HOUR = 3_600_000;

let cells: Cell[];
beforeAll(async () => {
	useSimulatedClock();
	cells = await passTime(observeMatrix(), AN_HOUR);
});
afterAll(useSystemClock);

/** The expected results of a fault for an operation. */
const faultFor = (operation: TestOperationName, fault: FaultCase): FaultCase => ({
	...fault,
	...(operation === 'Update' && fault.forUpdate),
});

const reactionOf = (fault: FaultCase, operation: TestOperationName) =>
	testOperations[operation].idempotency === 'nonIdempotent' ? fault.run : fault.others;

const MAY_HAVE_STARTED = /^The run of stream \d+ may have started: /;

/** Checks how often the node sent a request while the fault lasted. */
function expectAttempts({ sent }: Observation, fault: FaultCase, isSentAgain: boolean) {
	if (fault.address) return;
	if (isSentAgain && fault.isThrottling) expect(sent.length).toBeGreaterThanOrEqual(2);
	else expect(sent).toHaveLength(isSentAgain ? 2 : 1);
	expect(sent.every(({ handled }) => handled === Boolean(fault.executed))).toBe(true);
	expectApart(sent, fault);
}

function expectApart(sent: Observation['sent'], fault: FaultCase) {
	for (const [index, { at }] of sent.slice(1).entries()) {
		expect(at - sent[index].at).toBeGreaterThanOrEqual(fault.gap ?? 0);
	}
}

function expectNoToken({ ended }: Observation) {
	const error = errorOf(ended) as (Error & { cause?: Error }) | undefined;
	const shown = [ended.run.data, error?.stack, error?.cause, error?.cause?.stack];
	expect(JSON.stringify(shown)).not.toContain(TOKEN);
}

describe.each(faultCases)('$name', (faultCase) => {
	describe.each(testOperationNames)('%s', (operation) => {
		const fault = faultFor(operation, faultCase);
		const reaction = reactionOf(fault, operation);
		const isSentAgain = reaction === 'retry';
		const attemptsOf = ({ sent }: Observation) => {
			const attempts = fault.address ? 2 : sent.length;
			return attempts === 1 ? undefined : attempts;
		};
		const isUnknown = reaction === 'unknown';
		const kind = isUnknown ? 'unknownOutcome' : fault.kind;
		const status =
			fault.httpCode === 'success' ? testOperations[operation].success : fault.httpCode;
		const observed = () =>
			cells.find((cell) => cell.fault === faultCase && cell.operation === operation)!.observed;

		test(
			isSentAgain ? 'once: the node retries and succeeds' : "once: the node doesn't retry",
			() => {
				const { once } = observed();
				expectNoToken(once);
				if (!fault.address) expect(once.sent).toHaveLength(isSentAgain ? 2 : 1);
				expectApart(once.sent, fault);
				if (!isSentAgain) return expect(errorOf(once.ended)?.message).toMatch(fault.message);
				expect(errorOf(once.ended)).toBeUndefined();
				expect(pairsOf(once.ended)).toEqual([0]);
				expect(once.sent.at(-1)).toMatchObject({ handled: true, tokenAccepted: true });
			},
		);

		test('lasting, stop: the error says what failed, for which item, and what to do', () => {
			const { stop } = observed();
			expectAttempts(stop, fault, isSentAgain);
			expectNoToken(stop);
			expect(stop.sentForSecond).toEqual([]);

			const error = errorOf(stop.ended)!;
			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringMatching(fault.message),
				context: { itemIndex: 0, data: { failed: [{ itemIndex: 0 }], notSent: '1' } },
			});
			expect(error.message).toMatch(/ \[item 0\]$/);
			expect((error as { httpCode?: unknown }).httpCode ?? undefined).toBe(
				status && String(status),
			);
			const { failed } = error.context.data as { failed: IDataObject[] };
			expect(failed[0].kind).toBe(kind);
			expect(failed[0].attempts).toBe(attemptsOf(stop));
			if (isUnknown) {
				expect(error.message).toMatch(MAY_HAVE_STARTED);
				expect(error.description).toMatch(/check in the platform whether it has started/);
			} else {
				expect(error.message).not.toMatch(MAY_HAVE_STARTED);
				expect(error.description).toMatch(fault.advice);
			}
		});

		test('lasting, continue: the item becomes an error item, and the next item is sent', () => {
			const { continue: continued } = observed();
			expectAttempts(continued, fault, isSentAgain);
			expectNoToken(continued);

			expect(errorOf(continued.ended)).toBeUndefined();
			expect(pairsOf(continued.ended)).toEqual([0, 1]);
			const [failed, second] = jsonOf(continued.ended);
			const { error, details: shownDetails, ...identity } = failed;
			const details = shownDetails as IDataObject;
			expect(error).toMatch(fault.message);
			expect(Object.keys(identity)).not.toHaveLength(0);
			expect(details).toMatchObject(identity);
			expect(details.itemIndex).toBe(0);
			expect(details.httpCode).toBe(status);
			expect(details.kind).toBe(kind);
			expect(details.attempts).toBe(attemptsOf(continued));
			expect(details.description).toMatch(isUnknown ? /check in the platform/ : fault.advice);

			const isReached = continued.sentForSecond.length === 1;
			expect('error' in second).toBe(!isReached);
			// After throttling, it's random whether its Retry Budget is enough.
			if (!fault.isThrottling) expect(isReached).toBe(!fault.address && !fault.stopsItems);
			if (fault.stopsItems)
				expect(second.error).toMatch(/^Not sent: the platform throttles requests/);
			expect(outputOf(continued.ended)).toHaveLength(2);
		});
	});
});

test('the table in the documentation matches the results', async () => {
	const page = withParts(PAGE, { faults: matrixTable(cells) });
	if (process.env.UPDATE_DOCS === 'true') await writeFile(PAGE, page);
	expect(await readFile(PAGE, 'utf8')).toBe(page);
});
