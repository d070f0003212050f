import type { RequestRecord } from '../../simulator/journal.ts';

/** With these faults, the client received something else than the journal's status. */
const HIDES_RESPONSE = /^(broken-off|stall|envelope-error)$/;
/** With these faults, a 503 means that nothing was done. */
const THROTTLES = /^(retry-after|retry-after-date)$/;
/** Faults that break the connection. If several apply, the innermost does. */
const BREAKS = /^(reset-after|broken-off|stall|drip|hang-after)$/;
/** Faults that only delay the platform's own response, or change its content. */
const HARMLESS =
	/^(capacity|rate-limit|delay|delay-before|drip|execution-errors|(null|missing)-fields|big-ids|total-hits-.*|has-more-.*|.*-page|.*-list|degraded)$/;

/**
 * What the client knows of a request, according to the simulator's journal. `responded`: handled, and the
 * whole response arrived. `rejected`: not handled, and the response says so. `open`: the client can't know.
 * `unclear`: the journal doesn't show which of the last two.
 */
type Fate = 'responded' | 'rejected' | 'open' | 'unclear';

export function fateOf({ faults, status, handled, connectionClosedByClient }: RequestRecord): Fate {
	const breaking = faults.findLastIndex((fault) => BREAKS.test(fault));
	const effective = faults.filter((fault, at) => at === breaking || !BREAKS.test(fault));
	const outermost = effective.find((fault) => !HARMLESS.test(fault));
	if (handled && outermost === undefined && !connectionClosedByClient) return 'responded';
	if (handled || status === undefined) return 'open';
	if (outermost && HIDES_RESPONSE.test(outermost)) return 'unclear';
	// The client closed it after the status was sent: it may have read that, and given up on the body.
	if (connectionClosedByClient) return 'unclear';
	// With these statuses, nobody knows whether the request was executed.
	const isOpen = [408, 444, 460, 499].includes(status);
	const isRejection = status >= 400 && status < 500 && !isOpen;
	const isThrottled = status === 503 && outermost !== undefined && THROTTLES.test(outermost);
	return isRejection || isThrottled ? 'rejected' : 'open';
}

/** Whether the client must assume that the request was handled. */
export function mayBeHandled(sent: RequestRecord): boolean {
	return sent.handled || fateOf(sent) === 'open';
}
