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

/** Rejects a request. The response has this status and message. */
export class HttpError extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/**
 * The JSON body of every error. `api-spec.md` part 7 doesn't show the platform's, so this is the simulator's
 * choice: the envelope of a job update.
 */
export function errorBody(code: number, message: string) {
	return {
		status: STATUS_CODES[code]?.toUpperCase().replace(/\W+/g, '_') ?? 'ERROR',
		code,
		message,
	};
}

export function errorResponse(
	status: number,
	message: string,
	headers?: Record<string, string>,
): SimulatedResponse {
	return { status, headers, body: errorBody(status, message) };
}
