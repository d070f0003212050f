import { z } from 'zod';
import type { SimulatedResponse } from '../response.ts';
import { errorResponse, errorBody } from '../response.ts';
import type { AnyFaultKind, Fault } from './fault.ts';
import { kind, seconds, tooMany } from './fault.ts';

const text = (fallback: string) => z.string().default(fallback);
const status = (fallback: number) => z.number().int().min(200).max(599).default(fallback);
const headers = z.record(z.string()).default({}).describe('additional headers');
const handled = z
	.boolean()
	.default(false)
	.describe('whether the request is executed although its response is replaced');

/** Replaces the response. */
async function replaceResponse(
	{ settings, handle }: Pick<Fault<{ handled: boolean }>, 'settings' | 'handle'>,
	response: SimulatedResponse,
): Promise<SimulatedResponse> {
	if (settings.handled) await handle();
	return response;
}

const MESSAGE = 'Simulated failure';
const PAGE = (message: string) =>
	`<!DOCTYPE html><html><head><title>${message}</title></head><body><h1>${message}</h1></body></html>`;

const textResponse = (status: number, type: string, text: string): SimulatedResponse => ({
	status,
	headers: { 'content-type': `${type}; charset=utf-8` },
	text,
});

/** Error bodies by the setting `format`. */
const FORMATS = {
	json: errorResponse,
	text: (code: number, message: string) => textResponse(code, 'text/plain', message),
	html: (code: number, message: string) => textResponse(code, 'text/html', PAGE(message)),
	empty: (code: number): SimulatedResponse => ({ status: code, text: '' }),
};

/** Error responses, and successful responses that aren't valid. */
export const errorResponses: Record<string, AnyFaultKind> = {
	// Error responses

	status: kind({
		description: 'returns a status of your choice',
		settings: {
			status: status(500),
			format: z.enum(['json', 'text', 'html', 'empty']).default('json').describe('of the body'),
			message: text(MESSAGE),
			body: z.unknown().describe('any JSON instead of the usual body'),
			headers,
			handled,
		},
		effect(fault) {
			const { status, format, message, body, headers } = fault.settings;
			const response = body === undefined ? FORMATS[format](status, message) : { status, body };
			return replaceResponse(fault, { ...response, headers: { ...response.headers, ...headers } });
		},
	}),
	'retry-after': kind({
		description: 'returns 429 (or another status) with Retry-After in seconds',
		settings: { status: status(429), seconds: seconds(1) },
		effect: ({ settings }) => tooMany(settings.status, settings.seconds, 'Too many requests'),
	}),
	'retry-after-date': kind({
		description: 'returns 429 (or another status) with Retry-After as an HTTP date',
		settings: {
			status: status(429),
			seconds: seconds(2).describe('seconds from now, rounded down to a full second'),
		},
		effect({ settings }) {
			const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
			return errorResponse(settings.status, 'Too many requests', {
				// Node's own date doesn't follow the simulated clock of tests.
				date: inSeconds(0),
				'retry-after': inSeconds(settings.seconds),
			});
		},
	}),
	'echo-token': kind({
		description: 'returns an error that repeats the token in its message, body, and header',
		settings: { status: status(401) },
		effect({ settings, incoming: { receivedToken } }) {
			const response = errorResponse(settings.status, `The token ${receivedToken} is not welcome`);
			return {
				...response,
				headers: { 'x-rejected-token': receivedToken },
				body: { ...(response.body as object), request: { headers: { token: receivedToken } } },
			};
		},
	}),
	redirect: kind({
		description: 'returns a redirect',
		settings: { location: z.string().describe('target'), status: status(302) },
		effect: ({ settings: { status, location } }) => ({ status, headers: { location }, text: '' }),
	}),

	// Successful responses that aren't valid

	'html-200': kind({
		description: 'returns 200 with an HTML page, as a login page or a proxy does',
		settings: { message: text('Sign in'), handled },
		effect: (fault) => replaceResponse(fault, FORMATS.html(200, fault.settings.message)),
	}),
	'empty-200': kind({
		description: 'returns 200 with an empty body',
		settings: { handled },
		effect: (fault) => replaceResponse(fault, FORMATS.empty(200)),
	}),
	'truncated-json': kind({
		description: 'executes the request and returns half of the JSON, with a matching length',
		async effect({ handle }) {
			const { status, body, text } = await handle();
			const json = text ?? JSON.stringify(body);
			return textResponse(status, 'application/json', json.slice(0, json.length / 2));
		},
	}),
	'wrong-shape': kind({
		description: 'returns the usual success status with other JSON',
		settings: { body: z.unknown().default({ data: [] }).describe('any JSON'), handled },
		effect: (fault) =>
			replaceResponse(fault, {
				status: fault.incoming.record.operation === 'runConnector' ? 201 : 200,
				body: fault.settings.body,
			}),
	}),
	'envelope-error': kind({
		description: 'returns 200 with a body that reports a failure: status, code, message',
		settings: { code: status(500), message: text(MESSAGE), handled },
		effect: (fault) =>
			replaceResponse(fault, {
				status: 200,
				body: errorBody(fault.settings.code, fault.settings.message),
			}),
	}),
};
