import { ApiError, type ApiErrorDetails, type FailureKind, type FailureMeaning } from './apiError';
import { findNetworkErrorMeaning } from './networkErrorTable';
import { findStatusMeaning } from './statusTable';

/** What follows from the kind of a failure, unless its row in a table says something else. */
const REACTIONS: Partial<Record<FailureKind, Partial<FailureMeaning>>> = {
	throttled: { mayRetry: true, throttles: true },
	unavailable: { mayRetry: true, mayHaveRun: true, isOutage: true },
	unexpectedResponse: { mayHaveRun: true },
};

/** An exception in the node's own code. It isn't a failure of the platform. */
const INTERNAL: FailureMeaning = {
	kind: 'internal',
	advice:
		'Please report this message at https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/issues.',
};

/** The most characters of the body in an error. */
const MAX_BODY = 2000;

/**
 * Returns what a failure means. Details without a code are of an unexpected response. If nothing was sent,
 * the request can't have run.
 */
export function findFailure(details: ApiErrorDetails): FailureMeaning {
	const { kind, networkCode, httpCode = 200, sent, retryAfter } = details;
	if (kind === 'internal') return INTERNAL;
	const row =
		networkCode === undefined
			? findStatusMeaning(httpCode, retryAfter)
			: findNetworkErrorMeaning(networkCode, sent === false);
	const meaning = { ...REACTIONS[row.kind], ...row };
	return sent === false || kind === 'notSent' ? { ...meaning, mayHaveRun: false } : meaning;
}

/**
 * Creates the error of a failure. Its kind and advice follow from its code.
 * @param cause from `copyErrors`
 */
export function createFailure(message: string, details: ApiErrorDetails, cause?: Error): ApiError {
	const { kind, advice } = findFailure(details);
	const body = details.body?.slice(0, MAX_BODY) || undefined;
	return new ApiError(message, advice, { kind, ...details, body }, cause);
}
