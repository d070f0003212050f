import type { OperationId } from '../../simulator/contract.ts';
import type { ExtractResponse, SearchResponse } from '../../nodes/DataPlatform/api/contract.ts';
import { EXTRACTED_FIELDS } from './probes.ts';
import type { Exchange } from './send.ts';

/** What the spec says of answers beyond what a schema can say. */
interface Rule<Body> {
	operation: OperationId;
	place: string;
	contract: string;
	/** How it shows that the rule is broken. */
	instance: string;
	holds: (body: Body, request: { limit: number; offset?: number }, status: number) => boolean;
}

const FIRST_MILLISECONDS = Date.UTC(1973, 2);
const LAST_MILLISECONDS = Date.UTC(2200, 0);

const inMilliseconds = (time: number | undefined): boolean =>
	time === undefined || (time >= FIRST_MILLISECONDS && time < LAST_MILLISECONDS);

const search = (rule: Omit<Rule<SearchResponse>, 'operation'>) =>
	({ operation: 'searchFunctions', ...rule }) as Rule<never>;

/** Bodies come here when they keep the schema. */
const RULES: Array<Rule<never>> = [
	search({
		place: 'results',
		contract: 'at most limit items (part 4.1)',
		instance: 'more items',
		holds: ({ results = [] }, { limit }) => results.length <= limit,
	}),
	...(['created', 'lastModified'] as const).map((member) =>
		search({
			place: `results[].${member}`,
			contract: 'epoch milliseconds (part 2.1)',
			instance: 'another range',
			holds: ({ results = [] }) => results.every((each) => inMilliseconds(each[member])),
		}),
	),
	{
		operation: 'updateJob',
		place: 'code',
		contract: 'mirrors the HTTP status (part 2.5)',
		instance: 'another number',
		holds: ({ code }: { code?: number }, _request, status) => code === undefined || code === status,
	},
	{
		operation: 'extractData',
		place: 'output',
		contract: 'has the names of outputStructure (part 4.4)',
		instance: 'other names',
		holds: ({ output }: ExtractResponse) =>
			Object.keys(output).sort().join() === Object.keys(EXTRACTED_FIELDS).sort().join(),
	},
];

/** The rules that an answer breaks. */
export function brokenRules({ probe, answer }: Exchange) {
	return RULES.filter(
		({ operation, holds }) =>
			operation === probe.operation &&
			!holds(answer.json as never, probe.body as never, answer.status),
	).map(({ place, contract, instance }) => ({ place, contract, instance }));
}

/** Two searches of which the first asks for less of the same list. */
const SHORTER_AND_LONGER: Array<[string, string]> = [
	['limit 1', 'limit 10'],
	['limit 10', 'limit 5000'],
];

/**
 * The rules that two answers break together: there was more, and the first one denied it.
 *
 * @param sound the successful answers that keep the schema
 */
export function brokenPairRules(sound: Exchange[]) {
	const pages = new Map(sound.map(({ probe, answer }) => [probe.name, answer.json]));
	return SHORTER_AND_LONGER.filter((names) => {
		const [shorter, longer] = names.map((name) => pages.get(name) as SearchResponse | undefined);
		const isThereMore = (longer?.results?.length ?? 0) > (shorter?.results?.length ?? Infinity);
		return isThereMore && shorter?.hasMore === false;
	}).map((names) => ({
		operation: 'searchFunctions' as const,
		place: 'hasMore',
		contract: 'true when more records exist beyond the page (part 4.1)',
		instance: 'false, and a longer page holds more',
		probe: names.join(' and '),
	}));
}
