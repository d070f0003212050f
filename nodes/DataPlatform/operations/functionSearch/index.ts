import type { INodeProperties } from 'n8n-workflow';
import type { SearchPage } from './answer';
import { searchPageAnswer } from './answer';
import type { FilterItem, SearchRequest, Sort } from '../../api/contract';
import type { Found } from './paging';
import { allFunctions, LARGEST_PAGE } from './paging';
import type { ApiRequest } from '../../api/request';
import { filterFields, readFilters } from './filters';
import { isoDate } from '../../isoDate';
import type { Output } from '../../parameters/output';
import { outputFields, readOutput, resultShape, shaped } from '../../parameters/output';
import { readSort, sortField } from './sort';
import { withoutUnset } from '../../values';
import type { Operation } from '../operation';

interface SearchParameters {
	name?: string;
	filters: FilterItem[];
	sort: Sort;
	/** How many functions to emit, Infinity for all. */
	limit: number;
	pageSize: number;
	startOffset: number;
	summaryOnly: boolean;
	output: Output;
}

/** Functions on a page, some 200 kB, from which on it costs less to read it as it arrives. */
const LARGE_PAGE = 500;

/** api-spec.md 2.1. */
export const functionResult = resultShape(
	'id',
	(result) => ({
		id: result.id,
		name: result.name,
		status: result.status,
		owner: result.owner,
		created: isoDate(result.created),
		lastModified: isoDate(result.lastModified),
		locked: result.locked,
		global: result.global,
		archived: result.archived,
		links: result.links,
	}),
	['legacyId', 'activeLinks'],
);

const fields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. revenue',
		description:
			'Search functions by name; not sent when empty. The API does not document how names are compared.',
	},
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
	...filterFields,
	sortField(functionResult.members),
	...outputFields(functionResult),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: LARGEST_PAGE },
				default: LARGEST_PAGE,
				description: 'How many functions one request asks for, 1 to 5000',
			},
			{
				displayName: 'Return',
				name: 'return',
				type: 'options',
				default: 'functions',
				description: 'What comes out',
				options: [
					{
						name: 'Functions',
						value: 'functions',
						description: 'One item for each function',
					},
					{
						name: 'Summary Only',
						value: 'summary',
						description:
							'One item with totalHits, hasMore and degraded, by a single request for one function: its hasMore tells whether there is a second one',
					},
				],
			},
			{
				displayName: 'Start Offset',
				name: 'startOffset',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description: 'Index of the first function to return, sent as offset; 0 is left out',
			},
		],
	},
];

/** Function → Search (api-spec.md 4.1): one item for each function found. */
export const functionSearch: Operation<SearchParameters, SearchPage> = {
	resource: { name: 'Function', value: 'function' },
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search functions',
		description: 'Find stored functions (user-defined calculation expressions) by name and filters',
	},
	effect: 'reads',
	requestDefaults: { maxConcurrency: 10, timeout: 60 },
	fields,

	parameters(read) {
		const options = read.collection('options');
		return {
			name: read.text('name'),
			filters: readFilters(read),
			sort: readSort(read.group('sort')),
			limit: read.boolean('returnAll')
				? Infinity
				: read.required('limit', read.integer('limit', { min: 1 })),
			pageSize: options.integer('pageSize', { min: 1, max: LARGEST_PAGE }) ?? LARGEST_PAGE,
			startOffset: options.integer('startOffset', { min: 0 }) ?? 0,
			summaryOnly: options.choice('return') === 'summary',
			output: readOutput(read, functionResult),
		};
	},

	request: (parameters) =>
		pageRequest(
			parameters,
			parameters.startOffset,
			parameters.summaryOnly ? 1 : Math.min(parameters.pageSize, parameters.limit),
		),

	answer: searchPageAnswer,

	async perform(parameters, send, maxConcurrency) {
		if (parameters.summaryOnly) {
			const { totalHits, hasMore, degraded } = await send(this.request(parameters));
			return { items: [withoutUnset({ totalHits, hasMore, degraded })] };
		}
		const found = await allFunctions(
			{ ...parameters, pagesAtATime: maxConcurrency },
			async (offset, limit) => await send(pageRequest(parameters, offset, limit)),
			(result) => shaped(result, parameters.output, functionResult),
		);
		return {
			items: found.functions,
			hints: hintsOf(found, parameters),
		};
	},
};

function hintsOf(found: Found, { filters }: SearchParameters): string[] {
	const foundNothing = found.functions.length === 0 && !found.incomplete && filters.length > 0;
	return [
		...(found.degraded ? [DEGRADED] : []),
		...(found.incomplete ? [INCOMPLETE] : []),
		...(foundNothing ? [NOTHING_FOUND] : []),
	];
}

const INCOMPLETE =
	'The list changed while it was read, or the platform sent fewer functions than it promised: the list can be incomplete.';

const NOTHING_FOUND =
	'No function matches these filters. Which fields and values a filter may have is not documented: what your instance does not know may just find nothing.';

const DEGRADED =
	'The platform answered "degraded": true. What that means is not documented: do not rely on the list of functions being complete.';

function pageRequest(parameters: SearchParameters, offset: number, limit: number): ApiRequest {
	const { filters, sort, name } = parameters;
	const body = withoutUnset<SearchRequest>({
		filters,
		sort,
		limit,
		name,
		offset: offset === 0 ? undefined : offset,
	});
	return {
		method: 'POST',
		path: '/api/query/v1/functions/search',
		body,
		...(limit >= LARGE_PAGE && { streamed: true }),
	};
}
