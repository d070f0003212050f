import type { OperationName } from './platform.ts';
import type { Sent, Trace } from './run.ts';

/** The default of each operation. */
const MAX_CONCURRENCY: Record<OperationName, number> = {
	Run: 1,
	Update: 100,
	Extract: 100,
	Search: 100,
};

/** Whether a request was in progress when another one arrived. The simulator notices canceled ones late. */
function isInProgress(earlier: Sent, { number }: Sent): boolean {
	return number <= (earlier.overAt ?? Infinity) && !earlier.connectionClosedByClient;
}

/** Updates of one job, and runs of one stream, go one after another in the order of the items. Each try starts again. */
export function checkOrder({ scenario, sent }: Trace): string[] {
	if (!['Update', 'Run'].includes(scenario.operation)) return [];
	const isOneTry = !scenario.settings.retryOnFail && scenario.retries === 0;
	const isRun = scenario.operation === 'Run';
	const byTarget = Map.groupBy(sent, ({ turn, path }) => `turn ${turn}, ${path}`);
	return [...byTarget].flatMap(([target, requests]) =>
		requests.slice(1).flatMap((later, index) => {
			const before = requests[index];
			const isConcurrent = isInProgress(before, later) && (isRun || before.id !== later.id);
			return isConcurrent || (isOneTry && Number(later.id) < Number(before.id))
				? [
						`${target}: request ${later.number} (${later.id}) doesn't wait for ${before.number} (${before.id})`,
					]
				: [];
		}),
	);
}

/** There are never more requests in parallel than Max Concurrency. */
export function checkConcurrency({
	scenario: { operation, requestOptions },
	sent,
}: Trace): string[] {
	const { maxConcurrency = MAX_CONCURRENCY[operation] } = requestOptions;
	return sent.flatMap((later, index) => {
		const concurrent = sent.slice(0, index).filter((earlier) => isInProgress(earlier, later));
		return concurrent.length < maxConcurrency
			? []
			: [
					`request ${later.number} is in parallel with ${concurrent.length}, with a Max Concurrency of ${maxConcurrency}`,
				];
	});
}
