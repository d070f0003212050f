import type { RequestRecord } from '../../simulator/journal.ts';

/**
 * What the client knows of a request, according to the simulator's journal. `responded`: handled, and the
 * whole response arrived. `rejected`: not handled, and the response says so. `open`: the client can't know.
 * `unclear`: the journal doesn't show which of the last two.
 */
export type Fate = 'responded' | 'rejected' | 'open' | 'unclear';

/** With these faults, the client received something else than the journal's status. */
const HIDES_RESPONSE = ['broken-off', 'stall', 'envelope-error'];

/** With these faults, a 503 means that nothing was done. */
const THROTTLES = ['retry-after', 'retry-after-date'];

/** Faults that only delay the platform's own response, or change its content. */
const HARMLESS = new Set([
	...['capacity', 'rate-limit', 'delay', 'delay-before', 'drip'],
	...['execution-errors', 'null-fields', 'missing-fields', 'big-ids'],
	...['total-hits-wrong', 'total-hits-missing', 'has-more-always', 'has-more-never'],
	...['short-page', 'empty-page', 'growing-list', 'shrinking-list', 'degraded'],
]);

/** Returns the fate of a request, whatever the node made of it. */
export function fateOf({ faults, status, handled, connectionClosedByClient }: RequestRecord): Fate {
	const [outermost] = faults.filter((fault) => !HARMLESS.has(fault));
	if (handled && outermost === undefined && !connectionClosedByClient) return 'responded';
	if (handled || status === undefined) return 'open';
	if (HIDES_RESPONSE.includes(outermost)) return 'unclear';
	if (connectionClosedByClient) return 'open';
	const isRejection = status >= 400 && status < 500 && status !== 408;
	return isRejection || (status === 503 && THROTTLES.includes(outermost)) ? 'rejected' : 'open';
}

/** Whether the client must assume that the request was handled. */
export function mayBeHandled(sent: RequestRecord): boolean {
	return sent.handled || fateOf(sent) === 'open';
}
