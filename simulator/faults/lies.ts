import { z } from 'zod';
import type { ExtractResponse, OperationId, SearchRequest } from '../../contract/types.ts';
import type { Answer } from '../answer.ts';
import type { SimulatedPage } from '../functions.ts';
import type { AnyFaultKind, Fault } from './fault.ts';
import { kind, positiveCount } from './fault.ts';

/** Changes the JSON of a successful answer. */
async function lie(
	{ handle }: Pick<Fault<object>, 'handle'>,
	change: (body: never) => unknown,
): Promise<Answer> {
	const answer = await handle();
	if (answer.status >= 300 || answer.body === undefined) return answer;
	return { ...answer, body: change(answer.body as never), breaksContract: true };
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
const pageThatLies = (description: string, members: Partial<SimulatedPage>) =>
	kind({
		only: 'searchFunctions',
		description,
		effect: (fault) => lie(fault, (page: object) => ({ ...page, ...members })),
	});

/** An answer with members as the rule sets them. */
const settable = (only: OperationId, description: string, settings: z.ZodRawShape) =>
	kind({
		only,
		description,
		settings,
		effect: (fault) => lie(fault, (body: object) => ({ ...body, ...fault.settings })),
	});

/** A list that grows or shrinks at the front with each page: what changes it is time, not an offset. */
const movingList = (direction: 1 | -1, description: string) =>
	kind({
		only: 'searchFunctions',
		description,
		settings: { records: positiveCount.default(1).describe('functions per page') },
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

/** Answers the same for the fields of the setting, undefined for none at all. */
const lieAboutFields = (description: string, instead: null | undefined) =>
	kind({
		only: 'extractData',
		description,
		settings: {
			fields: z.array(z.string()).optional().describe('names of fields, all without it'),
		},
		effect: ({ handle, settings: { fields } }) =>
			lie({ handle }, (body: ExtractResponse) => {
				const names = fields ?? Object.keys(body.output);
				const told = names.filter((name) => Object.hasOwn(body.output, name));
				const others = Object.fromEntries(told.map((name) => [name, instead]));
				return { ...body, output: { ...body.output, ...others } };
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
			return { ...answer, text, headers: { 'content-type': 'application/json' } };
		},
	}),

	// Search: pages that lie

	'total-hits-wrong': settable(
		'searchFunctions',
		'answers a totalHits that is not the number of functions',
		{ totalHits: z.number().int().default(1_000_000) },
	),
	'total-hits-missing': pageThatLies('answers without totalHits', { totalHits: undefined }),
	'has-more-always': pageThatLies('says that there is more, also after the last page', {
		hasMore: true,
	}),
	'has-more-never': pageThatLies('says that there is no more, also before the last page', {
		hasMore: false,
	}),
	'short-page': kind({
		only: 'searchFunctions',
		description: 'answers fewer functions than asked for although there are more',
		settings: { missing: positiveCount.optional().describe('functions, half of them without it') },
		effect: (fault) =>
			otherPage(fault, ({ limit }) => ({
				limit: Math.max(1, limit - (fault.settings.missing ?? Math.floor(limit / 2))),
			})),
	}),
	'empty-page': pageThatLies('answers no function and says that there is more', {
		results: [],
		hasMore: true,
	}),
	'growing-list': movingList(
		1,
		'functions are added at the front between one page and the next: the same one comes twice',
	),
	'shrinking-list': movingList(
		-1,
		'functions are removed at the front between one page and the next: some are never seen',
	),
	degraded: pageThatLies('says degraded: true', { degraded: true }),

	// Runs and extractions: answers with something missing

	'execution-errors': settable('runConnector', 'the run starts and its answer carries errors', {
		errors: z.array(z.unknown()).default([{ message: 'Source not reachable' }]),
	}),
	'null-fields': lieAboutFields('answers null for fields', null),
	'missing-fields': lieAboutFields('leaves fields out', undefined),
	'output-not-object': settable('extractData', 'answers an output that is no object', {
		output: z.unknown().default('I could not find any data.').describe('any JSON'),
	}),
};
