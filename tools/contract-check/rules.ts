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
		holds: ({ results }, { limit }) => results.length <= limit,
	}),
	search({
		place: 'results',
		contract: 'offset is the index of the first item (part 4.1)',
		instance: 'items behind totalHits, or none before it',
		holds: ({ results, totalHits }, { offset = 0 }) => results.length > 0 === offset < totalHits,
	}),
	search({
		place: 'hasMore',
		contract: 'true when there is more behind the page (part 4.1)',
		instance: 'not as totalHits says',
		holds: ({ results, totalHits, hasMore }, { offset = 0 }) =>
			hasMore === Math.max(offset, 0) + results.length < totalHits,
	}),
	...(['created', 'lastModified'] as const).map((member) =>
		search({
			place: `results[].${member}`,
			contract: 'epoch milliseconds (part 2.1)',
			instance: 'another range',
			holds: ({ results }) => results.every((each) => inMilliseconds(each[member])),
		}),
	),
	{
		operation: 'updateJob',
		place: 'code',
		contract: 'mirrors the HTTP status (part 2.5)',
		instance: 'another number',
		holds: ({ code }: { code: number }, _request, status) => code === status,
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

interface PairRule {
	/** Names of two probes. */
	probes: [string, string];
	place: string;
	contract: string;
	instance: string;
	holds: (first: SearchResponse, second: SearchResponse) => boolean;
}

const idsOf = ({ results }: SearchResponse): string => JSON.stringify(results.map(({ id }) => id));

const PAIR_RULES: PairRule[] = [
	{
		probes: ['limit 10', 'limit 10, offset 0'],
		place: 'offset',
		contract: 'left out, it is 0 (part 4.1)',
		instance: 'another page',
		holds: (without, atZero) => idsOf(without) === idsOf(atZero),
	},
	{
		probes: ['limit 10', 'limit 5, offset 5'],
		place: 'offset',
		contract: 'the page that begins there (part 4.1)',
		instance: 'another page',
		holds: ({ results, ...rest }, later) =>
			idsOf({ ...rest, results: results.slice(5) }) === idsOf(later),
	},
	{
		probes: ['limit 10', 'limit 10, descending'],
		place: 'sort.ascending',
		contract: 'turns the order round (part 4.1)',
		instance: 'the same page',
		holds: (ascending, descending) =>
			ascending.results.length < 2 || idsOf(ascending) !== idsOf(descending),
	},
];

/**
 * The rules that two answers break together.
 *
 * @param sound the successful answers that keep the schema
 */
export function brokenPairRules(sound: Exchange[]) {
	const bodies = new Map(sound.map(({ probe, answer }) => [probe.name, answer.json]));
	return PAIR_RULES.filter(({ probes, holds }) => {
		const [first, second] = probes.map((name) => bodies.get(name) as SearchResponse | undefined);
		return first && second && !holds(first, second);
	}).map(({ probes, place, contract, instance }) => ({
		operation: 'searchFunctions' as const,
		place,
		contract,
		instance,
		probe: probes.join(' and '),
	}));
}
