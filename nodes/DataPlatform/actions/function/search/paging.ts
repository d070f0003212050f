import type { IDataObject } from 'n8n-workflow';

/** The largest and smallest `limit` of a page: pages overlap, so a page of one holds nothing new. */
export const LARGEST_PAGE = 5000;
export const SMALLEST_PAGE = 2;

/** Pages in a row without a new function, after which reading ends. */
const MAX_IDLE_PAGES = 3;

/** Pages read past twice the list's first size, before the list counts as endless. */
const MAX_PAGES_PAST_END = 200;

/** Pages of a list whose size is unknown: it may be long, and its pages small. */
const MAX_PAGES_OF_UNKNOWN_SIZE = 1000;

/** Which part of the list to read. */
export interface PageRange {
	startOffset: number;
	/** The most functions to return; Infinity for all. */
	limit: number;
	/** Whether only some functions count toward `limit`. Then pages are read until there are enough. */
	isFiltered?: boolean;
	/** From 2 to 5000. */
	pageSize: number;
	/** How many pages may be requested in parallel, now. */
	maxParallelPages: () => number;
}

/** One page of the list. */
export interface Page {
	/** One key for each function of the page; equal keys mean the same function. */
	keys: unknown[];
	/** What each function becomes; undefined if it isn't returned, 'undated' if a date for that is missing. */
	functions: Array<IDataObject | 'undated' | undefined>;
	totalHits?: number;
	hasMore?: boolean;
	degraded?: boolean;
}

/** Requests one page. The request is canceled when `signal` aborts. */
export type FetchPage = (offset: number, limit: number, signal: AbortSignal) => Promise<Page>;

/** Why functions may be missing. */
export type IncompleteReason = 'changed' | 'tooFew' | 'endless';

/** The content of all pages. */
export interface FunctionList {
	/** Each function once, in the platform's order. */
	functions: IDataObject[];
	/** How many functions the pages hold, including those that aren't returned. */
	readCount: number;
	/** Keys of the functions without a date that decides whether they are returned. */
	undated: unknown[];
	/** The platform's last totalHits. */
	totalHits?: number;
	/** Whether there are functions after the returned ones. */
	hasMore?: boolean;
	/** Whether any page is degraded; undefined if no page says. */
	degraded?: boolean;
	/** Set if a function may be missing that was in the list all the time. */
	incomplete?: IncompleteReason;
}

/**
 * Reads a part of the list page by page, each function once.
 *
 * The list may change between two pages, and offsets count from its start. So each page begins with the
 * last function of the page before. As long as functions keep their order, nothing is lost between two
 * such pages, whenever each was read. A page that begins with another function, or repeats an earlier one,
 * shows that the list has changed: then the whole list is read again, once. If it changes again, functions
 * may be missing. A function that moves while another one takes its place can't be noticed.
 *
 * Reading ends whatever totalHits, hasMore and page sizes claim. `hasMore: false` is believed. A page
 * without a new function is requested again a few times.
 */
export async function readList(range: PageRange, fetchPage: FetchPage): Promise<FunctionList> {
	const prefetcher = createPrefetcher(range, fetchPage);
	try {
		const list = await readOnce(range, prefetcher, true);
		if (list.incomplete !== 'changed') return list;
		prefetcher.clear();
		return await readOnce(range, prefetcher, false);
	} finally {
		prefetcher.clear();
	}
}

