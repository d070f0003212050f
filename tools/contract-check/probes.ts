import type { OperationId } from '../../simulator/contract.ts';

/** One request, and what the contract says of its answer. */
export interface Probe {
	name: string;
	operation: OperationId;
	/** Those of the path. */
	parameters?: Record<string, string>;
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

/** Searches that have all but name and body in common; those with a question expect `either`, if they do not say. */
interface Searches extends Partial<Pick<Probe, 'expects' | 'question' | 'token' | 'contentType'>> {
	bodies: Record<string, unknown>;
}

export const EXTRACTED_FIELDS = {
	article: { type: 'string', description: 'The article that is ordered' },
	city: { type: 'string', description: 'Where it is sent to' },
};

const UNKNOWN_FIELD = 'contractCheckUnknownField';
const BEYOND_THE_END = 2_000_000_000;

/**
 * Everything that is sent without being asked for: searches, which read.
 *
 * @param sortField what the searches sort by; which fields are allowed is not shown
 * @param functionFields members of a function that could be sorted by
 */
export function searchProbes(sortField: string, functionFields: string[]): Probe[] {
	return searches(sortField, functionFields).flatMap(({ bodies, ...rest }) =>
		Object.entries(bodies).map(([name, body]) => ({
			name,
			operation: 'searchFunctions',
			body,
			expects: rest.question === undefined ? 'success' : 'either',
			...rest,
		})),
	);
}

function searches(sortField: string, functionFields: string[]): Searches[] {
	const filters: object[] = [];
	const sort = { field: sortField, ascending: true };
	const limit = 10;
	const usual = { filters, sort, limit };
	return [
		{
			bodies: {
				'limit 1': { ...usual, limit: 1 },
				'limit 10': usual,
				'limit 5, offset 5': { ...usual, limit: 5, offset: 5 },
				'limit 10, descending': { ...usual, sort: { ...sort, ascending: false } },
				'limit 5000': { ...usual, limit: 5000 },
				'name of one letter': { ...usual, name: 'a' },
				'name of nothing': { ...usual, name: 'contract check: no function has this name' },
			},
		},
		{
			expects: 'anything',
			question: 'what becomes of a request that is not as described (part 7)',
			bodies: {
				'no filters': { sort, limit },
				'no sort': { filters, limit },
				'no limit': { filters, sort },
				'no sort.field': { ...usual, sort: { ascending: true } },
				'no sort.ascending': { ...usual, sort: { field: sortField } },
				'no filter field': { ...usual, filters: [{}] },
				'limit 0': { ...usual, limit: 0 },
				'limit -1': { ...usual, limit: -1 },
				'limit 5001': { ...usual, limit: 5001 },
				'limit 1.5': { ...usual, limit: 1.5 },
				'limit as text': { ...usual, limit: 'ten' },
				'offset -1': { ...usual, offset: -1 },
				'filters as object': { ...usual, filters: {} },
				'ascending as text': { ...usual, sort: { ...sort, ascending: 'up' } },
				'a list': [],
				'no JSON': '{"filters": [',
				'no body': '',
			},
		},
		...(['missing', 'wrong'] as const).map((token): Searches => ({
			expects: 'refusal',
			question: 'error status codes (part 7)',
			token,
			bodies: { [`${token} token`]: usual },
		})),
		{
			question: 'sort.field: the allowed values (part 4.1)',
			bodies: Object.fromEntries(
				[...functionFields, UNKNOWN_FIELD].map((field) => [
					`sort by ${field}`,
					{ ...usual, sort: { ...sort, field } },
				]),
			),
		},
		{
			question: 'filters[]: other members and their meaning (part 2.3)',
			bodies: Object.fromEntries(
				[['name'], ['name', 'owner'], [UNKNOWN_FIELD]].map((fields) => [
					`filter of nothing but field (${fields.join(' and ')})`,
					{ ...usual, filters: fields.map((field) => ({ field })) },
				]),
			),
		},
		{
			question: 'offset: the allowed values (part 4.1)',
			bodies: {
				'limit 10, offset 0': { ...usual, offset: 0 },
				'offset beyond the end': { ...usual, offset: BEYOND_THE_END },
			},
		},
		{
			question: 'further members of a search request (part 4.1)',
			bodies: { 'further member': { ...usual, contractCheck: true } },
		},
		{
			question: 'requests of another Content-Type (part 4)',
			contentType: 'text/plain',
			bodies: { 'Content-Type text/plain': usual },
		},
	];
}

/** The requests that do more than search. */
export function chosenProbes({ updateJob, runConnector, extract }: ChosenProbes): Probe[] {
	const chosen: Array<Omit<Probe, 'expects'> | false | undefined> = [
		updateJob && {
			name: 'update the job',
			operation: 'updateJob',
			parameters: { applicationId: updateJob.applicationId, jobId: updateJob.jobId },
			body: updateJob.definition,
		},
		runConnector !== undefined && {
			name: 'run the connector',
			operation: 'runConnector',
			parameters: { streamId: runConnector },
			body: { runType: 'MANUAL' },
		},
		extract && {
			name: 'extract from a sentence',
			operation: 'extractData',
			body: {
				input: [{ type: 'TEXT', text: 'Please send 12 blue chairs to Lisbon.' }],
				outputStructure: EXTRACTED_FIELDS,
			},
		},
	];
	return chosen.flatMap((probe) => (probe ? [{ ...probe, expects: 'success' as const }] : []));
}
