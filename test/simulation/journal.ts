import type { RequestRecord } from '../../simulator/journal.ts';

/**
 * What the service's own journal says of a request, to whoever sent it. `answered`: carried out, and the
 * whole answer arrived. `rejected`: certainly not carried out, and the answer says so. `open`: it may have
 * been carried out. `unclear`: the journal does not tell which of the last two.
 */
export type Fate = 'answered' | 'rejected' | 'open' | 'unclear';

/** The status that the journal has is not what arrived, or not all of it. */
const HIDES_THE_ANSWER = ['broken-off', 'stall', 'envelope-error'];

/** With them a 503 says that nothing was done. */
const NOT_NOW = ['retry-after', 'retry-after-date'];

/** Faults after which the answer is the platform's own, though later or with something missing. */
const HARMLESS = new Set([
	...['capacity', 'rate-limit', 'delay', 'delay-before', 'drip'],
	...['execution-errors', 'null-fields', 'missing-fields', 'big-ids'],
	...['total-hits-wrong', 'total-hits-missing', 'has-more-always', 'has-more-never'],
	...['short-page', 'empty-page', 'growing-list', 'shrinking-list', 'degraded'],
]);

/** The fate of a request, from what happened to it and not from what the node made of it. */
export function fateOf({ faults, status, handled, connectionClosedByClient }: RequestRecord): Fate {
	const [outermost] = faults.filter((fault) => !HARMLESS.has(fault));
	if (handled && outermost === undefined && !connectionClosedByClient) return 'answered';
	if (handled || status === undefined) return 'open';
	if (HIDES_THE_ANSWER.includes(outermost)) return 'unclear';
	if (connectionClosedByClient) return 'open';
	const isRejection = status >= 400 && status < 500 && status !== 408;
	return isRejection || (status === 503 && NOT_NOW.includes(outermost)) ? 'rejected' : 'open';
}

/** Whether whoever sent it must reckon with its having been carried out. */
export function mayBeDone(sent: RequestRecord): boolean {
	return sent.handled || fateOf(sent) === 'open';
}
