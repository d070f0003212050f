import type { OperationId } from '../../simulator/contract.ts';

/** One request, and what the contract says of its answer. */
export interface Probe {
	name: string;
	operation: OperationId;
	method: 'POST' | 'PUT';
	path: string;
	/** Sent as JSON; a string is sent as it is. */
	body: unknown;
	/** Which token is sent; the right one when left out. */
	token?: 'wrong' | 'missing';
	contentType?: string;
	/**
	 * `either` where the spec describes the request and not its fate: an answer of success must be as
	 * described. `anything` where it does not describe the request.
	 */
	expects: 'success' | 'refusal' | 'either' | 'anything';
	/** What the spec does not show and the answer's status tells. */
	question?: string;
}

/** What would do more than search, each only when it is asked for. */
export interface ChosenProbes {
	updateJob?: { applicationId: string; jobId: string; definition: object };
	/** A stream id. */
	runConnector?: string;
	extract?: boolean;
}

interface SearchBody {
	filters: object[];
	sort: { field: string; ascending: boolean };
	limit: number;
}

export const EXTRACTED_FIELDS = {
	article: { type: 'string', description: 'The article that is ordered' },
	city: { type: 'string', description: 'Where it is sent to' },
};

const ERROR_STATUS = 'error status codes (part 7)';
const OUTSIDE = 'what becomes of a request that is not as described (part 7)';
const SORT_FIELDS = 'sort.field: the allowed values (part 4.1)';
const FILTERS = 'filters[]: other members and their meaning (part 2.3)';
const OFFSETS = 'offset: the allowed values (part 4.1)';
const UNKNOWN_FIELD = 'contractCheckUnknownField';
const BEYOND_THE_END = 2_000_000_000;

/** Bodies that keep the contract: what the usual body is changed by. */
const successes = ({ sort }: SearchBody): Record<string, object> => ({
	'limit 1': { limit: 1 },
	'limit 10': {},
	'limit 5, offset 5': { limit: 5, offset: 5 },
	'limit 10, descending': { sort: { ...sort, ascending: false } },
	'limit 5000': { limit: 5000 },
	'name of one letter': { name: 'a' },
	'name of nothing': { name: 'contract check: no function has this name' },
});

/** Bodies that are not as the spec describes them, whole. It does not say that they are refused. */
const outsiders = ({ filters, sort, limit }: SearchBody): Record<string, unknown> => ({
	'no filters': { sort, limit },
	'no sort': { filters, limit },
	'no limit': { filters, sort },
	'no sort.field': { filters, sort: { ascending: true }, limit },
	'no sort.ascending': { filters, sort: { field: sort.field }, limit },
	'no filter field': { filters: [{}], sort, limit },
	'limit 0': { filters, sort, limit: 0 },
	'limit -1': { filters, sort, limit: -1 },
	'limit 5001': { filters, sort, limit: 5001 },
	'limit 1.5': { filters, sort, limit: 1.5 },
	'limit as text': { filters, sort, limit: 'ten' },
	'offset -1': { filters, sort, limit, offset: -1 },
	'filters as object': { filters: {}, sort, limit },
	'ascending as text': { filters, sort: { ...sort, ascending: 'up' }, limit },
	'a list': [],
	'no JSON': '{"filters": [',
	'no body': '',
});

type OpenProbe = Pick<Probe, 'name' | 'question' | 'contentType'> & { changes: object };

/** Requests whose fate the spec does not show. */
const openProbes = ({ sort }: SearchBody, functionFields: string[]): OpenProbe[] => [
	...[...functionFields, UNKNOWN_FIELD].map((field) => ({
		name: `sort by ${field}`,
		question: SORT_FIELDS,
		changes: { sort: { ...sort, field } },
	})),
	...[['name'], ['name', 'owner'], [UNKNOWN_FIELD]].map((fields) => ({
		name: `filter of nothing but field (${fields.join(' and ')})`,
		question: FILTERS,
		changes: { filters: fields.map((field) => ({ field })) },
	})),
	{ name: 'limit 10, offset 0', question: OFFSETS, changes: { offset: 0 } },
	{ name: 'offset beyond the end', question: OFFSETS, changes: { offset: BEYOND_THE_END } },
	{
		name: 'further member',
		question: 'further members of a search request (part 4.1)',
		changes: { contractCheck: true },
	},
	{
		name: 'Content-Type text/plain',
		question: 'requests of another Content-Type (part 4)',
		contentType: 'text/plain',
		changes: {},
	},
];

/**
 * Everything that is sent without being asked for: searches, which read.
 *
 * @param sortField what the searches sort by; which fields are allowed is not shown
 * @param functionFields members of a function that could be sorted by
 */
export function searchProbes(sortField: string, functionFields: string[]): Probe[] {
	const usual: SearchBody = { filters: [], sort: { field: sortField, ascending: true }, limit: 10 };
	const search = (probe: Pick<Probe, 'name' | 'expects'> & Partial<Probe>): Probe => ({
		operation: 'searchFunctions',
		method: 'POST',
		path: '/api/query/v1/functions/search',
		body: usual,
		...probe,
	});
	return [
		...Object.entries(successes(usual)).map(([name, changes]) =>
			search({ name, expects: 'success', body: { ...usual, ...changes } }),
		),
		...Object.entries(outsiders(usual)).map(([name, body]) =>
			search({ name, expects: 'anything', question: OUTSIDE, body }),
		),
		...(['missing', 'wrong'] as const).map((token) =>
			search({ name: `${token} token`, expects: 'refusal', question: ERROR_STATUS, token }),
		),
		...openProbes(usual, functionFields).map(({ changes, ...probe }) =>
			search({ ...probe, expects: 'either', body: { ...usual, ...changes } }),
		),
	];
}

/** The requests that do more than search. */
export function chosenProbes({ updateJob, runConnector, extract }: ChosenProbes): Probe[] {
	const encode = encodeURIComponent;
	const probes: Array<Probe | undefined> = [
		updateJob && {
			name: 'update the job',
			operation: 'updateJob',
			method: 'PUT',
			path: `/v1/applications/${encode(updateJob.applicationId)}/jobs/${encode(updateJob.jobId)}`,
			body: updateJob.definition,
			expects: 'success',
		},
		runConnector === undefined
			? undefined
			: {
					name: 'run the connector',
					operation: 'runConnector',
					method: 'POST',
					path: `/api/data/v1/streams/${encode(runConnector)}/executions`,
					body: { runType: 'MANUAL' },
					expects: 'success',
				},
		extract
			? {
					name: 'extract from a sentence',
					operation: 'extractData',
					method: 'POST',
					path: '/api/ai/v1/extract',
					body: {
						input: [{ type: 'TEXT', text: 'Please send 12 blue chairs to Lisbon.' }],
						outputStructure: EXTRACTED_FIELDS,
					},
					expects: 'success',
				}
			: undefined,
	];
	return probes.filter((probe) => probe !== undefined);
}
