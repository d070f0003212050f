import type { ApiErrorDetails } from './apiError';
import { type Failure, INTERNAL } from './failureMeaning';
import { findNetworkErrorMeaning } from './networkErrorTable';
import { findStatusMeaning } from './statusTable';

/**
 * Returns what a failure means. Details without a code are of an unexpected response. If nothing was sent,
 * the request can't have run.
 */
export function findFailure(details: ApiErrorDetails): Failure {
	const { kind, networkCode, httpCode = 200, sent, retryAfter } = details;
	if (kind === 'internal') return INTERNAL;
	const isUnsent = sent === false;
	const failure =
		networkCode === undefined
			? findStatusMeaning(httpCode, retryAfter)
			: findNetworkErrorMeaning(networkCode, isUnsent);
	return isUnsent || kind === 'notSent' ? { ...failure, mayHaveRun: false } : failure;
}
