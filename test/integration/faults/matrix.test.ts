import type { IDataObject } from 'n8n-workflow';
import { errorOf, jsonOf, outputOf, pairsOf } from '../../support/engine/engine.ts';
import { TOKEN } from '../../support/engine/platform.ts';
import type { FaultCase } from './kinds.ts';
import { faultCases } from './kinds.ts';
import type { Cell, Observation } from './matrix.ts';
import { observeMatrix } from './matrix.ts';
import type { TriedName } from '../../support/operations.ts';
import { tried, triedNames } from '../../support/operations.ts';
import { useSystemClock, passTime, useSimulatedClock } from '../../support/simulatedClock.ts';
import { documentedTable, documentTable, matrixTable } from './table.ts';

const AN_HOUR = 3_600_000;

let cells: Cell[];
beforeAll(async () => {
	useSimulatedClock();
	cells = await passTime(observeMatrix(), AN_HOUR);
});
afterAll(useSystemClock);

/** A fault as it meets an operation. */
const metBy = (operation: TriedName, fault: FaultCase): FaultCase => ({
	...fault,
	...(operation === 'Update' && fault.ofUpdate),
});

const reactionOf = (fault: FaultCase, operation: TriedName) =>
	tried[operation].idempotency === 'nonIdempotent' ? fault.run : fault.harmless;

const MAY_HAVE_STARTED = /^The run of stream \d+ may have started: /;

/** How often a request must have been sent while the fault lasted: once, or again. */
function expectAttempts({ sent }: Observation, fault: FaultCase, isSentAgain: boolean) {
	if (fault.address) return;
	if (isSentAgain && fault.notNow) expect(sent.length).toBeGreaterThanOrEqual(2);
	else expect(sent).toHaveLength(isSentAgain ? 2 : 1);
	expect(sent.every(({ handled }) => handled === Boolean(fault.carriedOut))).toBe(true);
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
	describe.each(triedNames)('%s', (operation) => {
		const fault = metBy(operation, faultCase);
		const reaction = reactionOf(fault, operation);
		const isSentAgain = reaction === 'again';
		const attemptsOf = ({ sent }: Observation) => {
			const attempts = fault.address ? 2 : sent.length;
			return attempts === 1 ? undefined : attempts;
		};
		const isUnknown = reaction === 'doubt';
		const kind = isUnknown ? 'unknownOutcome' : fault.kind;
		const status = fault.httpCode === 'success' ? tried[operation].success : fault.httpCode;
		const observed = () =>
			cells.find((cell) => cell.fault === faultCase && cell.operation === operation)!.observed;

		test(isSentAgain ? 'once: is sent again, and works' : 'once: is not sent again', () => {
			const { once } = observed();
			expectNoToken(once);
			if (!fault.address) expect(once.sent).toHaveLength(isSentAgain ? 2 : 1);
			expectApart(once.sent, fault);
			if (!isSentAgain) return expect(errorOf(once.ended)?.message).toMatch(fault.says);
			expect(errorOf(once.ended)).toBeUndefined();
			expect(pairsOf(once.ended)).toEqual([0]);
			expect(once.sent.at(-1)).toMatchObject({ handled: true, tokenAccepted: true });
		});

		test('lasting, stop: the error says what, where and how to go on', () => {
			const { stop } = observed();
			expectAttempts(stop, fault, isSentAgain);
			expectNoToken(stop);
			expect(stop.sentBehind).toEqual([]);

			const error = errorOf(stop.ended)!;
			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringMatching(fault.says),
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
				expect(error.description).toMatch(/Check in the platform whether it has started/);
			} else {
				expect(error.message).not.toMatch(MAY_HAVE_STARTED);
				expect(error.description).toMatch(fault.advises);
			}
		});

		test('lasting, continue: an error item, and the item behind goes its way', () => {
			const { continue: goesOn } = observed();
			expectAttempts(goesOn, fault, isSentAgain);
			expectNoToken(goesOn);

			expect(errorOf(goesOn.ended)).toBeUndefined();
			expect(pairsOf(goesOn.ended)).toEqual([0, 1]);
			const [failed, behind] = jsonOf(goesOn.ended);
			const { error, details: told, ...identity } = failed;
			const details = told as IDataObject;
			expect(error).toMatch(fault.says);
			expect(Object.keys(identity)).not.toHaveLength(0);
			expect(details).toMatchObject(identity);
			expect(details.itemIndex).toBe(0);
			expect(details.httpCode).toBe(status);
			expect(details.kind).toBe(kind);
			expect(details.attempts).toBe(attemptsOf(goesOn));
			expect(details.description).toMatch(isUnknown ? /Check in the platform/ : fault.advises);

			const isReached = goesOn.sentBehind.length === 1;
			expect('error' in behind).toBe(!isReached);
			// After a long "not now" it depends on chance whether its own patience lasts.
			if (!fault.notNow) expect(isReached).toBe(!fault.address && !fault.closes);
			if (fault.closes) expect(behind.error).toMatch(/^Not sent: the platform asks to wait/);
			expect(outputOf(goesOn.ended)).toHaveLength(2);
		});
	});
});

test('the table in the documentation is what was observed', async () => {
	const table = matrixTable(cells);
	process.stdout.write(`${table}\n`);
	if (process.env.UPDATE_DOCS === 'true') await documentTable(table);
	expect(await documentedTable()).toBe(table);
});
