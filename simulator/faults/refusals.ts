import { z } from 'zod';
import type { Answer } from '../answer.ts';
import { errorAnswer, errorBody } from '../answer.ts';
import type { AnyFaultKind, Fault } from './fault.ts';
import { kind, seconds, tooMany } from './fault.ts';

const text = (fallback: string) => z.string().default(fallback);
const status = (fallback: number) => z.number().int().min(200).max(599).default(fallback);
const headers = z.record(z.string()).default({}).describe('further headers');
const handled = z
	.boolean()
	.default(false)
	.describe('whether the request is carried out, and only its answer is lost');

/** An answer in the place of the real one. */
async function instead(
	{ settings, handle }: Pick<Fault<{ handled: boolean }>, 'settings' | 'handle'>,
	answer: Answer,
): Promise<Answer> {
	if (settings.handled) await handle();
	return { ...answer, breaksContract: true };
}

const MESSAGE = 'The simulator was told to fail';
const PAGE = (message: string) =>
	`<!DOCTYPE html><html><head><title>${message}</title></head><body><h1>${message}</h1></body></html>`;

const textAnswer = (status: number, type: string, text: string): Answer => ({
	status,
	headers: { 'content-type': `${type}; charset=utf-8` },
	text,
});

/** Error bodies by the setting `format`. */
const FORMATS = {
	json: errorAnswer,
	text: (code: number, message: string) => textAnswer(code, 'text/plain', message),
	html: (code: number, message: string) => textAnswer(code, 'text/html', PAGE(message)),
	empty: (code: number): Answer => ({ status: code, text: '' }),
};

/** Answers that are no success, and those that only look like it. */
export const refusals: Record<string, AnyFaultKind> = {
	// Answers that are no success

	status: kind({
		description: 'answers with a status of your choice',
		settings: {
			status: status(500),
			format: z.enum(['json', 'text', 'html', 'empty']).default('json').describe('of the body'),
			message: text(MESSAGE),
			body: z.unknown().describe('any JSON in the place of the usual body'),
			headers,
			handled,
		},
		effect(fault) {
			const { status, format, message, body, headers } = fault.settings;
			const answer = body === undefined ? FORMATS[format](status, message) : { status, body };
			return instead(fault, { ...answer, headers: { ...answer.headers, ...headers } });
		},
	}),
	'retry-after': kind({
		description: 'answers 429 (or another status) with Retry-After in seconds',
		settings: { status: status(429), seconds: seconds(1) },
		effect: ({ settings }) => tooMany(settings.status, settings.seconds, 'Too many requests'),
	}),
	'retry-after-date': kind({
		description: 'answers 429 (or another status) with Retry-After as an HTTP date',
		settings: {
			status: status(429),
			seconds: seconds(2).describe('seconds from now, to a full second'),
		},
		effect({ settings }) {
			const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
			return errorAnswer(settings.status, 'Too many requests', {
				// Node's own date doesn't follow the simulated clock of tests.
				date: inSeconds(0),
				'retry-after': inSeconds(settings.seconds),
			});
		},
	}),
	'echo-token': kind({
		description: 'answers with an error whose message, body and header repeat the token that came',
		settings: { status: status(401) },
		effect({ settings, incoming: { receivedToken } }) {
			const answer = errorAnswer(settings.status, `The token ${receivedToken} is not welcome`);
			return {
				...answer,
				headers: { 'x-rejected-token': receivedToken },
				body: { ...(answer.body as object), request: { headers: { token: receivedToken } } },
			};
		},
	}),
	redirect: kind({
		description: 'answers with a redirect',
		settings: { location: z.string().describe('where to'), status: status(302) },
		effect: ({ settings: { status, location } }) => ({ status, headers: { location }, text: '' }),
	}),

	// Answers that look like success and are none

	'html-200': kind({
		description: 'answers 200 with an HTML page, as a login page or a proxy does',
		settings: { message: text('Sign in'), handled },
		effect: (fault) => instead(fault, FORMATS.html(200, fault.settings.message)),
	}),
	'empty-200': kind({
		description: 'answers 200 with an empty body',
		settings: { handled },
		effect: (fault) => instead(fault, FORMATS.empty(200)),
	}),
	'truncated-json': kind({
		description: 'carries the request out and answers half of the JSON, with a fitting length',
		async effect({ handle }) {
			const { status, body, text } = await handle();
			const json = text ?? JSON.stringify(body);
			return textAnswer(status, 'application/json', json.slice(0, json.length / 2));
		},
	}),
	'wrong-shape': kind({
		description: 'answers the usual success status with JSON of another shape',
		settings: { body: z.unknown().default({ data: [] }).describe('the JSON, anything'), handled },
		effect: (fault) =>
			instead(fault, {
				status: fault.incoming.record.operation === 'runConnector' ? 201 : 200,
				body: fault.settings.body,
			}),
	}),
	'envelope-error': kind({
		description: 'answers 200, and the body says that it failed: status, code, message',
		settings: { code: status(500), message: text(MESSAGE), handled },
		effect: (fault) =>
			instead(fault, { status: 200, body: errorBody(fault.settings.code, fault.settings.message) }),
	}),
};
