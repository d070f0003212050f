import { STATUS_CODES } from 'node:http';

/** What goes back to the client: a JSON body, or a text that is sent as it is. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
	text?: string;
	/** What the answer holds or changed, for the log: ids and counts. */
	items?: object;
	/** Set by faults that break the contract on purpose: the answer is not checked against it. */
	breaksContract?: boolean;
	/** How the answer fails to arrive: reset without a byte, never sent, cut in the middle, half of it and no more, or byte by byte. */
	connection?: 'reset' | 'silence' | 'cut' | 'stall' | 'drip';
}

/** A request that the simulator does not carry out. The message becomes part of the answer. */
export class Refusal extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/**
 * The JSON body of every error. The platform's own is not shown (`api-spec.md` part 7), so this is the
 * simulator's choice: the envelope of a job update.
 */
export function errorBody(code: number, message: string) {
	return {
		status: STATUS_CODES[code]?.toUpperCase().replace(/\W+/g, '_') ?? 'ERROR',
		code,
		message,
	};
}

export function errorAnswer(
	status: number,
	message: string,
	headers?: Record<string, string>,
): Answer {
	return { status, headers, body: errorBody(status, message) };
}
