import { z } from 'zod';
import type { ExtractResponse, SearchRequest } from '../../nodes/DataPlatform/api/contract.ts';
import type { Answer } from '../answer.ts';
import type { SimulatedPage } from '../functions.ts';
import type { AnyFaultKind, Fault } from './fault.ts';
import { kind } from './fault.ts';

/** Changes the JSON of a successful answer. */
async function lie(
	{ handle }: Pick<Fault<object>, 'handle'>,
	change: (body: never) => unknown,
	breaksContract = false,
): Promise<Answer> {
	const answer = await handle();
	if (answer.status >= 300 || answer.body === undefined) return answer;
	return { ...answer, body: change(answer.body as never), breaksContract };
}

/** Asks for another page than the client did. */
function otherPage(
	{ incoming, handle }: Pick<Fault<object>, 'incoming' | 'handle'>,
	change: (request: SearchRequest) => Partial<SearchRequest>,
): Promise<Answer> {
	const request = incoming.record.body as SearchRequest;
	return handle({ ...request, ...change(request) });
}

/** A page of which something is not true. */
const pageThatLies = (description: string, change: (page: SimulatedPage) => SimulatedPage) =>
	kind({ only: 'searchFunctions', description, effect: (fault) => lie(fault, change) });

/** A list that grows or shrinks at the front with each page: what changes it is time, not an offset. */
const movingList = (direction: 1 | -1, description: string) =>
	kind({
		only: 'searchFunctions',
		description,
		settings: { records: z.number().int().positive().default(1).describe('functions per page') },
		async effect(fault) {
			const { memory, settings } = fault;
			memory.times.push(Date.now());
			const added = direction * (memory.times.length - 1) * settings.records;
			const handle = () =>
				otherPage(fault, ({ offset = 0 }) => ({ offset: Math.max(0, offset - added) }));
			return await lie({ handle }, (page: SimulatedPage) => ({
				...page,
				totalHits: Math.max(0, page.totalHits + added),
			}));
		},
	});

type Entry = [name: string, value: unknown];

/** Answers something else for the fields of the setting, or nothing. */
const lieAboutFields = (description: string, instead: (name: string) => Entry[]) =>
	kind({
		only: 'extractData',
		description,
		settings: {
			fields: z.array(z.string()).optional().describe('names of fields, all without it'),
		},
		effect: ({ handle, settings: { fields } }) =>
			lie({ handle }, (body: ExtractResponse) => {
				const entries = Object.entries(body.output).flatMap(([name, value]): Entry[] =>
					!fields || fields.includes(name) ? instead(name) : [[name, value]],
				);
				return { ...body, output: Object.fromEntries(entries) };
			}),
	});

/** What `big-ids` adds to every id: from here on a double skips every second number. */
export const BIG_ID = 2n ** 53n;

/** Successful answers that are wrong: pages that lie, runs and extractions with something missing. */
export const lies: Record<string, AnyFaultKind> = {
	'big-ids': kind({
		description: 'answers ids so large that a double does not hold their last digit',
		async effect({ handle }) {
			const { body, ...answer } = await handle();
			if (body === undefined || answer.status >= 300) return { ...answer, body };
			const text = JSON.stringify(body).replace(
				/"(id|executionId)":(\d+)/g,
				(_, name: string, id: string) => `"${name}":${BIG_ID + BigInt(id)}`,
			);
			return {
				...answer,
				text,
				headers: { 'content-type': 'application/json' },
				breaksContract: true,
			};
		},
	}),

	// Search: pages that lie

	'total-hits-wrong': kind({
		only: 'searchFunctions',
		description: 'answers a totalHits that is not the number of functions',
		settings: { totalHits: z.number().int().default(1_000_000) },
		effect: (fault) =>
			lie(fault, (page: SimulatedPage) => ({ ...page, totalHits: fault.settings.totalHits })),
	}),
	'total-hits-missing': kind({
		only: 'searchFunctions',
		description: 'answers without totalHits',
		effect: (fault) => lie(fault, ({ totalHits: _, ...page }: SimulatedPage) => page, true),
	}),
	'has-more-always': pageThatLies('says that there is more, also after the last page', (page) => ({
		...page,
		hasMore: true,
	})),
	'has-more-never': pageThatLies(
		'says that there is no more, also before the last page',
		(page) => ({ ...page, hasMore: false }),
	),
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
	'empty-page': pageThatLies('answers no function and says that there is more', (page) => ({
		...page,
		results: [],
		hasMore: true,
	})),
	'growing-list': movingList(
		1,
		'functions are added at the front between one page and the next: the same one comes twice',
	),
	'shrinking-list': movingList(
		-1,
		'functions are removed at the front between one page and the next: some are never seen',
	),
	degraded: pageThatLies('says degraded: true', (page) => ({ ...page, degraded: true })),

	// Runs and extractions: answers with something missing

	'execution-errors': kind({
		only: 'runConnector',
		description: 'the run starts and its answer carries errors',
		settings: { errors: z.array(z.unknown()).default([{ message: 'Source not reachable' }]) },
		effect: (fault) => lie(fault, (body: object) => ({ ...body, errors: fault.settings.errors })),
	}),
	'null-fields': lieAboutFields('answers null for fields', (name) => [[name, null]]),
	'missing-fields': lieAboutFields('leaves fields out', () => []),
	'output-not-object': kind({
		only: 'extractData',
		description: 'answers an output that is no object',
		settings: { output: z.unknown().default('I could not find any data.').describe('any JSON') },
		effect: (fault) =>
			lie(fault, (body: object) => ({ ...body, output: fault.settings.output }), true),
	}),
};
