import type { Sent } from './run.ts';

/**
 * What the service's own journal says of a request. `answered`: carried out, and the whole answer
 * arrived. `rejected`: certainly not carried out, and the answer says so. `open`: neither is certain for
 * whoever sent it.
 */
export type Fate = 'answered' | 'rejected' | 'open';

/** Faults after which the answer is the platform's own, though later or with something missing. */
const HARMLESS = new Set([
	...['delay', 'delay-before', 'concurrency-limit', 'rate-limit', 'execution-errors'],
	...['null-fields', 'missing-fields', 'total-hits-wrong', 'total-hits-missing', 'has-more-always'],
	...['has-more-never', 'short-page', 'empty-page', 'growing-list', 'shrinking-list', 'degraded'],
]);

const BREAKS_OFF = ['reset', 'reset-after', 'broken-off', 'stall', 'hang', 'hang-after'];
const NOT_NOW = ['retry-after', 'retry-after-date', 'retry-after-long'];

/** The fate of a request, from what happened to it and not from what the node made of it. */
export function fateOf({ faults, status, handled, connectionClosedByClient }: Sent): Fate {
	const [outermost] = faults.filter((fault) => !HARMLESS.has(fault));
	if (connectionClosedByClient || status === undefined) return 'open';
	if (faults.some((fault) => BREAKS_OFF.includes(fault)) && !NOT_NOW.includes(outermost)) {
		return 'open';
	}
	if (status < 300) return outermost === undefined && handled ? 'answered' : 'open';
	if (handled || status === 408) return 'open';
	if (status < 500) return 'rejected';
	return status === 503 && NOT_NOW.includes(outermost) ? 'rejected' : 'open';
}

/** Whether whoever sent it must reckon with its having been carried out. */
export function mayBeDone(sent: Sent): boolean {
	return sent.handled || (fateOf(sent) === 'open' && !sent.faults.includes('envelope-error'));
}
