import type { IDataObject } from 'n8n-workflow';
import { ApiError } from '../../../transport/apiError';
import type { SearchResponse } from '../../../transport/contract';

/** After this many pages in a row without a new function, reading ends, or goes on after an empty page. */
const MAX_IDLE_PAGES = 3;
/** After this many empty pages in a row, reading ends although the platform says that more follows. */
const MAX_EMPTY_PAGES = 100;
/** A list counts as endless after this many pages beyond twice the totalHits of its first page. */
const MAX_PAGES_PAST_END = 200;
/** The same for a list without totalHits. The number is high, because pages may be small. */
const MAX_PAGES_OF_UNKNOWN_SIZE = 1000;

export interface PageRange {
	startOffset: number;
	/** The most functions to return; Infinity for all. */
	limit: number;
	/** The most functions per page, from 2 to 5000. Pages overlap by one, so 1 would never end. */
	pageSize: number;
	/** Returns how many pages may be requested in parallel now. */
	maxParallelPages: () => number;
}

export interface Page extends Omit<SearchResponse, 'results'> {
	/** One key for each function of the page; equal keys mean the same function. */
	keys: unknown[];
	/** The output item of each function. */
	functions: IDataObject[];
}

/** Requests one page. The request is canceled when `signal` aborts. */
export type FetchPage = (offset: number, limit: number, signal: AbortSignal) => Promise<Page>;

/**
 * The functions that a search found, each once, in the platform's order. `totalHits` is from the last page that
 * has one. `hasMore` says whether others follow the returned ones. `degraded` is true if it's true in any page.
 * Each is undefined if unknown.
 */
export interface FunctionList extends Omit<Page, 'keys'> {
	/** Why functions may be missing; undefined if nothing suggests that. */
	incomplete?: 'changed' | 'tooFew' | 'endless';
	/** The failed request that ended reading. `functions` has what was read before. */
	failure?: ApiError;
}

/**
 * Reads a part of the list page by page, and returns each function once.
 *
 * If the list changes between two requests, offsets shift, and a function could be skipped. So pages
 * overlap: each page should begin with the last function of the page before. If a page begins with another
 * function, or repeats earlier functions, the list counts as changed, and is read again once. If it changes
 * again, functions may be missing. A few changes
 * go unnoticed: for example, a function moves to a page that was read, while another is removed from it.
 *
 * Reading ends at `hasMore: false`. It also ends if totalHits, hasMore or page sizes are wrong: after a page
 * without a new function, only a few more requests are sent. If a page stays empty although more follows, the
 * platform may have left out functions that the token can't access, so reading goes on after that page.
 * @throws anything that `fetchPage` throws, except ApiError, such as Aborted after Stop
 */
export async function readList(range: PageRange, fetchPage: FetchPage): Promise<FunctionList> {
	const pages = createPageReader(range, fetchPage);
	try {
		const list = await readOnce(range, pages, true);
		if (list.incomplete !== 'changed') return list;
		pages.cancel();
		const again = await readOnce(range, pages, false);
		const hasLess = again.functions.length < list.functions.length;
		return again.failure && hasLess ? { ...list, failure: again.failure } : again;
	} finally {
		pages.cancel();
	}
}

