import assert from 'node:assert/strict';
import type { Sent, Trace } from './run.ts';

/** The default of each operation. */
const MAX_CONCURRENCY = { Run: 1, Update: 100, Extract: 100, Search: 100 };

/** Whether a request was in progress when another one arrived. The simulator notices canceled ones late. */
function isInProgress(earlier: Sent, { number }: Sent): boolean {
	return number <= (earlier.overAt ?? Infinity) && !earlier.connectionClosedByClient;
}

/** Updates of one job, and runs of one stream, go one after another in the order of the items. Each try starts again. */
export function checkOrder({ scenario, sent }: Trace): void {
	const { operation, retries, settings } = scenario;
	if (operation !== 'Update' && operation !== 'Run') return;
	const isOneTry = !settings.retryOnFail && retries === 0;
	for (const requests of Map.groupBy(sent, ({ turn, path }) => `${turn} ${path}`).values()) {
		for (const [index, later] of requests.slice(1).entries()) {
			const before = requests[index];
			const mayOverlap = operation === 'Update' && before.id === later.id;
			const isConcurrent = isInProgress(before, later) && !mayOverlap;
			const isEarlier = isOneTry && Number(later.id) < Number(before.id);
			assert(
				!isConcurrent && !isEarlier,
				`request ${later.number} (${later.id}) doesn't wait for ${before.number} (${before.id})`,
			);
		}
	}
}

/** There are never more requests in parallel than Max Concurrency. */
export function checkConcurrency({ scenario: { operation, requestOptions }, sent }: Trace): void {
	const { maxConcurrency = MAX_CONCURRENCY[operation] } = requestOptions;
	for (const [index, later] of sent.entries()) {
		const others = sent.slice(0, index).filter((earlier) => isInProgress(earlier, later)).length;
		const what = `request ${later.number} is in parallel with ${others}`;
		assert(others < maxConcurrency, `${what}, with a Max Concurrency of ${maxConcurrency}`);
	}
}
