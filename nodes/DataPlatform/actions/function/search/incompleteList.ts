/** Why functions may be missing in a list. */
export type Incomplete = 'changed' | 'tooFew' | 'endless';

/** The reasons, as they continue "The list of functions may be incomplete: ". */
export const INCOMPLETE_REASONS: Record<Incomplete, string> = {
	changed: 'it seems to have changed while the node read it, or it contains a function twice',
	tooFew:
		"the platform returned fewer functions than it announced (it may count functions that the token can't access)",
	endless: 'it seems endless, so the node stopped reading it',
};

/** After this many pages in a row without a new function, the place counts as a gap or as the end of the list. */
const MAX_IDLE_PAGES = 3;
/** After this many empty pages in a row, reading ends although the platform says that more follows. */
const MAX_EMPTY_PAGES = 100;
/** A list counts as endless after this many pages beyond twice the first totalHits. */
const MAX_PAGES_PAST_END = 200;
/** The same for a list without totalHits. The number is high, because pages may be small. */
const MAX_PAGES_OF_UNKNOWN_SIZE = 1000;

/** What is known after a page. */
interface Progress {
	/** Whether as many functions were found as Limit allows. */
	isFull: boolean;
	/** Whether more follows: as the page's `hasMore` says, otherwise as `isBeforeTotal` does. Undefined if unknown. */
	hasMore: boolean | undefined;
	/** Whether fewer functions than totalHits were read. Undefined without a totalHits that can be right. */
	isBeforeTotal: boolean | undefined;
	/** Whether the page is empty although more follows. */
	isEmpty: boolean;
	/** How many pages in a row had no new function. */
	idlePages: number;
	isEndless: boolean;
}

/** Returns whether reading ends after a page, and if functions may be missing then, why. */
export function findEnd(progress: Progress): { reason?: Incomplete } | undefined {
	const { isFull, hasMore, isBeforeTotal, isEmpty, idlePages, isEndless } = progress;
	// What follows isn't wanted.
	if (isFull) return {};
	// Nothing follows, as the platform says or as a page without a new function suggests.
	const isOver = !(hasMore ?? idlePages === 0);
	if (isOver) return isBeforeTotal ? { reason: 'tooFew' } : {};
	if (isStuck(idlePages)) {
		// "hasMore": true is wrong, because as many functions as totalHits were read.
		if (isBeforeTotal === false) return {};
		// The platform repeats the same functions. But if its pages are empty, reading goes on after this gap.
		if (!isEmpty || idlePages > MAX_EMPTY_PAGES) return { reason: 'tooFew' };
	}
	// There are far more pages than totalHits suggests, or than any list has.
	return isEndless ? { reason: 'endless' } : undefined;
}

/** Whether no new function can be expected from another page at the same place. */
export function isStuck(idlePages: number): boolean {
	return idlePages >= MAX_IDLE_PAGES;
}

/** Whether the next page is the last try at the same place. */
export function isLastTry(idlePages: number): boolean {
	return idlePages === MAX_IDLE_PAGES - 1;
}

/** Returns a function that is called after each page, and returns whether the list seems endless. */
export function createEndlessCheck() {
	let firstTotal: number | undefined;
	let pagesPastEnd = 0;
	return (end: number, total: number | undefined): boolean => {
		// Pages without totalHits before it say nothing about a list of this size.
		if (firstTotal === undefined && total !== undefined) pagesPastEnd = 0;
		firstTotal ??= total;
		if (end > 2 * (firstTotal ?? 0)) pagesPastEnd++;
		const isUnknown = firstTotal === undefined;
		return pagesPastEnd >= (isUnknown ? MAX_PAGES_OF_UNKNOWN_SIZE : MAX_PAGES_PAST_END);
	};
}
