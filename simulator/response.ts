import { STATUS_CODES } from 'node:http';

/** A response to the client: a JSON body, or a text that is sent unchanged. */
export interface SimulatedResponse {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
	text?: string;
	/** How the connection fails: reset before the response, no response, closed in the middle, stuck in the middle, or byte by byte. */
	connection?: 'reset' | 'silence' | 'cut' | 'stall' | 'drip';
}

/** An error that rejects a request with this status. */
export const httpError = (statusCode: number, message: string) =>
	Object.assign(new Error(message), { statusCode });

/**
 * The JSON body of every error. `api-spec.md` part 7 doesn't show the platform's, so this is the simulator's
 * choice: the envelope of a job update.
 */
export function errorBody(code: number, message: string) {
	const status = STATUS_CODES[code]?.toUpperCase().replace(/\W+/g, '_') ?? 'ERROR';
	return { status, code, message };
}

export function errorResponse(
	status: number,
	message: string,
	retryAfter?: number | string,
): SimulatedResponse {
	const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
	return { status, headers, body: errorBody(status, message) };
}
