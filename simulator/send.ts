import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { ZodError } from 'zod';
import type { Answer } from './answer.ts';
import { errorAnswer } from './answer.ts';

const DRIP_MILLISECONDS = 200;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Pages come again and again. */
const remembered = new WeakMap<object, Buffer>();

function jsonOf(body: unknown): Buffer {
	const isObject = typeof body === 'object' && body !== null;
	const json = (isObject && remembered.get(body)) || Buffer.from(JSON.stringify(body));
	if (isObject) remembered.set(body, json);
	return json;
}

function contentOf({ body, text, headers }: Answer) {
	if (text !== undefined || body === undefined) return { content: text ?? '', headers };
	return { content: jsonOf(body), headers: { 'content-type': JSON_TYPE, ...headers } };
}

/** Announces the whole answer and sends half of it. */
function sendHalf(reply: FastifyReply, answer: Answer, sent?: () => void): void {
	const { content, headers } = contentOf(answer);
	const bytes = Buffer.from(content);
	reply.raw.writeHead(answer.status, { ...headers, 'content-length': String(bytes.length) });
	reply.raw.write(bytes.subarray(0, bytes.length / 2), sent);
}

/** Sends the answer byte by byte, with a pause before each. */
function sendByteByByte(reply: FastifyReply, answer: Answer): void {
	const { content, headers } = contentOf(answer);
	reply.raw.writeHead(answer.status, headers);
	void pipeline(Readable.from(slowly(Buffer.from(content))), reply.raw).catch(() => {});
}

async function* slowly(bytes: Buffer) {
	for (const byte of bytes) {
		await sleep(DRIP_MILLISECONDS);
		yield Buffer.of(byte);
	}
}

/** How an answer fails to arrive. What leaves the connection open ends when the client or the simulator does. */
const FAILURES: Record<
	NonNullable<Answer['connection']>,
	(reply: FastifyReply, answer: Answer) => void
> = {
	reset: ({ raw }) => raw.socket?.resetAndDestroy(),
	silence: () => {},
	cut: (reply, answer) => sendHalf(reply, answer, () => reply.raw.socket?.destroy()),
	stall: (reply, answer) => sendHalf(reply, answer),
	drip: sendByteByByte,
};

/** Sends an answer, or fails to in the way that it asks for. */
export function send(reply: FastifyReply, answer: Answer): void {
	if (answer.connection) {
		reply.hijack();
		return FAILURES[answer.connection](reply, answer);
	}
	const { content, headers = {} } = contentOf(answer);
	void reply
		.code(answer.status)
		.headers(headers)
		.send(content || undefined);
}

/** Answers for an error of the server or of the control: 400 for a body that is no JSON or no script, else its own status. */
export function sendError(reply: FastifyReply, error: Error & { statusCode?: number }): void {
	const badInput = error instanceof ZodError || error instanceof SyntaxError;
	const status = badInput ? 400 : (error.statusCode ?? 500);
	send(reply, errorAnswer(status, error.message));
}
