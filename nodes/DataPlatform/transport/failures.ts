import { ApiError, type ApiErrorDetails, type FailureKind, type FailureMeaning } from './apiError';
import { findNetworkErrorMeaning } from './networkErrorTable';
import { findStatusMeaning } from './statusTable';

/** What follows from the kind of a failure, unless its row in a table says something else. */
const REACTIONS: Partial<Record<FailureKind, Partial<FailureMeaning>>> = {
	throttled: { mayRetry: true, throttles: true },
	unavailable: { mayRetry: true, mayHaveRun: true, isOutage: true },
	unexpectedResponse: { mayHaveRun: true },
};

export const REPORT_BUG =
	'Please report this message at https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/issues.';

/** An exception in the node's own code. It isn't a failure of the platform. */
const INTERNAL: FailureMeaning = { kind: 'internal', advice: REPORT_BUG };

export const describeBug = (message: string) => `Internal error: ${message}`;

/** Details without a code are about a success with unexpected JSON, so this status is assumed. */
const SUCCESS = 200;

/** The most characters of the body in an error. */
const MAX_BODY = 2000;

/** A request that wasn't sent. Its error has an advice of its own, because what to do depends on the reason. */
const NOT_SENT: FailureMeaning = { kind: 'notSent', advice: '' };

/**
 * Returns what a failure means: `internal` and `notSent` by their kind, any other by its code, such as 429. Without a
 * code, it's a success with unexpected JSON.
 */
export function findMeaning(details: ApiErrorDetails): FailureMeaning {
	const { kind, networkCode, httpCode = SUCCESS, sent, retryAfter } = details;
	if (kind === 'notSent') return NOT_SENT;
	if (kind === 'internal') return sent === false ? INTERNAL : { ...INTERNAL, mayHaveRun: true };
	const row =
		networkCode === undefined
			? findStatusMeaning(httpCode, retryAfter)
			: findNetworkErrorMeaning(networkCode, sent === false);
	const meaning = { ...REACTIONS[row.kind], ...row };
	return sent === false ? { ...meaning, mayHaveRun: false } : meaning;
}

/**
 * Creates the error of a failure. Its kind and advice follow from its code.
 * @param cause without the token
 */
export function createFailure(message: string, details: ApiErrorDetails, cause?: Error): ApiError {
	const { kind, advice } = findMeaning(details);
	const body = details.body?.slice(0, MAX_BODY) || undefined;
	return new ApiError(message, advice, { kind, ...details, body }, cause);
}
