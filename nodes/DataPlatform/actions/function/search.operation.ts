import type { INodeProperties } from 'n8n-workflow';
import { withoutUndefined } from '../../helpers/values';
import { collection, number, select, showFor, text, toggle } from '../../parameters/declare';
import { createOutputProperties } from '../common.descriptions';
import { type Output, readOutput } from '../output';
import type { FilterItem, SearchRequest, Sort } from '../../transport/contract';
import type { ApiRequest } from '../../transport/request';
import type { ItemParameters, Operation, Result } from '../operation';
import {
	completeItems,
	type Completeness,
	createSearchDetails,
	detailsOption,
	readCompleteness,
	whenIncompleteOption,
} from './search/completeness';
import { filterOptions, readFilters } from './search/filters';
import { functionShape } from './search/functionResult';
import { collectSearchHints, KEEP_ONLY_IN_SUMMARY } from './search/searchHints';
import { type Keep, keepOnlyProperties, readKeepOnly } from './search/keepOnly';
import { convertPage, parseSearchPage, type SearchPage } from './search/searchResponse';
import { LARGEST_PAGE, type PageRange, readList, SMALLEST_PAGE } from './search/paging';
import { readSort, createSortProperty } from './search/sort';

interface SearchParameters
	extends ItemParameters, Completeness, Omit<PageRange, 'hasKeepOnly' | 'maxParallelPages'> {
	name?: string;
	filters: FilterItem[];
	sort: Sort;
	keep?: Keep;
	summaryOnly: boolean;
	output: Output;
}

const properties: INodeProperties[] = [
	text('Name', 'name', 'Name to search for', { placeholder: 'e.g. revenue' }),
	toggle('Return All', 'returnAll', 'Whether to return all results or only up to a given limit'),
	number('Limit', 'limit', 'Max number of results to return', {
		typeOptions: { minValue: 1 },
		default: 50,
		...showFor('returnAll', false),
	}),
	...keepOnlyProperties,
	...createOutputProperties(functionShape, { resource: ['function'], operation: ['search'] }),
	collection('Options', 'options', '', {
		placeholder: 'Add option',
		options: [
			detailsOption,
			...filterOptions,
			whenIncompleteOption,
			number('Page Size', 'pageSize', 'Maximum number of functions per request', {
				typeOptions: { minValue: SMALLEST_PAGE, maxValue: LARGEST_PAGE },
				default: LARGEST_PAGE,
			}),
			select(
				'Return',
				'return',
				'Whether to return the functions or only a summary of the search',
				`functions | Functions | One item for each function
				summary | Summary Only | One item with totalHits, hasMore and degraded`,
			),
			number('Start Offset', 'startOffset', 'Functions to skip before Keep Only applies', {
				typeOptions: { minValue: 0 },
			}),
		],
	}),
	createSortProperty(functionShape.members),
];

/** Function: Search (api-spec.md 4.1). Returns one item for each function, or one item with a summary. */
export const functionSearch: Operation<SearchParameters> = {
	resource: { name: 'Function', value: 'function' },
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search stored functions',
		description: 'Find stored functions, which are user-defined calculation expressions',
	},
	assistantNotes: [
		"One item per function, none if none is found. A broken link is one whose valid isn't VALID: brokenLinks is text such as 'CARD 203003: ILLEGAL_REFERENCE', '' without broken links.",
		`With resultFormat 'raw' an item is the function as the platform sends it: ${functionShape.members.join(', ')}; links is a list of { resource: { type; id }; valid: string; visible; active }, times are epoch milliseconds. selectedFields takes these names and those of OUTPUT. sort.rule.field takes the raw names, or 'otherField' with the name in otherField.`,
		"options.return 'summary' gives one item for the search, ignoring keepOnly: { totalHits: number; hasMore: boolean; degraded: boolean }.",
		"A list that may be incomplete fails with kind 'incomplete' and the reason in error, also if a function's date can't be read. With options.whenIncomplete 'hint' it doesn't fail: options.detailsField adds { totalHits; hasMore; degraded; incomplete: boolean } to each item.",
	],
	idempotency: 'safe',
	requestDefaults: { timeout: 60 },
	properties,

	readParameters(read, { timezone }) {
		const options = read.collection('options');
		return {
			name: read.text('name'),
			filters: readFilters(options),
			sort: readSort(read.group('sort')),
			limit: read.boolean('returnAll') ? Infinity : read.required('limit', read.integer('limit')),
			keep: readKeepOnly(read.collection('keepOnly'), timezone),
			pageSize: options.integer('pageSize') ?? LARGEST_PAGE,
			startOffset: options.integer('startOffset') ?? 0,
			summaryOnly: options.choice('return') === 'summary',
			output: readOutput(read, functionShape),
			...readCompleteness(options),
		};
	},

	async execute(parameters, api) {
		if (parameters.summaryOnly) {
			const page = await api.request(requestPage(parameters, parameters.startOffset, 1));
			return summarize(page, parameters);
		}
		const hasKeepOnly = parameters.keep !== undefined;
		const range = { ...parameters, hasKeepOnly, maxParallelPages: api.maxParallelRequests };
		const list = await readList(range, async (offset, limit, signal) => {
			const request = requestPage(parameters, offset, limit);
			return convertPage(await api.request({ ...request, signal }), parameters);
		});
		const { items, hints } = completeItems(list, parameters);
		return { items, hints: [...hints, ...collectSearchHints(list, parameters)] };
	},
};

function summarize(page: SearchPage, parameters: SearchParameters): Result {
	const { keep, detailsField } = parameters;
	const { totalHits, degraded, results } = page;
	const readCount = results.length;
	const hasMore = hasMoreThanLimit(page, parameters);
	const list = { functions: [], readCount, undated: [], totalHits, hasMore, degraded };
	const { hints } = completeItems(list, parameters);
	const details = detailsField && { [detailsField]: createSearchDetails(list) };
	return {
		items: [withoutUndefined({ totalHits, hasMore, degraded, ...details })],
		hints: [...hints, ...(keep ? [KEEP_ONLY_IN_SUMMARY] : [])],
	};
}

/**
 * Whether there are more functions than `limit`; undefined if unknown. For a summary, the node requests
 * only one function. So without totalHits, `hasMore: true` shows only that there's a second function.
 */
function hasMoreThanLimit(
	{ totalHits, hasMore }: SearchPage,
	{ startOffset, limit }: SearchParameters,
): boolean | undefined {
	if (totalHits !== undefined) return totalHits > startOffset + limit;
	return hasMore === false || limit === 1 ? hasMore : undefined;
}

function requestPage(
	{ filters, sort, name }: SearchParameters,
	offset: number,
	limit: number,
): ApiRequest<SearchPage> {
	return {
		method: 'POST',
		path: '/api/query/v1/functions/search',
		body: { filters, sort, limit, name, offset: offset || undefined } satisfies SearchRequest,
		parse: parseSearchPage,
		policy: { idempotency: 'safe' },
	};
}
