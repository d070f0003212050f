import { z } from 'zod';
import type { ExtractResponse, OperationId, SearchRequest } from '../../contract/types.ts';
import type { SimulatedResponse } from '../response.ts';
import type { SimulatedPage } from '../functions.ts';
import { type AnyFaultKind, type Fault, type Handle, kind, positiveCount } from './fault.ts';

async function changeBody(
	handle: Handle,
	change: (body: never) => unknown,
): Promise<SimulatedResponse> {
	const response = await handle();
	if (response.status >= 300 || response.body === undefined) return response;
	return { ...response, body: change(response.body as never) };
}

function otherPage({ incoming, handle }: Fault, change: (request: SearchRequest) => object) {
	const request = incoming.record.body as SearchRequest;
	return handle({ ...request, ...change(request) });
}

/** A response with other members. Those with a schema are settings of the rule. */
function changed(only: OperationId, description: string, members: Record<string, unknown>) {
	const settings = Object.entries(members).filter(([, value]) => value instanceof z.ZodType);
	return kind<z.ZodRawShape>({
		only,
		description,
		settings: Object.fromEntries(settings) as z.ZodRawShape,
		effect: ({ handle, settings }) =>
			changeBody(handle, (body: object) => ({ ...body, ...members, ...settings })),
	});
}

const changedPage = (description: string, members: Record<string, unknown>) =>
	changed('searchFunctions', description, members);

/** A list that grows or shrinks at the start with each page, whatever its offset. */
const movingList = (direction: 1 | -1, description: string) =>
	kind({
		only: 'searchFunctions',
		description,
		settings: { records: positiveCount.default(1).describe('functions per page') },
		effect(fault) {
			const { acceptedAt } = fault.state;
			const added = direction * (acceptedAt.push(Date.now()) - 1) * fault.settings.records;
			const handle = () =>
				otherPage(fault, ({ offset = 0 }) => ({ offset: Math.max(0, offset - added) }));
			return changeBody(handle, (page: SimulatedPage) => ({
				...page,
				totalHits: Math.max(0, page.totalHits + added),
			}));
		},
	});

const replaceFields = (description: string, instead: null | undefined) =>
	kind({
		only: 'extractData',
		description,
		settings: {
			fields: z.array(z.string()).optional().describe('names of fields, default all'),
		},
		effect: ({ handle, settings: { fields } }) =>
			changeBody(handle, ({ output, ...body }: ExtractResponse) => {
				const names = Object.keys(output).filter((name) => fields?.includes(name) ?? true);
				const others = Object.fromEntries(names.map((name) => [name, instead]));
				return { ...body, output: { ...output, ...others } };
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
				/(?<="(?:id|executionId)":)\d+/g,
				(id) => `${BIG_ID + BigInt(id)}`,
			);
			return { ...response, text, headers: { 'content-type': 'application/json' } };
		},
	}),

	'total-hits-wrong': changedPage('returns a wrong totalHits', {
		totalHits: z.number().int().default(1_000_000),
	}),
	'total-hits-missing': changedPage('returns no totalHits', { totalHits: undefined }),
	'has-more-always': changedPage('returns hasMore: true even at the end', { hasMore: true }),
	'has-more-never': changedPage('returns hasMore: false even before the end', { hasMore: false }),
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
	'empty-page': changedPage('returns hasMore: true without results', {
		results: [],
		hasMore: true,
	}),
	'growing-list': movingList(1, 'adds functions before a page, so that some come twice'),
	'shrinking-list': movingList(-1, 'removes functions before a page, so that some are skipped'),
	degraded: changedPage('returns degraded: true', { degraded: true }),
	'execution-errors': changed('runConnector', 'starts the run and returns errors', {
		errors: z.array(z.unknown()).default([{ message: 'Source not reachable' }]),
	}),
	'null-fields': replaceFields('returns null for fields', null),
	'missing-fields': replaceFields('returns no value for fields', undefined),
	'output-not-object': changed('extractData', "returns an output that isn't an object", {
		output: z.unknown().default('I could not find any data.').describe('any JSON'),
	}),
};