/** @param stopsIfChanged whether a change ends reading, so that the caller can read the list again */
async function readOnce(range: PageRange, pages: PageReader, stopsIfChanged: boolean) {
	const { startOffset, limit } = range;
	const found = new Map<unknown, IDataObject>();
	const list: Omit<FunctionList, 'functions'> = {};
	const finish = (reason?: FunctionList['incomplete']): FunctionList => {
		const functions = [...found.values()].slice(0, limit);
		return { ...list, incomplete: list.incomplete ?? reason, functions };
	};
	let lastKey: unknown;
	let end = startOffset;
	let overlap = 0;
	let total: number | undefined;
	let firstTotal: number | undefined;
	let idlePages = 0;
	let pagesPastEnd = 0;
	let isAfterGap = false;

	for (;;) {
		const offset = end - overlap;
		const countBefore = found.size;
		const wanted = overlap + limit - countBefore;
		const result = await pages.read(offset, wanted, total).catch(toFailure);
		if (result instanceof ApiError) return { ...finish(), failure: result };
		const { page, size } = result;
		const { keys } = page;
		const hasOverlap = overlap === 1 && keys[0] === lastKey;
		// An empty page although hasMore is true is no sign of a change, unless totalHits is lower now.
		const isEmpty = keys.length === 0 && page.hasMore === true;
		const isGap = isEmpty && (page.totalHits ?? Infinity) >= end;
		const isNext = countBefore === 0 || hasOverlap || isGap || isAfterGap;
		for (const [index, key] of keys.entries()) {
			if (!found.has(key)) found.set(key, page.functions[index]);
		}
		const newCount = found.size - countBefore;
		const repeats = newCount < keys.length - (hasOverlap ? 1 : 0);
		if (!isNext || repeats) {
			list.incomplete = 'changed';
			if (stopsIfChanged) return finish();
		}

		const hasNew = newCount > 0 && offset + keys.length > end;
		idlePages = hasNew ? 0 : idlePages + 1;
		if (keys.length > 0) end = offset + keys.length;
		lastKey = keys.at(-1) ?? lastKey;
		// A totalHits below what was read says nothing about the end.
		const isWrong = keys.length > 0 && Number(page.totalHits) < end;
		total = isWrong ? undefined : page.totalHits;
		firstTotal ??= total;
		if (end > 2 * (firstTotal ?? 0)) pagesPastEnd++;
		const isBeforeEnd = total === undefined ? undefined : end < total;
		const hasMore = page.hasMore ?? isBeforeEnd;
		list.degraded ||= page.degraded ?? list.degraded;
		list.totalHits = page.totalHits ?? list.totalHits;
		list.hasMore = found.size > limit || hasMore;

		if (found.size >= limit) return finish();
		if (!(hasMore ?? hasNew)) return finish(isBeforeEnd ? 'tooFew' : undefined);
		isAfterGap = idlePages >= MAX_IDLE_PAGES;
		if (isAfterGap) {
			if (isBeforeEnd === false) return finish();
			if (!isEmpty || idlePages > MAX_EMPTY_PAGES) return finish('tooFew');
			end = offset + size;
			list.incomplete ??= 'tooFew';
		}
		const maxPages = firstTotal === undefined ? MAX_PAGES_OF_UNKNOWN_SIZE : MAX_PAGES_PAST_END;
		if (pagesPastEnd >= maxPages) return finish('endless');
		// Pages requested ahead would limit the next page, perhaps to functions that were already read.
		if (!hasNew) pages.cancel();
		// If pages contain one function, they contain only the overlap. So the last try has no overlap.
		const isLastTry = keys.length > 0 && idlePages === MAX_IDLE_PAGES - 1;
		overlap = found.size === 0 || isLastTry || isAfterGap ? 0 : 1;
	}
}

function toFailure(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	throw error;
}

/** A page requested ahead: at most `size` functions. */
interface RequestedPage {
	page: Promise<Page>;
	size: number;
	controller: AbortController;
}

type PageReader = ReturnType<typeof createPageReader>;

/** Creates a reader that also requests pages ahead, before they are needed. */
function createPageReader(range: PageRange, fetchPage: FetchPage) {
	const { startOffset, limit, pageSize, maxParallelPages } = range;
	const rangeEnd = startOffset + limit;
	/** The pages requested ahead, by offset in ascending order. */
	const ahead = new Map<number, RequestedPage>();

	/** Cancels the pages requested ahead, or only those whose offset is less than `end`. */
	function cancel(end = Infinity): void {
		for (const [offset, { controller }] of ahead) {
			if (offset >= end) continue;
			controller.abort();
			ahead.delete(offset);
		}
	}

	/**
	 * Returns the page at `offset`, and how many functions it was requested to have. If it wasn't requested ahead, it ends at the next page that was. Also requests
	 * the pages from there to `totalHits`, as many as may be requested in parallel.
	 * @param maxFunctions the most functions that the caller needs, including the overlap
	 * @param totalHits where requesting ahead ends. If it's unknown, nothing is requested ahead.
	 */
	async function read(offset: number, maxFunctions: number, totalHits = 0) {
		cancel(offset);
		let next = ahead.size > 0 ? Math.max(...ahead.keys()) + pageSize - 1 : offset;
		// If a page was too short, one request is reserved for the gap before the next page.
		const reserved = ahead.size > 0 && !ahead.has(offset) ? 1 : 0;
		const end = Math.min(totalHits, rangeEnd);
		for (; next < end - 1 && ahead.size < maxParallelPages() - reserved; next += pageSize - 1) {
			const controller = new AbortController();
			const size = Math.min(pageSize, rangeEnd - next);
			const page = fetchPage(next, size, controller.signal);
			page.catch(() => {});
			ahead.set(next, { page, size, controller });
		}
		const requested = ahead.get(offset);
		ahead.delete(offset);
		if (requested) return { page: await requested.page, size: requested.size };
		// The 1 is for the first function of the next page, because pages overlap by one function.
		const countUpToNextPage = Math.min(...ahead.keys()) - offset + 1;
		const size = Math.min(pageSize, maxFunctions, countUpToNextPage);
		return { page: await fetchPage(offset, size, new AbortController().signal), size };
	}

	return { read, cancel };
}
