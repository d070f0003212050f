import type { IDataObject } from 'n8n-workflow';

/** The API's largest `limit`. */
export const LARGEST_PAGE = 5000;

/** Pages overlap by one function, so a page of one function would never contain a new function. */
export const SMALLEST_PAGE = 2;

/** After this many pages in a row without a new function, reading ends. */
const MAX_IDLE_PAGES = 3;

/** A list counts as endless after this many pages beyond twice the totalHits of its first page. */
const MAX_PAGES_PAST_END = 200;

/**
 * A list without totalHits counts as endless after this many pages. The number is high, because pages
 * may be small.
 */
const MAX_PAGES_OF_UNKNOWN_SIZE = 1000;

export interface PageRange {
	startOffset: number;
	/** The most functions to return; Infinity for all. */
	limit: number;
	/** Whether Keep Only is set. Functions that it excludes don't count toward `limit`. */
	hasKeepOnly?: boolean;
	/** The most functions per page, from 2 to 5000. */
	pageSize: number;
	/** Returns how many pages may be requested in parallel now. */
	maxParallelPages: () => number;
}

export interface Page {
	/** One key for each function of the page; equal keys mean the same function. */
	keys: unknown[];
	/**
	 * The output item of each function; undefined if Keep Only excludes the function. 'undated' means that
	 * Keep Only can't decide, because it can't read a date of the function.
	 */
	functions: Array<IDataObject | 'undated' | undefined>;
	totalHits?: number;
	hasMore?: boolean;
	degraded?: boolean;
}

/** Requests one page. The request is canceled when `signal` aborts. */
export type FetchPage = (offset: number, limit: number, signal: AbortSignal) => Promise<Page>;

export type IncompleteReason = 'changed' | 'tooFew' | 'endless';

/** The functions that a search found, and whether some may be missing. */
export interface FunctionList {
	/** Each function once, in the platform's order. */
	functions: IDataObject[];
	/** How many different functions were read, including those that aren't returned. */
	readCount: number;
	/** Keys of functions with a date that Keep Only can't read. The functions may belong to the result. */
	undated: unknown[];
	/** The totalHits of the last page that has one. */
	totalHits?: number;
	/** Whether there are functions after the returned ones; undefined if unknown. */
	hasMore?: boolean;
	/** Whether `degraded` is true in any page; undefined if no page has it. */
	degraded?: boolean;
	/** Why functions may be missing; undefined if nothing suggests that. */
	incomplete?: IncompleteReason;
}

/**
 * Reads a part of the list page by page, and returns each function once.
 *
 * If the list changes between two requests, offsets shift, and a function could be skipped. So pages
 * overlap: each page should begin with the last function of the page before. If a page begins with another
 * function, or repeats earlier functions, the list counts as changed, and is read again once. If it changes
 * again, functions may be missing. A few changes go unnoticed: for example, a function moves to a page that
 * was read, while another function is removed from that page.
 *
 * Reading always ends, even if totalHits, hasMore or page sizes are wrong. It ends at `hasMore: false`. If
 * the platform reports more functions, but a page has no new function, a few more requests are sent.
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

/** @param stopsIfChanged whether a change ends reading, so that the caller can read the list again */
async function readOnce(range: PageRange, prefetcher: Prefetcher, stopsIfChanged: boolean) {
	const { startOffset, limit } = range;
	const list: FunctionList = { functions: [], readCount: 0, undated: [] };
	const knownKeys = new Set<unknown>();
	let lastKey: unknown;
	let end = startOffset;
	let overlap = 0;
	let firstTotalHits: number | undefined;
	let idlePages = 0;
	let pagesPastEnd = 0;

	for (;;) {
		const offset = end - overlap;
		const stillNeeded = getReadLimit(range) - list.functions.length;
		const page = await prefetcher.next(offset, overlap + stillNeeded);
		const { keys, totalHits } = page;
		const hasOverlap = overlap === 1 && keys[0] === lastKey;
		const followsPreviousPage =
			knownKeys.size === 0 || hasOverlap || isUnexpectedlyEmpty(page, end);
		const repeats = addNew(list, knownKeys, page, { first: hasOverlap ? 1 : 0, limit });
		if (!followsPreviousPage || repeats) {
			list.incomplete = 'changed';
			if (stopsIfChanged) return list;
		}

		const hasNew = knownKeys.size > list.readCount && offset + keys.length > end;
		idlePages = hasNew ? 0 : idlePages + 1;
		if (keys.length > 0) end = offset + keys.length;
		lastKey = keys.at(-1) ?? lastKey;
		firstTotalHits ??= totalHits;
		if (end > 2 * (firstTotalHits ?? 0)) pagesPastEnd++;
		const isBeforeEnd = totalHits === undefined ? undefined : end < totalHits;
		const hasMore = page.hasMore ?? isBeforeEnd;
		list.readCount = knownKeys.size;
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
		const maxPages = firstTotalHits === undefined ? MAX_PAGES_OF_UNKNOWN_SIZE : MAX_PAGES_PAST_END;
		if (pagesPastEnd >= maxPages) return markIncomplete(list, 'endless');
		// Scheduled pages would limit the next request, perhaps to functions that were already read.
		if (!hasNew) prefetcher.clear();
		// If pages contain one function, they contain only the overlap. So the last try has no overlap.
		overlap = knownKeys.size === 0 || (keys.length > 0 && idlePages === MAX_IDLE_PAGES - 1) ? 0 : 1;
		prefetcher.schedule(end - overlap, totalHits);
	}
}

