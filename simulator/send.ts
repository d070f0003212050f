import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { ZodError } from 'zod';
import type { SimulatedResponse } from './response.ts';
import { errorResponse } from './response.ts';

const DRIP_MILLISECONDS = 200;
const JSON_TYPE = 'application/json; charset=utf-8';

/** The same pages are sent many times. */
const jsonCache = new WeakMap<object, Buffer>();

function jsonOf(body: unknown): Buffer {
	const isObject = typeof body === 'object' && body !== null;
	const json = (isObject && jsonCache.get(body)) || Buffer.from(JSON.stringify(body));
	if (isObject) jsonCache.set(body, json);
	return json;
}

function contentOf({ body, text, headers }: SimulatedResponse) {
	if (text !== undefined || body === undefined) return { content: text ?? '', headers };
	return { content: jsonOf(body), headers: { 'content-type': JSON_TYPE, ...headers } };
}

/** Sends the length of the whole response, but only half of its body. */
function sendHalf(reply: FastifyReply, response: SimulatedResponse, sent?: () => void): void {
	const { content, headers } = contentOf(response);
	const bytes = Buffer.from(content);
	reply.raw.writeHead(response.status, { ...headers, 'content-length': String(bytes.length) });
	reply.raw.write(bytes.subarray(0, bytes.length / 2), sent);
}

/** Sends the response byte by byte, with a pause before each. */
function sendByteByByte(reply: FastifyReply, response: SimulatedResponse): void {
	const { content, headers } = contentOf(response);
	reply.raw.writeHead(response.status, headers);
	void pipeline(Readable.from(slowly(Buffer.from(content))), reply.raw).catch(() => {});
}

async function* slowly(bytes: Buffer) {
	for (const byte of bytes) {
		await sleep(DRIP_MILLISECONDS);
		yield Buffer.of(byte);
	}
}

/** Simulates connection failures. Open connections end with the client or the simulator. */
const FAILURES: Record<
	NonNullable<SimulatedResponse['connection']>,
	(reply: FastifyReply, response: SimulatedResponse) => void
> = {
	reset: ({ raw }) => raw.socket?.resetAndDestroy(),
	silence: () => {},
	cut: (reply, response) => sendHalf(reply, response, () => reply.raw.socket?.destroy()),
	stall: (reply, response) => sendHalf(reply, response),
	drip: sendByteByByte,
};

/** Sends a response or simulates its connection failure. */
export function send(reply: FastifyReply, response: SimulatedResponse): void {
	if (response.connection) {
		reply.hijack();
		return FAILURES[response.connection](reply, response);
	}
	const { content, headers = {} } = contentOf(response);
	void reply
		.code(response.status)
		.headers(headers)
		.send(content || undefined);
}

/** Sends an error of the server or the control API: 400 for invalid JSON or rules, otherwise its own status. */
export function sendError(reply: FastifyReply, error: Error & { statusCode?: number }): void {
	const badInput = error instanceof ZodError || error instanceof SyntaxError;
	const status = badInput ? 400 : (error.statusCode ?? 500);
	send(reply, errorResponse(status, error.message));
}
