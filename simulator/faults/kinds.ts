import { z } from 'zod';
import { errorAnswer, errorBody } from '../answer.ts';
import type { AnyFaultKind, Output, Page } from './fault.ts';
import {
	FORMATS,
	handled,
	headers,
	instead,
	kind,
	lie,
	MESSAGE,
	milliseconds,
	names,
	otherPage,
	pagesBefore,
	seconds,
	status,
	text,
	tooMany,
} from './fault.ts';

/** Every kind of fault. A new one is an entry here, and nothing else. */
export const faultKinds: Record<string, AnyFaultKind> = {
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
			const date = new Date(Date.now() + settings.seconds * 1000).toUTCString();
			return errorAnswer(settings.status, 'Too many requests', { 'retry-after': date });
		},
	}),
	'retry-after-long': kind({
		description: 'answers 503 (or another status) with a Retry-After that nobody waits for',
		settings: { status: status(503), seconds: seconds(86_400) },
		effect: ({ settings }) => tooMany(settings.status, settings.seconds, 'Down for maintenance'),
	}),
	'echo-token': kind({
		description: 'answers with an error whose message, body and header repeat the token that came',
		settings: { status: status(401) },
		effect({ settings, exchange: { receivedToken } }) {
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
		effect: ({ settings }) => ({
			status: settings.status,
			headers: { location: settings.location },
			text: '',
		}),
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
		settings: {},
		async effect({ handle }) {
			const { status, body, text } = await handle();
			const json = text ?? JSON.stringify(body);
			const headers = { 'content-type': 'application/json; charset=utf-8' };
			return { status, headers, text: json.slice(0, json.length / 2) };
		},
	}),
	'wrong-shape': kind({
		description: 'answers the usual success status with JSON of another shape',
		settings: { body: z.unknown().default({ data: [] }).describe('the JSON, anything'), handled },
		effect: (fault) =>
			instead(fault, {
				status: fault.exchange.record.operation === 'runConnector' ? 201 : 200,
				body: fault.settings.body,
			}),
	}),
	'envelope-error': kind({
		description: 'answers 200, and the body says that it failed: status, code, message',
		settings: { code: status(500), message: text(MESSAGE), handled },
		effect: (fault) =>
			instead(fault, { status: 200, body: errorBody(fault.settings.code, fault.settings.message) }),
	}),

	// Connections

	reset: kind({
		description: 'resets the connection, the request is not carried out',
		settings: {},
		effect: () => ({ status: 0, connection: 'reset' }),
	}),
	'reset-after': kind({
		description: 'carries the request out, then resets the connection without an answer',
		settings: {},
		effect: async ({ handle }) => ({ ...(await handle()), connection: 'reset' }),
	}),
	'broken-off': kind({
		description: 'carries the request out and closes the connection in the middle of the answer',
		settings: {},
		effect: async ({ handle }) => ({ ...(await handle()), connection: 'cut' }),
	}),
	stall: kind({
		description: 'carries the request out, sends half of the answer and then nothing more',
		settings: {},
		effect: async ({ handle }) => ({ ...(await handle()), connection: 'stall' }),
	}),
	hang: kind({
		description: 'never answers, the request is not carried out',
		settings: {},
		effect: () => ({ status: 0, connection: 'silence' }),
	}),
	'hang-after': kind({
		description: 'carries the request out and never answers',
		settings: {},
		effect: async ({ handle }) => ({ ...(await handle()), connection: 'silence' }),
	}),
	delay: kind({
		description: 'carries the request out at once and holds the answer back',
		settings: { ms: milliseconds },
		async effect({ handle, wait, settings }) {
			const answer = await handle();
			await wait(settings.ms);
			return answer;
		},
	}),
	'delay-before': kind({
		description: 'waits, then carries the request out',
		settings: { ms: milliseconds },
		async effect({ handle, wait, settings }) {
			await wait(settings.ms);
			return await handle();
		},
	}),

	// Limits

	'concurrency-limit': kind({
		description: 'lets so many requests in at once and answers 429 to the others',
		settings: {
			limit: z.number().int().positive().describe('requests at once'),
			retryAfter: seconds(1),
		},
		async effect({ memory, settings, handle }) {
			if (memory.active >= settings.limit) {
				return tooMany(429, settings.retryAfter, `More than ${settings.limit} requests at once`);
			}
			memory.active++;
			try {
				return await handle();
			} finally {
				memory.active--;
			}
		},
	}),
	'rate-limit': kind({
		description: 'lets so many requests in within any second and answers 429 to the others',
		settings: {
			limit: z.number().int().positive().describe('requests per second'),
			retryAfter: seconds(1),
		},
		effect({ memory, settings, handle }) {
			const now = Date.now();
			memory.times = memory.times.filter((time) => now - time < 1000);
			if (memory.times.length >= settings.limit) {
				return tooMany(429, settings.retryAfter, `More than ${settings.limit} requests per second`);
			}
			memory.times.push(now);
			return handle();
		},
	}),

	// Search: pages that lie

	'total-hits-wrong': kind({
		only: 'searchFunctions',
		description: 'answers a totalHits that is not the number of functions',
		settings: { totalHits: z.number().int().default(1_000_000) },
		effect: (fault) =>
			lie(fault, (page: Page) => ({ ...page, totalHits: fault.settings.totalHits })),
	}),
	'total-hits-missing': kind({
		only: 'searchFunctions',
		description: 'answers without totalHits',
		settings: {},
		effect: (fault) => lie(fault, ({ totalHits: _, ...page }: Page) => page, true),
	}),
	'has-more-always': kind({
		only: 'searchFunctions',
		description: 'says that there is more, also after the last page',
		settings: {},
		effect: (fault) => lie(fault, (page: Page) => ({ ...page, hasMore: true })),
	}),
	'has-more-never': kind({
		only: 'searchFunctions',
		description: 'says that there is no more, also before the last page',
		settings: {},
		effect: (fault) => lie(fault, (page: Page) => ({ ...page, hasMore: false })),
	}),
	'short-page': kind({
		only: 'searchFunctions',
		description: 'answers fewer functions than asked for although there are more',
		settings: {
			missing: z
				.number()
				.int()
				.positive()
				.optional()
				.describe('functions, half of them without it'),
		},
		effect: (fault) =>
			otherPage(fault, ({ limit }) => ({
				limit: Math.max(1, limit - (fault.settings.missing ?? Math.floor(limit / 2))),
			})),
	}),
	'empty-page': kind({
		only: 'searchFunctions',
		description: 'answers no function and says that there is more',
		settings: {},
		effect: (fault) => lie(fault, (page: Page) => ({ ...page, results: [], hasMore: true })),
	}),
	'growing-list': kind({
		only: 'searchFunctions',
		description:
			'functions are added at the front between one page and the next: the same one comes twice',
		settings: { records: z.number().int().positive().default(1).describe('functions per page') },
		async effect(fault) {
			const added = pagesBefore(fault) * fault.settings.records;
			const handle = () =>
				otherPage(fault, ({ offset = 0 }) => ({ offset: Math.max(0, offset - added) }));
			return await lie({ handle }, (page: Page) => ({
				...page,
				totalHits: page.totalHits + added,
			}));
		},
	}),
	'shrinking-list': kind({
		only: 'searchFunctions',
		description:
			'functions are removed at the front between one page and the next: some are never seen',
		settings: { records: z.number().int().positive().default(1).describe('functions per page') },
		async effect(fault) {
			const removed = pagesBefore(fault) * fault.settings.records;
			const handle = () => otherPage(fault, ({ offset = 0 }) => ({ offset: offset + removed }));
			return await lie({ handle }, (page: Page) => ({
				...page,
				totalHits: Math.max(0, page.totalHits - removed),
			}));
		},
	}),
	degraded: kind({
		only: 'searchFunctions',
		description: 'says degraded: true',
		settings: {},
		effect: (fault) => lie(fault, (page: Page) => ({ ...page, degraded: true })),
	}),

	// Runs and extractions: answers with something missing

	'execution-errors': kind({
		only: 'runConnector',
		description: 'the run starts and its answer carries errors',
		settings: { errors: z.array(z.unknown()).default([{ message: 'Source not reachable' }]) },
		effect: (fault) => lie(fault, (body: object) => ({ ...body, errors: fault.settings.errors })),
	}),
	'null-fields': kind({
		only: 'extractData',
		description: 'answers null for fields',
		settings: { fields: names },
		effect: ({ handle, settings: { fields } }) =>
			lie({ handle }, (body: Output) => {
				const answered = Object.entries(body.output).map(([name, value]) => [
					name,
					!fields || fields.includes(name) ? null : value,
				]);
				return { ...body, output: Object.fromEntries(answered) };
			}),
	}),
	'missing-fields': kind({
		only: 'extractData',
		description: 'leaves fields out',
		settings: { fields: names },
		effect: ({ handle, settings: { fields } }) =>
			lie({ handle }, (body: Output) => {
				const answered = Object.entries(body.output).filter(
					([name]) => fields && !fields.includes(name),
				);
				return { ...body, output: Object.fromEntries(answered) };
			}),
	}),
	'output-not-object': kind({
		only: 'extractData',
		description: 'answers an output that is no object',
		settings: { output: z.unknown().default('I could not find any data.').describe('any JSON') },
		effect: (fault) =>
			lie(fault, (body: object) => ({ ...body, output: fault.settings.output }), true),
	}),
};
