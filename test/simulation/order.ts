import type { Violation } from './invariants.ts';
import type { NightOperation } from './night.ts';
import type { Sent, Story } from './run.ts';

/** What the panel starts from. */
const MAX_CONCURRENCY: Record<NightOperation, number> = {
	Run: 1,
	Update: 100,
	Extract: 100,
	Search: 100,
};

/** Of a client that goes away the service hears late. */
function isStillThere(earlier: Sent, { number }: Sent): boolean {
	return number <= (earlier.overAt ?? Infinity) && !earlier.connectionClosedByClient;
}

/**
 * Definitions of one job go in the order of the items, none next to another, and so do runs of one stream,
 * which are all the same request; a further try begins again.
 */
export function outOfOrder({ night, sent }: Story): Violation[] {
	if (!['Update', 'Run'].includes(night.operation)) return [];
	const isOneTry = !night.settings.retryOnFail && night.retries === 0;
	const isRun = night.operation === 'Run';
	const ofOneThing = Map.groupBy(sent, ({ turn, path }) => `turn ${turn}, ${path}`);
	return [...ofOneThing].flatMap(([thing, requests]) =>
		requests.slice(1).flatMap((later, index) => {
			const before = requests[index];
			const isConcurrent = isStillThere(before, later) && (isRun || before.id !== later.id);
			return isConcurrent || (isOneTry && Number(later.id) < Number(before.id))
				? [
						`${thing}: request ${later.number} (${later.id}) does not wait for ${before.number} (${before.id})`,
					]
				: [];
		}),
	);
}

/** Max Concurrency is never exceeded. */
export function tooManyAtATime({ night: { operation, requestOptions }, sent }: Story): Violation[] {
	const { maxConcurrency = MAX_CONCURRENCY[operation] } = requestOptions;
	return sent.flatMap((later, index) => {
		const concurrent = sent.slice(0, index).filter((earlier) => isStillThere(earlier, later));
		return concurrent.length < maxConcurrency
			? []
			: [
					`request ${later.number} has ${concurrent.length} next to it, at most ${maxConcurrency} may be`,
				];
	});
}
