import type { ParameterReader } from './reader';

/** The Request Options of one item. */
export interface RequestOptions {
	maxConcurrency: number;
	/** Infinity: no limit. */
	maxRequestsPerSecond: number;
	/** Undefined if the user didn't add it: the transport's default applies. */
	maxRetries: number | undefined;
	/** Whether to output the request instead of sending it. */
	showRequest: boolean;
	/** Whole milliseconds within which the whole response to one try must arrive. */
	timeout: number;
}

/** An operation's defaults, used for options that aren't set. */
export interface RequestDefaults {
	/** In seconds, as users see it. */
	timeout: number;
	maxConcurrency?: number;
}

/** Returns the defaults of an operation, with those that all operations share. */
export function completeDefaults({ maxConcurrency = 100, timeout }: RequestDefaults) {
	return { maxConcurrency, timeout };
}

/** @throws InvalidParameterError */
export function readRequestOptions(
	read: ParameterReader,
	defaults: RequestDefaults,
): RequestOptions {
	const { maxConcurrency, timeout } = completeDefaults(defaults);
	const options = read.collection('requestOptions');
	return {
		maxConcurrency: options.integer('maxConcurrency') ?? maxConcurrency,
		maxRequestsPerSecond: options.number('maxRequestsPerSecond') || Infinity,
		maxRetries: options.integer('maxRetries'),
		showRequest: options.boolean('showRequest'),
		timeout: Math.ceil(1000 * (options.number('timeout') ?? timeout)),
	};
}
