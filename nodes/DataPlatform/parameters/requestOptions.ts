import type { ParameterReader } from './reader';

/** The Request Options of one item. */
export type RequestOptions = ReturnType<typeof readRequestOptions>;

/** An operation's defaults, used for options that aren't set. */
export type RequestDefaults = { timeout: number; maxConcurrency?: number };

export const DEFAULT_MAX_CONCURRENCY = 100;

/** @throws InvalidParameterError */
export function readRequestOptions(read: ParameterReader, defaults: RequestDefaults) {
	const { maxConcurrency = DEFAULT_MAX_CONCURRENCY, timeout } = defaults;
	const options = read.collection('requestOptions');
	return {
		maxConcurrency: options.integer('maxConcurrency') ?? maxConcurrency,
		/** Infinity: no limit. */
		maxRequestsPerSecond: options.number('maxRequestsPerSecond') || Infinity,
		/** Undefined if the user didn't add it: the transport's default applies. */
		maxRetries: options.integer('maxRetries'),
		/** Whether to output the request instead of sending it. */
		showRequest: options.boolean('showRequest'),
		/** Seconds within which the whole response to one try must arrive. */
		timeout: options.number('timeout') ?? timeout,
	};
}
