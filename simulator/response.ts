import { STATUS_CODES } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { ZodError } from 'zod';

/** A response to the client: a JSON body, or a text that is sent unchanged. */
export interface SimulatedResponse {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
	text?: string;
	/** How the connection fails: reset before the response, no response, closed in the middle, stuck in the middle, or byte by byte. */
	connection?: 'reset' | 'silence' | 'cut' | 'stall' | 'drip';
}

const DRIP_MILLISECONDS = 200;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

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

export const errorResponse = (
	status: number,
	message: string,
	headers?: Record<string, string>,
): SimulatedResponse => ({ status, headers, body: errorBody(status, message) });

/** The response to an error: 400 for invalid JSON or rules, otherwise its own status. */
export function responseToError(error: Error & { statusCode?: number }): SimulatedResponse {
	const isBadInput = error instanceof ZodError || error instanceof SyntaxError;
	return errorResponse(isBadInput ? 400 : (error.statusCode ?? 500), error.message);
}

/** The same pages are sent many times. */
const jsonCache = new WeakMap<object, Buffer>();

function jsonOf(body: unknown): Buffer {
	const json = jsonCache.get(Object(body)) ?? Buffer.from(JSON.stringify(body));
	jsonCache.set(Object(body), json);
	return json;
}

/** Sends a response or simulates its connection failure. Open connections end with the client or the simulator. */
export async function send(reply: FastifyReply, response: SimulatedResponse): Promise<void> {
	const { status, body, text = '', connection } = response;
	const isJson = response.text === undefined && body !== undefined;
	const headers = { ...(isJson && JSON_TYPE), ...response.headers };
	const content = isJson ? jsonOf(body) : Buffer.from(text);
	if (connection === undefined && status > 599) {
		// Fastify sends no such status.
		reply.hijack();
		return void reply.raw.writeHead(status, headers).end(content);
	}
	if (connection === undefined) {
		// Not awaited, because a reply waits for the client.
		void reply.code(status).headers(headers);
		return void reply.send(content.length > 0 ? content : undefined);
	}
	reply.hijack();
	const { raw } = reply;
	if (connection === 'reset') raw.socket?.resetAndDestroy();
	if (connection === 'reset' || connection === 'silence') return;
	raw.writeHead(status, { ...headers, 'content-length': String(content.length) });
	const half = content.subarray(0, content.length / 2);
	if (connection === 'stall') return void raw.write(half);
	if (connection === 'cut') return void raw.write(half, () => raw.socket?.destroy());
	for (const byte of content) {
		await sleep(DRIP_MILLISECONDS);
		if (raw.destroyed) return;
		raw.write(Buffer.of(byte));
	}
	raw.end();
}