/** @param stopsIfChanged whether to stop as soon as the list has changed */
async function readOnce(
	range: PageRange,
	prefetcher: Prefetcher,
	stopsIfChanged: boolean,
): Promise<FunctionList> {
	const { startOffset, limit } = range;
	const list: FunctionList = { functions: [], readCount: 0, undated: [] };
	const known = new Set<unknown>();
	let lastKey: unknown;
	let end = startOffset;
	let overlap = 0;
	let firstSize: number | undefined;
	let idlePages = 0;
	let pagesPastEnd = 0;

	for (;;) {
		const offset = end - overlap;
		const missing = getReadLimit(range) - list.functions.length;
		const page = await prefetcher.next(offset, overlap + missing);
		const { keys, totalHits } = page;
		const overlaps = overlap === 1 && keys[0] === lastKey;
		const connects = known.size === 0 || overlaps || isEmptyByMistake(page, end);
		const repeats = addNew(list, known, page, { first: overlaps ? 1 : 0, limit });
		if (!connects || repeats) {
			list.incomplete = 'changed';
			if (stopsIfChanged) return list;
		}

		const hasNew = known.size > list.readCount && offset + keys.length > end;
		idlePages = hasNew ? 0 : idlePages + 1;
		if (keys.length > 0) end = offset + keys.length;
		lastKey = keys.at(-1) ?? lastKey;
		firstSize ??= totalHits;
		if (end > 2 * (firstSize ?? 0)) pagesPastEnd++;
		const isBeforeEnd = totalHits === undefined ? undefined : end < totalHits;
		const hasMore = page.hasMore ?? isBeforeEnd;
		list.readCount = known.size;
		list.degraded ||= page.degraded ?? list.degraded;
		list.totalHits = totalHits ?? list.totalHits;
		list.hasMore = list.functions.length > limit || hasMore;

		if (list.functions.length >= limit) {
			list.functions.splice(limit);
			return list;
		}
		if (!(hasMore ?? hasNew)) return isBeforeEnd ? markIncomplete(list, 'tooFew') : list;
		if (idlePages === MAX_IDLE_PAGES) {
			return isBeforeEnd === false ? list : markIncomplete(list, 'tooFew');
		}
		const mostPages = firstSize === undefined ? MAX_PAGES_OF_UNKNOWN_SIZE : MAX_PAGES_PAST_END;
		if (pagesPastEnd >= mostPages) return markIncomplete(list, 'endless');
		// The gap before the next scheduled page may be too small for a new function.
		if (!hasNew) prefetcher.clear();
		// If a page never holds more than the overlap, the last try begins after it.
		overlap = known.size === 0 || (keys.length > 0 && idlePages === MAX_IDLE_PAGES - 1) ? 0 : 1;
		prefetcher.schedule(end - overlap, totalHits);
	}
}

/**
 * Adds the functions of a page that aren't known yet.
 * @param first index of the first function after the overlap
 * @param limit undated functions after the last one that is returned don't matter
 * @returns whether the page repeats a function
 */
function addNew(
	list: FunctionList,
	known: Set<unknown>,
	{ keys, functions }: Page,
	{ first, limit }: { first: number; limit: number },
): boolean {
	let repeats = false;
	for (let index = first; index < keys.length; index++) {
		const item = functions[index];
		if (known.has(keys[index])) repeats = true;
		else if (item === 'undated') {
			if (list.functions.length < limit) list.undated.push(keys[index]);
		} else if (item !== undefined) list.functions.push(item);
		known.add(keys[index]);
	}
	return repeats;
}

function markIncomplete(list: FunctionList, reason: IncompleteReason): FunctionList {
	return { ...list, incomplete: list.incomplete ?? reason };
}

/** The most functions that may have to be read. */
function getReadLimit({ limit, isFiltered }: PageRange): number {
	return isFiltered ? Infinity : limit;
}

/** Whether a page is empty although there are more functions. Then it's requested again. */
function isEmptyByMistake({ keys, hasMore, totalHits = Infinity }: Page, end: number): boolean {
	return keys.length === 0 && hasMore === true && totalHits >= end;
}

type Prefetcher = ReturnType<typeof createPrefetcher>;

/** Creates a prefetcher, which requests pages before they are needed. */
function createPrefetcher(range: PageRange, fetchPage: FetchPage) {
	const { startOffset, pageSize, maxParallelPages } = range;
	const listEnd = startOffset + getReadLimit(range);
	const pages = new Map<number, { page: Promise<Page>; controller: AbortController }>();

	function request(offset: number, limit: number) {
		const controller = new AbortController();
		return { page: fetchPage(offset, limit, controller.signal), controller };
	}

	/** Cancels the pages before `end`. */
	function clear(end = Infinity): void {
		for (const [offset, { controller }] of pages) {
			if (offset >= end) continue;
			controller.abort();
			pages.delete(offset);
		}
	}

	return {
		clear,

		/** Requests the pages from `offset` on, as far as `totalHits` reaches. */
		schedule(offset: number, totalHits = 0): void {
			clear(offset);
			const lastOffset = Math.max(...pages.keys());
			let next = pages.size > 0 ? lastOffset + pageSize - 1 : offset;
			// After a short page, the gap up to the next page takes a request too.
			const gap = pages.size > 0 && !pages.has(offset) ? 1 : 0;
			const end = Math.min(totalHits, listEnd);
			for (; next < end - 1 && pages.size < maxParallelPages() - gap; next += pageSize - 1) {
				const requested = request(next, Math.min(pageSize, listEnd - next));
				requested.page.catch(() => {});
				pages.set(next, requested);
			}
		},

		/**
		 * Returns the page at `offset`, requesting it if necessary, up to the next scheduled page.
		 * @param maxFunctions the largest useful page
		 */
		async next(offset: number, maxFunctions: number): Promise<Page> {
			const scheduled = pages.get(offset);
			pages.delete(offset);
			const gap = Math.min(...pages.keys()) - offset + 1;
			return await (scheduled ?? request(offset, Math.min(pageSize, maxFunctions, gap))).page;
		},
	};
}
