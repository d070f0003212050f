import type { OperationId } from '../../contract/types.ts';

/** A request, and what to learn from its response. */
export interface Probe {
	name: string;
	operation: OperationId;
	/** Path parameters. */
	parameters?: Record<string, string>;
	/** Sent as JSON. A string is sent unchanged. */
	body: unknown;
	/** Sends a wrong token, or none. */
	token?: 'wrong' | 'missing';
	contentType?: string;
	/** The spec doesn't say whether the request succeeds. */
	mayFail?: true;
	/** The spec doesn't describe this request, so any response is fine. */
	isUndescribed?: true;
}

/** Probes that do more than search. Only sent if requested. */
export interface ChosenProbes {
	updateJob?: { applicationId: string; jobId: string; definition: object };
	/** A stream ID. */
	runConnector?: string;
	extract?: boolean;
}

const UNKNOWN_FIELD = 'contractCheckUnknownField';
const BEYOND_THE_END = 2_000_000_000;

/**
 * The probes that are always sent: searches.
 *
 * @param sortField the field that the searches sort by
 * @param functionFields members of a function that can be sorted by
 */
export function searchProbes(sortField: string, functionFields: string[]): Probe[] {
	const filters: object[] = [];
	const sort = { field: sortField, ascending: true };
	const limit = 10;
	const usual = { filters, sort, limit };
	const sortFields = [...functionFields, UNKNOWN_FIELD];
	const filterFields = [['name'], ['name', 'owner'], [UNKNOWN_FIELD]];

	return [
		...searches({
			'limit 1': { ...usual, limit: 1 },
			'limit 10': usual,
			'limit 5, offset 5': { ...usual, limit: 5, offset: 5 },
			'limit 10, descending': { ...usual, sort: { ...sort, ascending: false } },
			'limit 5000': { ...usual, limit: 5000 },
			'name of one letter': { ...usual, name: 'a' },
			'name of nothing': { ...usual, name: 'contract check: no function has this name' },
		}),
		...searches(
			{
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
			{ isUndescribed: true },
		),
		...searches({ 'missing token': usual }, { token: 'missing' }),
		...searches({ 'wrong token': usual }, { token: 'wrong' }),
		...searches(
			{
				...Object.fromEntries(
					sortFields.map((field) => [`sort by ${field}`, { ...usual, sort: { ...sort, field } }]),
				),
				...Object.fromEntries(
					filterFields.map((fields) => [
						`filter of nothing but field (${fields.join(' and ')})`,
						{ ...usual, filters: fields.map((field) => ({ field })) },
					]),
				),
				'limit 10, offset 0': { ...usual, offset: 0 },
				'offset beyond the end': { ...usual, offset: BEYOND_THE_END },
				'further member': { ...usual, contractCheck: true },
			},
			{ mayFail: true },
		),
		...searches({ 'Content-Type text/plain': usual }, { contentType: 'text/plain', mayFail: true }),
	];
}

/** A search for each body, with its name. */
function searches(
	bodies: Record<string, unknown>,
	settings?: Pick<Probe, 'token' | 'contentType' | 'isUndescribed' | 'mayFail'>,
): Probe[] {
	const common = { operation: 'searchFunctions', ...settings } as const;
	return Object.entries(bodies).map(([name, body]) => ({ name, body, ...common }));
}

/** The probes that do more than search. */
export function chosenProbes({ updateJob, runConnector, extract }: ChosenProbes): Probe[] {
	const probes: Probe[] = [];
	if (updateJob) {
		const { definition: body, ...parameters } = updateJob;
		probes.push({ name: 'update the job', operation: 'updateJob', parameters, body });
	}
	if (runConnector !== undefined) {
		const parameters = { streamId: runConnector };
		const body = { runType: 'MANUAL' };
		probes.push({ name: 'run the connector', operation: 'runConnector', parameters, body });
	}
	if (extract) {
		const input = [{ type: 'TEXT', text: 'Please send 12 blue chairs to Lisbon.' }];
		const outputStructure = {
			article: { type: 'string', description: 'The article that is ordered' },
			city: { type: 'string', description: 'Where it is sent to' },
		};
		const body = { input, outputStructure };
		probes.push({ name: 'extract from a sentence', operation: 'extractData', body });
	}
	return probes;
}
