import type { INodeProperties } from 'n8n-workflow';
import type { SearchPage } from './search/answer';
import { searchPageAnswer } from './search/answer';
import type { FilterItem, SearchRequest, Sort } from '../../transport/contract';
import type { Span } from './search/paging';
import { allFunctions, LARGEST_PAGE } from './search/paging';
import type { ApiRequest } from '../../transport/request';
import { filterFields, readFilters } from './search/filters';
import { functionResult } from './search/functionResult';
import type { Output } from '../../parameters/output';
import { outputFields, readOutput, shaped } from '../../parameters/output';
import { readSort, sortField } from './search/sort';
import { withoutUnset } from '../../helpers/values';
import type { Operation, Outcome } from '../operation';
import type { Completeness } from './search/completeness';
import {
	completeItems,
	detailsOf,
	detailsOption,
	readCompleteness,
	whenIncompleteOption,
} from './search/completeness';
import { hintsOfSearch, KEEP_ONLY_IN_SUMMARY } from './search/hints';
import { keepOnlyFields, readKeepOnly } from './search/keepOnly';

interface SearchParameters extends Omit<Span, 'pagesAtATime'> {
	name?: string;
	filters: FilterItem[];
	sort: Sort;
	summaryOnly: boolean;
	output: Output;
	completeness: Completeness;
}

const fields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. revenue',
		description: 'Not sent when empty; how names are compared, your instance decides',
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
	...keepOnlyFields,
	sortField(functionResult.members),
	...outputFields(functionResult),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			detailsOption,
			whenIncompleteOption,
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: LARGEST_PAGE },
				default: LARGEST_PAGE,
				description: 'How many functions one request asks for, at most 5000',
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
							'One item with totalHits and degraded, by a single request for one function, and hasMore: whether totalHits goes beyond what Limit lets out',
					},
				],
			},
			{
				displayName: 'Start Offset',
				name: 'startOffset',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description: 'How many functions to pass over',
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
		action: 'Search stored functions',
		description: 'Find stored functions (user-defined calculation expressions) by name and filters',
	},
	builderNotes: [
		"One item for each function, none where none is found. notValidLinks is text such as 'CARD 203003: ILLEGAL_REFERENCE', empty without such links; keepOnly.notValidLinks true keeps only functions that have some, false those without.",
		`With resultFormat 'raw' an item is the function as the platform sends it: ${functionResult.members.join(', ')}. sort.rule.field takes these names (by which it can sort is not documented), selectedFields these and the three of links above. links is a list of { resource: { type; id }; valid: 'VALID' or what is wrong; visible; active }, times are epoch milliseconds.`,
		"With options.return 'summary' one item of the whole search, keepOnly without effect: { totalHits: number; hasMore: boolean; degraded: boolean }.",
		"A list that can be incomplete fails, unless options.whenIncomplete is 'hint': then options.detailsField tells it in each item, by those members and incomplete: boolean.",
	],
	effect: 'reads',
	requestDefaults: { timeout: 60 },
	fields,

	parameters(read, { timezone }) {
		const options = read.collection('options');
		return {
			name: read.text('name'),
			filters: readFilters(read),
			sort: readSort(read.group('sort')),
			limit: read.boolean('returnAll')
				? Infinity
				: read.required('limit', read.integer('limit', { min: 1 })),
			keep: readKeepOnly(read.collection('keepOnly'), timezone),
			pageSize: options.integer('pageSize', { min: 1, max: LARGEST_PAGE }) ?? LARGEST_PAGE,
			startOffset: options.integer('startOffset', { min: 0 }) ?? 0,
			summaryOnly: options.choice('return') === 'summary',
			output: readOutput(read, functionResult),
			completeness: readCompleteness(options),
		};
	},

	request: (parameters) => pageRequest(parameters, parameters.startOffset, firstPage(parameters)),

	answer: searchPageAnswer,

	async perform(parameters, send, atATime) {
		if (parameters.summaryOnly) return summaryOf(await send(this.request(parameters)), parameters);
		const found = await allFunctions(
			{ ...parameters, pagesAtATime: atATime },
			async (offset, limit) => await send(pageRequest(parameters, offset, limit)),
			(result) => shaped(result, parameters.output, functionResult),
		);
		const { items, hints } = completeItems(found, parameters.completeness);
		return { items, hints: [...hints, ...hintsOfSearch(found, parameters)] };
	},
};

/** How many functions the first request asks for. */
function firstPage({ summaryOnly, pageSize, limit, keep }: SearchParameters): number {
	if (summaryOnly) return 1;
	return keep ? pageSize : Math.min(pageSize, limit);
}

function summaryOf(page: SearchPage, { keep, completeness, ...wanted }: SearchParameters): Outcome {
	const { totalHits, degraded, results } = page;
	const hasMore = hasMoreThan(page, wanted);
	const read = results.length;
	const found = { functions: [], read, totalHits, hasMore, degraded, incomplete: false };
	const { hints } = completeItems(found, completeness);
	const { detailsField } = completeness;
	const details = detailsField && { [detailsField]: detailsOf(found) };
	return {
		items: [withoutUnset({ totalHits, hasMore, degraded, ...details })],
		hints: [...hints, ...(keep ? [KEEP_ONLY_IN_SUMMARY] : [])],
	};
}

/** Whether there is more than Limit lets out: a page of one does not say so, unless it holds all there is. */
function hasMoreThan(
	{ totalHits, hasMore }: SearchPage,
	{ startOffset, limit }: Pick<SearchParameters, 'startOffset' | 'limit'>,
): boolean | undefined {
	if (totalHits !== undefined) return totalHits > startOffset + limit;
	return hasMore === false || limit === 1 ? hasMore : undefined;
}

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
	};
}