/**
 * Adds the functions of a page that aren't known yet.
 * @param first index of the first function after the overlap
 * @param limit the most functions to return. Once they are found, undated functions don't matter.
 * @returns whether the page repeats a function
 */
function addNew(
	list: FunctionList,
	knownKeys: Set<unknown>,
	{ keys, functions }: Page,
	{ first, limit }: { first: number; limit: number },
): boolean {
	let repeats = false;
	for (let index = first; index < keys.length; index++) {
		const item = functions[index];
		if (knownKeys.has(keys[index])) repeats = true;
		else if (item === 'undated') {
			if (list.functions.length < limit) list.undated.push(keys[index]);
		} else if (item !== undefined) list.functions.push(item);
		knownKeys.add(keys[index]);
	}
	return repeats;
}

function markIncomplete(list: FunctionList, reason: IncompleteReason): FunctionList {
	return { ...list, incomplete: list.incomplete ?? reason };
}

/** Returns how many functions to read at most. With Keep Only, any number of them may be excluded. */
function getReadLimit({ limit, hasKeepOnly }: PageRange): number {
	return hasKeepOnly ? Infinity : limit;
}

/**
 * Whether a page is empty although `hasMore` is true, which isn't a sign that the list changed. Returns
 * false if totalHits is below `end`, the offset after the last function read: then the list did change.
 */
function isUnexpectedlyEmpty({ keys, hasMore, totalHits = Infinity }: Page, end: number): boolean {
	return keys.length === 0 && hasMore === true && totalHits >= end;
}

type Prefetcher = ReturnType<typeof createPrefetcher>;

/** Creates a prefetcher, which requests ("schedules") pages before they are needed. */
function createPrefetcher(range: PageRange, fetchPage: FetchPage) {
	const { startOffset, pageSize, maxParallelPages } = range;
	const rangeEnd = startOffset + getReadLimit(range);
	const pages = new Map<number, { page: Promise<Page>; controller: AbortController }>();

	function request(offset: number, limit: number) {
		const controller = new AbortController();
		return { page: fetchPage(offset, limit, controller.signal), controller };
	}

	/** Cancels scheduled pages whose offset is less than `end`. */
	function clear(end = Infinity): void {
		for (const [offset, { controller }] of pages) {
			if (offset >= end) continue;
			controller.abort();
			pages.delete(offset);
		}
	}

	return {
		clear,

		/** Requests pages from `offset` to `totalHits`, as many as may be requested in parallel. */
		schedule(offset: number, totalHits = 0): void {
			clear(offset);
			const lastOffset = Math.max(...pages.keys());
			let next = pages.size > 0 ? lastOffset + pageSize - 1 : offset;
			// If a page was too short, one request is reserved for the gap before the scheduled pages.
			const reserved = pages.size > 0 && !pages.has(offset) ? 1 : 0;
			const end = Math.min(totalHits, rangeEnd);
			for (; next < end - 1 && pages.size < maxParallelPages() - reserved; next += pageSize - 1) {
				const requested = request(next, Math.min(pageSize, rangeEnd - next));
				requested.page.catch(() => {});
				pages.set(next, requested);
			}
		},

		/**
		 * Returns the page at `offset`. If it isn't scheduled, requests it up to the next scheduled page.
		 * @param maxFunctions the most functions that the caller needs, including the overlap
		 */
		async next(offset: number, maxFunctions: number): Promise<Page> {
			const scheduled = pages.get(offset);
			pages.delete(offset);
			// The 1 is for the first function of the next page, because pages overlap by one function.
			const countUpToNextPage = Math.min(...pages.keys()) - offset + 1;
			const limit = Math.min(pageSize, maxFunctions, countUpToNextPage);
			return await (scheduled ?? request(offset, limit)).page;
		},
	};
}
