import { z } from 'zod';
import type { ExtractResponse, OperationId, SearchRequest } from '../../contract/types.ts';
import type { SimulatedResponse } from '../response.ts';
import type { SimulatedPage } from '../functions.ts';
import { type Fault, type FaultKind, type Handle, kind, positiveCount } from './fault.ts';

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
function changed(only: OperationId, members: Record<string, unknown>) {
	const settings = Object.entries(members).filter(([, value]) => value instanceof z.ZodType);
	return kind(
		Object.fromEntries(settings) as z.ZodRawShape,
		({ handle, settings }) =>
			changeBody(handle, (body: object) => ({ ...body, ...members, ...settings })),
		only,
	);
}

const changedPage = (members: Record<string, unknown>) => changed('searchFunctions', members);

/** A list that grows or shrinks at the start with each page, whatever its offset. */
const movingList = (direction: 1 | -1) =>
	kind(
		{ records: positiveCount.default(1) },
		(fault) => {
			const { acceptedAt } = fault.state;
			const added = direction * (acceptedAt.push(Date.now()) - 1) * fault.settings.records;
			const handle = () =>
				otherPage(fault, ({ offset = 0 }) => ({ offset: Math.max(0, offset - added) }));
			return changeBody(handle, (page: SimulatedPage) => ({
				...page,
				totalHits: Math.max(0, page.totalHits + added),
			}));
		},
		'searchFunctions',
	);

const replaceFields = (instead: null | undefined) =>
	kind(
		{ fields: z.array(z.string()).optional() },
		({ handle, settings: { fields } }) =>
			changeBody(handle, ({ output, ...body }: ExtractResponse) => {
				const names = Object.keys(output).filter((name) => fields?.includes(name) ?? true);
				const others = Object.fromEntries(names.map((name) => [name, instead]));
				return { ...body, output: { ...output, ...others } };
			}),
		'extractData',
	);

/** Added to every ID by `big-ids`. Larger odd numbers aren't exact as doubles. */
export const BIG_ID = 2n ** 53n;

/** Successful responses with wrong or missing values. */
export const invalidResponses: Record<string, FaultKind> = {
	'big-ids': kind({}, async ({ handle }) => {
		const { body, ...response } = await handle();
		if (body === undefined || response.status >= 300) return { ...response, body };
		const text = JSON.stringify(body).replace(
			/(?<="(?:id|executionId)":)\d+/g,
			(id) => `${BIG_ID + BigInt(id)}`,
		);
		return { ...response, text, headers: { 'content-type': 'application/json' } };
	}),

	'total-hits-wrong': changedPage({ totalHits: z.number().int().default(1_000_000) }),
	'total-hits-missing': changedPage({ totalHits: undefined }),
	'has-more-always': changedPage({ hasMore: true }),
	'has-more-never': changedPage({ hasMore: false }),
	'empty-page': changedPage({ results: [], hasMore: true }),
	degraded: changedPage({ degraded: true }),
	'short-page': kind(
		{ missing: positiveCount.optional() },
		(fault) =>
			otherPage(fault, ({ limit }) => ({
				limit: Math.max(1, limit - (fault.settings.missing ?? Math.floor(limit / 2))),
			})),
		'searchFunctions',
	),
	'growing-list': movingList(1),
	'shrinking-list': movingList(-1),

	'execution-errors': changed('runConnector', {
		errors: z.array(z.unknown()).default([{ message: 'Source not reachable' }]),
	}),

	'null-fields': replaceFields(null),
	'missing-fields': replaceFields(undefined),
	'output-not-object': changed('extractData', {
		output: z.unknown().default('I could not find any data.'),
	}),
};
