import type { Effect, Fault } from './failures.ts';
import type * as api from '../../contract/types.ts';

/** A successful response with another body. */
const changed =
	(change: (body: never, settings: Fault['settings']) => object) =>
	async ({ handle, settings }: Fault) => {
		const response = await handle();
		if (response.status >= 300 || response.body === undefined) return response;
		return { ...response, body: change(response.body as never, settings) };
	};

const withMembers = (members: object) => changed((body: object) => ({ ...body, ...members }));

/** A list that grows or shrinks at the start with each page, whatever its offset. */
function movingList(direction: 1 | -1): Effect {
	return (fault) => {
		const { state, settings, incoming, handle } = fault;
		const request = incoming.record.body as api.SearchRequest;
		const pagesBefore = state.acceptedAt.push(Date.now()) - 1;
		const added = direction * pagesBefore * (settings.records ?? 1);
		const offset = Math.max(0, (request.offset ?? 0) - added);
		const change = changed(({ totalHits = 0, ...page }: api.SearchResponse) => {
			return { ...page, totalHits: Math.max(0, totalHits + added) };
		});
		return change({ ...fault, handle: () => handle({ ...request, offset }) });
	};
}

const replaceFields = (instead: null | undefined) =>
	changed(({ output, ...body }: api.ExtractResponse, { fields = Object.keys(output) }) => {
		const names = fields.filter((name) => name in output);
		const others = Object.fromEntries(names.map((name) => [name, instead]));
		return { ...body, output: { ...output, ...others } };
	});

/** Added to every ID by `big-ids`. Larger odd numbers aren't exact as doubles. */
export const BIG_ID = 2n ** 53n;

/** For all operations. */
export const bigIds: Effect = async ({ handle }) => {
	const { body, ...response } = await handle();
	if (body === undefined || response.status >= 300) return { ...response, body };
	const text = JSON.stringify(body).replace(
		/(?<="(?:id|executionId)":)\d+/g,
		(id) => `${BIG_ID + BigInt(id)}`,
	);
	return { ...response, text, headers: { 'content-type': 'application/json' } };
};

/** Successful responses with wrong or missing values, by operation. */
export const invalidResponses: Partial<Record<api.OperationId, Record<string, Effect>>> = {
	searchFunctions: {
		'total-hits-wrong': changed((page: object, { totalHits = 1_000_000 }) => {
			return { ...page, totalHits };
		}),
		'total-hits-missing': withMembers({ totalHits: undefined }),
		'has-more-always': withMembers({ hasMore: true }),
		'has-more-never': withMembers({ hasMore: false }),
		'empty-page': withMembers({ results: [], hasMore: true }),
		degraded: withMembers({ degraded: true }),
		'short-page'({ incoming, handle, settings }) {
			const request = incoming.record.body as api.SearchRequest;
			const { missing = Math.floor(request.limit / 2) } = settings;
			return handle({ ...request, limit: Math.max(1, request.limit - missing) });
		},
		'growing-list': movingList(1),
		'shrinking-list': movingList(-1),
	},
	runConnector: {
		'execution-errors': changed(
			(body: object, { errors = [{ message: 'Source not reachable' }] }) => ({ ...body, errors }),
		),
	},
	extractData: {
		'null-fields': replaceFields(null),
		'missing-fields': replaceFields(undefined),
	},
};
