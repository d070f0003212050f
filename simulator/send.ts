import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { ZodError } from 'zod';
import type { Answer } from './answer.ts';
import { errorAnswer } from './answer.ts';
import { rememberedOfFrozen } from './remember.ts';

const DRIP_MILLISECONDS = 200;
const JSON_TYPE = 'application/json; charset=utf-8';

const jsonOf = rememberedOfFrozen((body) => Buffer.from(JSON.stringify(body)));

function contentOf({ body, text, headers }: Answer) {
	const content = text ?? (body === undefined ? '' : jsonOf(body));
	const type = text === undefined && body !== undefined ? { 'content-type': JSON_TYPE } : {};
	return { content, headers: { ...type, ...headers } };
}

/** Closes the connection with a TCP reset, before anything was sent. */
function reset(reply: FastifyReply): void {
	reply.hijack();
	reply.raw.socket?.resetAndDestroy();
}

/** Sends nothing and leaves the connection open: it ends when the client or the simulator does. */
function silence(reply: FastifyReply): void {
	reply.hijack();
}

/** Announces the whole answer and sends half of it. */
function half(reply: FastifyReply, answer: Answer, sent?: () => void): void {
	const { content, headers } = contentOf(answer);
	const bytes = Buffer.from(content);
	reply.hijack();
	reply.raw.writeHead(answer.status, { ...headers, 'content-length': String(bytes.length) });
	reply.raw.write(bytes.subarray(0, bytes.length / 2), sent);
}

function cut(reply: FastifyReply, answer: Answer): void {
	half(reply, answer, () => reply.raw.socket?.destroy());
}

/** Half of the answer, then silence as above. */
function stall(reply: FastifyReply, answer: Answer): void {
	half(reply, answer);
}

/** Byte by byte, with a pause before each. */
function drip(reply: FastifyReply, answer: Answer): void {
	const { content, headers } = contentOf(answer);
	reply.hijack();
	reply.raw.writeHead(answer.status, headers);
	void pipeline(Readable.from(slowly(Buffer.from(content))), reply.raw).catch(() => {});
}

async function* slowly(bytes: Buffer) {
	for (const byte of bytes) {
		await sleep(DRIP_MILLISECONDS);
		yield Buffer.of(byte);
	}
}

function whole(reply: FastifyReply, answer: Answer): void {
	const { content, headers } = contentOf(answer);
	void reply
		.code(answer.status)
		.headers(headers)
		.send(content || undefined);
}

/** Sends an answer, or fails to in the way that it asks for. */
export function send(reply: FastifyReply, answer: Answer): void {
	const ways = { reset, silence, cut, stall, drip, whole };
	ways[answer.connection ?? 'whole'](reply, answer);
}

/** Answers for an error of the server or of the control: 400 for a body that is no JSON or no script, else its own status. */
export function sendError(reply: FastifyReply, error: Error & { statusCode?: number }): void {
	const badInput = error instanceof ZodError || error instanceof SyntaxError;
	const status = badInput ? 400 : (error.statusCode ?? 500);
	send(reply, errorAnswer(status, error.message));
}
