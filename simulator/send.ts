import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { ZodError } from 'zod';
import { type SimulatedResponse, errorResponse } from './response.ts';

const DRIP_MILLISECONDS = 200;
const JSON_TYPE = 'application/json; charset=utf-8';

/** The same pages are sent many times. */
const jsonCache = new WeakMap<object, Buffer>();

function contentOf({ body, text, headers }: SimulatedResponse) {
	if (text !== undefined || body === undefined) return { content: text ?? '', headers };
	const content = jsonCache.get(Object(body)) ?? Buffer.from(JSON.stringify(body));
	jsonCache.set(Object(body), content);
	return { content, headers: { 'content-type': JSON_TYPE, ...headers } };
}

/** Sends a response or simulates its connection failure. Open connections end with the client or the simulator. */
export function send(reply: FastifyReply, response: SimulatedResponse): void {
	const { status, connection } = response;
	const { content, headers } = contentOf(response);
	if (connection === undefined) {
		void reply
			.code(status)
			.headers(headers ?? {})
			.send(content || undefined);
		return;
	}
	reply.hijack();
	const { raw } = reply;
	if (connection === 'reset') raw.socket?.resetAndDestroy();
	if (connection === 'reset' || connection === 'silence') return;
	const bytes = Buffer.from(content);
	raw.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
	if (connection === 'drip') void sendByteByByte(raw, bytes);
	else
		raw.write(
			bytes.subarray(0, bytes.length / 2),
			() => connection === 'cut' && raw.socket?.destroy(),
		);
}

async function sendByteByByte(raw: FastifyReply['raw'], bytes: Buffer): Promise<void> {
	for (const byte of bytes) {
		await sleep(DRIP_MILLISECONDS);
		if (raw.destroyed) return;
		raw.write(Buffer.of(byte));
	}
	raw.end();
}

/** The response to an error: 400 for invalid JSON or rules, otherwise its own status. */
export function responseToError(error: Error & { statusCode?: number }): SimulatedResponse {
	const isBadInput = error instanceof ZodError || error instanceof SyntaxError;
	return errorResponse(isBadInput ? 400 : (error.statusCode ?? 500), error.message);
}
