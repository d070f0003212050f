import { z } from 'zod';
import type { ExtractResponse, OperationId, SearchRequest } from '../../contract/types.ts';
import type { SimulatedResponse } from '../response.ts';
import type { SimulatedPage } from '../functions.ts';
import type { AnyFaultKind, Fault } from './fault.ts';
import { kind, positiveCount } from './fault.ts';

/** Changes the JSON of a successful response. */
async function changeBody(
	{ handle }: Pick<Fault<object>, 'handle'>,
	change: (body: never) => unknown,
): Promise<SimulatedResponse> {
	const response = await handle();
	if (response.status >= 300 || response.body === undefined) return response;
	return { ...response, body: change(response.body as never) };
}

/** Returns another page than the client requested. */
function otherPage(
	{ incoming, handle }: Pick<Fault<object>, 'incoming' | 'handle'>,
	change: (request: SearchRequest) => Partial<SearchRequest>,
): Promise<SimulatedResponse> {
	const request = incoming.record.body as SearchRequest;
	return handle({ ...request, ...change(request) });
}

/** A page with changed members. */
const changedPage = (description: string, members: Partial<SimulatedPage>) =>
	kind({
		only: 'searchFunctions',
		description,
		effect: (fault) => changeBody(fault, (page: object) => ({ ...page, ...members })),
	});

/** A response with members from the rule. */
const changedMembers = (only: OperationId, description: string, settings: z.ZodRawShape) =>
	kind({
		only,
		description,
		settings,
		effect: (fault) => changeBody(fault, (body: object) => ({ ...body, ...fault.settings })),
	});

/** A list that grows or shrinks at the start with each page, whatever its offset. */
const movingList = (direction: 1 | -1, description: string) =>
	kind({
		only: 'searchFunctions',
		description,
		settings: { records: positiveCount.default(1).describe('functions per page') },
		async effect(fault) {
			const { state, settings } = fault;
			state.acceptedAt.push(Date.now());
			const added = direction * (state.acceptedAt.length - 1) * settings.records;
			const handle = () =>
				otherPage(fault, ({ offset = 0 }) => ({ offset: Math.max(0, offset - added) }));
			return await changeBody({ handle }, (page: SimulatedPage) => ({
				...page,
				totalHits: Math.max(0, page.totalHits + added),
			}));
		},
	});

/** Replaces the values of fields, or removes the fields. */
const replaceFields = (description: string, instead: null | undefined) =>
	kind({
		only: 'extractData',
		description,
		settings: {
			fields: z.array(z.string()).optional().describe('names of fields, default all'),
		},
		effect: ({ handle, settings: { fields } }) =>
			changeBody({ handle }, (body: ExtractResponse) => {
				const names = fields ?? Object.keys(body.output);
				const present = names.filter((name) => Object.hasOwn(body.output, name));
				const others = Object.fromEntries(present.map((name) => [name, instead]));
				return { ...body, output: { ...body.output, ...others } };
			}),
	});

/** Added to every ID by `big-ids`. Larger odd numbers aren't exact as doubles. */
export const BIG_ID = 2n ** 53n;

/** Successful responses with wrong or missing values. */
export const invalidResponses: Record<string, AnyFaultKind> = {
	'big-ids': kind({
		description: 'returns IDs that are too large for an exact double',
		async effect({ handle }) {
			const { body, ...response } = await handle();
			if (body === undefined || response.status >= 300) return { ...response, body };
			const text = JSON.stringify(body).replace(
				/"(id|executionId)":(\d+)/g,
				(_, name: string, id: string) => `"${name}":${BIG_ID + BigInt(id)}`,
			);
			return { ...response, text, headers: { 'content-type': 'application/json' } };
		},
	}),

	// Searches

	'total-hits-wrong': changedMembers('searchFunctions', 'returns a wrong totalHits', {
		totalHits: z.number().int().default(1_000_000),
	}),
	'total-hits-missing': changedPage('returns no totalHits', { totalHits: undefined }),
	'has-more-always': changedPage('returns hasMore: true, even after the last page', {
		hasMore: true,
	}),
	'has-more-never': changedPage('returns hasMore: false, even before the last page', {
		hasMore: false,
	}),
	'short-page': kind({
		only: 'searchFunctions',
		description: 'returns fewer functions than requested although there are more',
		settings: {
			missing: positiveCount.optional().describe('number of functions, default half of them'),
		},
		effect: (fault) =>
			otherPage(fault, ({ limit }) => ({
				limit: Math.max(1, limit - (fault.settings.missing ?? Math.floor(limit / 2))),
			})),
	}),
	'empty-page': changedPage('returns no functions and hasMore: true', {
		results: [],
		hasMore: true,
	}),
	'growing-list': movingList(
		1,
		'adds functions at the start of the list between pages, so that some come twice',
	),
	'shrinking-list': movingList(
		-1,
		'removes functions from the start of the list between pages, so that some are skipped',
	),
	degraded: changedPage('returns degraded: true', { degraded: true }),

	// Runs and extractions

	'execution-errors': changedMembers('runConnector', 'starts the run and returns errors', {
		errors: z.array(z.unknown()).default([{ message: 'Source not reachable' }]),
	}),
	'null-fields': replaceFields('returns null for fields', null),
	'missing-fields': replaceFields('returns no value for fields', undefined),
	'output-not-object': changedMembers('extractData', "returns an output that isn't an object", {
		output: z.unknown().default('I could not find any data.').describe('any JSON'),
	}),
};
