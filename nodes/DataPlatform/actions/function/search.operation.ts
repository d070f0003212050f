import type { IDataObject } from 'n8n-workflow';
import { validateSchema } from '../../parameters/validateSchema';
import { FUNCTION_MEMBERS, requestSchemas } from '../../transport/contract';
import { createFieldChoices, createOutputWithFields } from '../common.descriptions';
import type { ItemParameters, Operation } from '../operation';
import { type Output, readOutput } from '../resultFormat';
import { functionShape, parseSearchPage } from './search/functionResult';
import type { FetchPage, PageRange } from './search/pageReader';
import { readFunctionList } from './search/paging';
import { type Reporting, reportList } from './search/reportList';

interface SearchParameters extends ItemParameters, Omit<PageRange, 'maxParallelPages'>, Reporting {
	name?: string;
	filters: IDataObject[];
	sort: IDataObject;
	output: Output;
}

/** The API's largest `limit`. */
const LARGEST_PAGE = 5000;

const showOnlyForSearch = { resource: ['function'], operation: ['search'] };

/** Function: Search (api-spec.md 4.1). Returns one item for each function. */
export const functionSearch: Operation<SearchParameters> = {
	resource: { name: 'Function', value: 'function' },
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search functions',
		description: 'Find stored functions, such as calculated fields',
	},
	assistantNotes: [
		'OUTPUT: { id: number | string; name: string; brokenLinks: string; status: string; owner: number | string (a user ID); created: string (ISO 8601, UTC, or as sent); lastModified: string; linkCount: number; brokenLinkCount: number }. A field that was not sent is missing.',
		"One item per function, none if none is found. How a name is compared isn't documented.",
		"A link is broken if its valid isn't VALID. brokenLinks is text such as 'CARD 203003: ILLEGAL_REFERENCE, CARD 7: …', or ''.",
		`With resultFormat 'raw' an item has the fields that sort.rule.field lists: links is a list of { resource: { type; id }; valid: string; visible; active }, times are epoch milliseconds.`,
		'options.addSearchDetails adds search: { totalHits?: number; hasMore?: boolean; degraded?: boolean; incomplete: boolean; reason?: string }. To count functions, use it with limit 1.',
		"A list that may be incomplete, also because it changed while it was read, fails with kind 'incomplete', a failed page with its own kind. A list that ends at limit isn't incomplete. With options.whenIncomplete 'hint', what was read is returned, and search.incomplete is true.",
	],
	idempotency: 'safe',
	requestDefaults: { timeout: 60 },
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. revenue',
			description: 'Name to find, or empty for every function',
			displayOptions: { show: showOnlyForSearch },
		},
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
			displayOptions: { show: showOnlyForSearch },
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { ...showOnlyForSearch, returnAll: [false] } },
		},
		...createOutputWithFields(functionShape, showOnlyForSearch),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			displayOptions: { show: showOnlyForSearch },
			options: [
				{
					displayName: 'Add Search Details',
					name: 'addSearchDetails',
					type: 'boolean',
					default: false,
					description:
						'Whether to add "search" with totalHits and incomplete to each item. If nothing is found, one item has only "search".',
				},
				{
					displayName: 'Filters (JSON)',
					name: 'filtersJson',
					type: 'json',
					default: '[]',
					description: 'Filters as a JSON array in the format of your platform',
				},
				{
					displayName: 'If List May Be Incomplete',
					name: 'whenIncomplete',
					type: 'options',
					default: 'fail',
					description: 'What to do if functions may be missing',
					options: [
						{
							name: 'Continue With Hint',
							value: 'hint',
							description:
								"Returns the functions that were read. Use 'Add Search Details' to detect an incomplete list.",
						},
						{
							name: 'Fail Item',
							value: 'fail',
							description:
								'The error details contain up to 100 functions. Retry On Fail reads the list again.',
						},
					],
				},
				{
					displayName: 'Page Size',
					name: 'pageSize',
					type: 'number',
					typeOptions: { minValue: 2, maxValue: LARGEST_PAGE },
					default: LARGEST_PAGE,
					description: 'Maximum number of functions per request',
				},
				{
					displayName: 'Start Offset',
					name: 'startOffset',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description: 'Number of functions to skip',
				},
			],
		},
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'fixedCollection',
			placeholder: 'Add sort rule',
			default: {},
			description: 'Order of the functions, by name if not set',
			displayOptions: { show: showOnlyForSearch },
			options: [
				{
					displayName: 'Sort',
					name: 'rule',
					values: [
						{
							displayName: 'Field',
							name: 'field',
							type: 'options',
							default: 'name',
							description: 'Field to sort by. Your platform may not support every field.',
							options: createFieldChoices([...FUNCTION_MEMBERS, 'otherField']),
						},
						{
							displayName: 'Field Name',
							name: 'otherField',
							type: 'string',
							default: '',
							placeholder: 'e.g. popularity',
							description: 'Name of the field to sort by',
							displayOptions: { show: { field: ['otherField'] } },
						},
						{
							displayName: 'Direction',
							name: 'direction',
							type: 'options',
							default: 'ascending',
							options: [
								{ name: 'Ascending', value: 'ascending' },
								{ name: 'Descending', value: 'descending' },
							],
						},
					],
				},
			],
		},
	],

	readParameters(read) {
		const options = read.collection('options');
		const name = read.name('name');
		const filters = options.jsonArray('filtersJson') ?? [];
		validateSchema(options.displayName('filtersJson'), filters, [requestSchemas.FilterItem]);
		// The API requires a sort, by name if the user sets none.
		const rule = read.group('sort');
		const field = rule.name('field') ?? 'name';
		return {
			name,
			filters: filters as IDataObject[],
			sort: {
				field: field === 'otherField' ? rule.requiredName('otherField') : field,
				ascending: rule.choice('direction') === 'ascending',
			},
			limit: read.boolean('returnAll') ? Infinity : read.required('limit', read.integer('limit')),
			pageSize: options.integer('pageSize') ?? LARGEST_PAGE,
			startOffset: options.integer('startOffset') ?? 0,
			...readOutput(read, functionShape),
			failsIfIncomplete: options.choice('whenIncomplete') === 'fail',
			addsDetails: options.boolean('addSearchDetails'),
			hasCriteria: name !== undefined || filters.length > 0,
		};
	},

	async execute(parameters, api) {
		const { name, filters, sort, output } = parameters;
		const fetchPage: FetchPage = async (offset, limit, signal) =>
			await api.request({
				method: 'POST',
				path: '/api/query/v1/functions/search',
				body: { filters, sort, limit, name, offset: offset || undefined },
				parse: (response) => parseSearchPage(response, output),
				signal,
			});
		const range = { ...parameters, maxParallelPages: api.maxParallelRequests };
		return reportList(await readFunctionList(range, fetchPage), parameters);
	},
};
