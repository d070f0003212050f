// What several pages of the same list show together.
import type { SearchResponse } from '../../nodes/DataPlatform/api/contract.ts';
import type { Difference } from './differences.ts';
import type { Revelation } from './revelations.ts';
import type { Exchange } from './send.ts';

const operation = 'searchFunctions';

/** Two searches of which the first asks for less of the same list. */
const SHORTER_AND_LONGER = [
	['limit 1', 'limit 10'],
	['limit 10', 'limit 5000'],
];

const pagesOf = (sound: Exchange[]) =>
	new Map(sound.map(({ probe, reply }) => [probe.name, reply.json as SearchResponse]));

/**
 * Pages that deny that there is more although a longer one holds it.
 *
 * @param sound the successful answers that keep the schema
 */
export function deniedRecords(sound: Exchange[]): Difference[] {
	const pages = pagesOf(sound);
	return SHORTER_AND_LONGER.filter((names) => {
		const [shorter, longer] = names.map((name) => pages.get(name));
		const isThereMore = (longer?.results?.length ?? 0) > (shorter?.results?.length ?? Infinity);
		return isThereMore && shorter?.hasMore === false;
	}).map((names) => ({
		operation,
		place: 'hasMore',
		contract: 'true when more records exist beyond the page (part 4.1)',
		instance: 'false, and a longer page holds more',
		probe: names.join(' and '),
	}));
}

/**
 * What several searches reveal together, nothing where one of them is missing.
 *
 * @param sound the successful answers that keep the schema
 */
export function comparisonsOf(sound: Exchange[]): Revelation[] {
	const pages = pagesOf(sound);
	const idsOf = (name: string) => (pages.get(name)?.results ?? []).map(({ id }) => id);
	const first = idsOf('limit 10');
	const atZero = idsOf('limit 10, offset 0');
	const later = idsOf('limit 5, offset 5');
	const descending = idsOf('limit 10, descending');
	const { totalHits, hasMore } = pages.get('limit 10') ?? {};

	const start = [0, 1].find((base) => isSame(first.slice(5 - base, 10 - base), later));
	const answers: Array<[notShown: string, isTold: boolean, instance: string]> = [
		[
			'offset: what it is when it is left out (part 4.1)',
			pages.has('limit 10') && pages.has('limit 10, offset 0'),
			isSame(first, atZero) ? '0' : 'another page than offset 0',
		],
		[
			'offset: from which number it counts (part 4.1)',
			first.length > 5 && pages.has('limit 5, offset 5'),
			String(start ?? 'not told: the pages do not fit each other'),
		],
		[
			'sort.ascending: what it changes (part 2.3)',
			first.length > 1 && pages.has('limit 10, descending'),
			isSame(first, descending) ? 'the same page' : 'another page',
		],
		[
			'totalHits: its meaning (part 4.1)',
			totalHits !== undefined && hasMore !== undefined,
			totalHits! > first.length === hasMore ? 'goes with hasMore' : 'does not go with hasMore',
		],
	];
	return answers
		.filter(([, isTold]) => isTold)
		.map(([notShown, , instance]) => ({ operation, notShown, instance }));
}

const isSame = (left: unknown[], right: unknown[]): boolean =>
	JSON.stringify(left) === JSON.stringify(right);
