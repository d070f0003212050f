import type { SearchResponse } from '../../nodes/DataPlatform/api/contract.ts';
import type { Revelation } from './revelations.ts';
import type { Exchange } from './send.ts';

type Pages = Map<string, SearchResponse>;

const idsOf = ({ results = [] }: SearchResponse): unknown[] => results.map(({ id }) => id);

/** Questions that the spec leaves open and several pages answer together; no answer when they do not. */
const QUESTIONS: Array<[notShown: string, answer: (pages: Pages) => string | undefined]> = [
	[
		'offset: what it is when it is left out (part 4.1)',
		(pages) => {
			const [without, atZero] = [pages.get('limit 10'), pages.get('limit 10, offset 0')];
			if (!without || !atZero) return undefined;
			return isSame(idsOf(without), idsOf(atZero)) ? '0' : 'another page than offset 0';
		},
	],
	[
		'offset: from which number it counts (part 4.1)',
		(pages) => {
			const [first, later] = [pages.get('limit 10'), pages.get('limit 5, offset 5')];
			if (!first || !later || idsOf(first).length <= 5) return undefined;
			const start = [0, 1].find((base) =>
				isSame(idsOf(first).slice(5 - base, 10 - base), idsOf(later)),
			);
			return start === undefined ? 'not told: the pages do not fit each other' : String(start);
		},
	],
	[
		'sort.ascending: what it changes (part 2.3)',
		(pages) => {
			const [ascending, descending] = [pages.get('limit 10'), pages.get('limit 10, descending')];
			if (!ascending || !descending || idsOf(ascending).length < 2) return undefined;
			return isSame(idsOf(ascending), idsOf(descending)) ? 'the same page' : 'another page';
		},
	],
	[
		'totalHits: its meaning (part 4.1)',
		(pages) => {
			const page = pages.get('limit 10');
			if (page?.totalHits === undefined || page.hasMore === undefined) return undefined;
			const isMore = page.totalHits > idsOf(page).length;
			return isMore === page.hasMore ? 'goes with hasMore' : 'does not go with hasMore';
		},
	],
];

/**
 * What several searches reveal together.
 *
 * @param sound the successful answers that keep the schema
 */
export function comparisonsOf(sound: Exchange[]): Revelation[] {
	const pages: Pages = new Map(
		sound.map(({ probe, answer }) => [probe.name, answer.json as SearchResponse]),
	);
	return QUESTIONS.flatMap(([notShown, answer]) => {
		const instance = answer(pages);
		return instance === undefined
			? []
			: [{ operation: 'searchFunctions' as const, notShown, instance }];
	});
}

const isSame = (left: unknown[], right: unknown[]): boolean =>
	JSON.stringify(left) === JSON.stringify(right);
