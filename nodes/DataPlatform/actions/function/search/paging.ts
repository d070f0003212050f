import type { IDataObject } from 'n8n-workflow';
import { createEndlessCheck, findEnd, type Incomplete, isLastTry, isStuck } from './incompleteList';
import {
	createPageReader,
	type FetchPage,
	type Page,
	type PageRange,
	type PageReader,
} from './pageReader';
import { ApiError } from '../../../transport/apiError';

/**
 * The functions that a search found, each once, in the platform's order. `totalHits` is from the last page that
 * has one. `hasMore` says whether others follow the returned ones. `degraded` is true if it's true in any page.
 * Each is undefined if unknown.
 */
export interface FunctionList extends Omit<Page, 'keys'> {
	/** Why functions may be missing; undefined if nothing suggests that. */
	incomplete?: Incomplete;
	/** The failed request that ended reading. `functions` has what was read before. */
	failure?: ApiError;
}

/**
 * Reads a part of the list page by page, and returns each function once.
 *
 * If the list changes between two requests, offsets shift, and a function could be skipped. So pages
 * overlap: each page should begin with the last function of the page before. If a page begins with another
 * function, or repeats earlier functions, the list counts as changed, and is read again once. If it changes
 * again, functions may be missing. A few changes go unnoticed: for example, a function moves to a page that was
 * read, while another is removed from it.
 *
 * Reading ends at `hasMore: false`. It also ends if totalHits, hasMore or page sizes are wrong: after a page
 * without a new function, only a few more requests are sent. If a page stays empty although more follows, the
 * platform may have left out functions that the token can't access, so reading goes on after that page.
 * @throws anything that `fetchPage` throws, except ApiError, such as Aborted after Stop
 */
export async function readFunctionList(
	range: PageRange,
	fetchPage: FetchPage,
): Promise<FunctionList> {
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

/**
 * How far a list was read. For example, pages have 5 functions. After the page at 0, `end` is 5, and the next page
 * begins at 4 with the last function, because pages overlap. After that page, `end` is 9.
 */
interface Position {
	/** Where the page begins that is read now: where the one before it ended, or one earlier, or after a gap. */
	start: number;
	/** Whether that page should begin with the last function of the one before. */
	overlaps: boolean;
	/** Where the part that was read ends, with any gaps in it. */
	end: number;
	/** The last function. */
	lastKey?: unknown;
	/** How many pages in a row had no new function. */
	idlePages: number;
}

/** @param stopsIfChanged whether a change ends reading, so that the caller can read the list again */
async function readOnce(
	{ startOffset, limit }: PageRange,
	pages: PageReader,
	stopsIfChanged: boolean,
): Promise<FunctionList> {
	const list: Omit<FunctionList, 'functions'> = {};
	const found = new Map<unknown, IDataObject>();
	const finish = (reason?: Incomplete): FunctionList => {
		const functions = [...found.values()].slice(0, limit);
		return { ...list, incomplete: list.incomplete ?? reason, functions };
	};
	const checkEndless = createEndlessCheck();
	let position: Position = { start: startOffset, overlaps: false, end: startOffset, idlePages: 0 };
	let total: number | undefined;

	for (;;) {
		const wanted = limit - found.size + (position.overlaps ? 1 : 0);
		const page = await pages.read(position.start, wanted, total).catch(toFailure);
		if (page instanceof ApiError) return { ...finish(), failure: page };

		const newCount = addNew(found, page);
		if (!continuesList(page, position, newCount)) {
			list.incomplete = 'changed';
			if (stopsIfChanged) return finish();
		}

		position = addToPosition(page, position, newCount);
		const { end, idlePages } = position;
		total = readTotal(page, end);
		const isBeforeTotal = total === undefined ? undefined : end < total;
		const hasMore = page.hasMore ?? isBeforeTotal;
		addMetadata(list, page);
		list.hasMore = found.size > limit || hasMore;

		const isFull = found.size >= limit;
		const isEmpty = isEmptyWithMore(page);
		const isEndless = checkEndless(end, total);
		const ended = findEnd({ isFull, hasMore, isBeforeTotal, isEmpty, idlePages, isEndless });
		if (ended) return finish(ended.reason);

		// Reading goes on after a gap.
		if (isStuck(idlePages)) list.incomplete ??= 'tooFew';
		// Pages requested ahead would limit the next page, perhaps to functions that were already read.
		if (idlePages > 0) pages.cancel();
		position = moveToNextPage(page, position, found.size);
	}
}

/**
 * Returns totalHits, unless it's below what was read: then it says nothing about the end. With an empty page, it may be
 * right: Start Offset can be above it.
 */
function readTotal({ keys, totalHits }: Page, end: number): number | undefined {
	const isTooLow = keys.length > 0 && Number(totalHits) < end;
	return isTooLow ? undefined : totalHits;
}

/** Adds what a page says about the whole list. `degraded` stays undefined if no page says it. */
function addMetadata(list: Partial<FunctionList>, { totalHits, degraded }: Page): void {
	list.totalHits = totalHits ?? list.totalHits;
	if (degraded !== undefined) list.degraded ||= degraded;
}

/** Whether a page is empty, but the platform says that more follows. */
function isEmptyWithMore({ keys, hasMore }: Page): boolean {
	return keys.length === 0 && hasMore === true;
}

/**
 * Whether a page continues what was read. If it doesn't, the list has changed. For example, after the functions 1 to
 * 5, the page should begin with 5: it may be 5, 6, 7. But 6, 7 means that a function before them was removed, and 5, 2
 * means that 2 has moved.
 */
function continuesList(page: Page, position: Position, newCount: number): boolean {
	const { keys, totalHits = Infinity } = page;
	const { overlaps, end, lastKey } = position;
	const hasOverlap = overlaps && keys[0] === lastKey;
	const repeatedCount = keys.length - newCount;
	if (repeatedCount > (hasOverlap ? 1 : 0)) return false;
	if (hasOverlap || !overlaps) return true;
	// An empty page although more follows is no sign of a change, unless totalHits is lower now.
	return isEmptyWithMore(page) && totalHits >= end;
}

/**
 * Returns the position after a page, still with the `start` of that page. For example, `start` is 4 and `end` 5. After a
 * page of five functions, `end` is 9.
 */
function addToPosition({ keys }: Page, before: Position, newCount: number): Position {
	const idlePages = before.idlePages + 1;
	if (keys.length === 0) return { ...before, idlePages };
	const end = before.start + keys.length;
	// A new function in place of the last one is no progress.
	const isIdle = newCount === 0 || end === before.end;
	return { ...before, end, lastKey: keys.at(-1), idlePages: isIdle ? idlePages : 0 };
}

/** Returns the position with the `start` of the next page: with the `end` 9, it's 8, because pages overlap. */
function moveToNextPage(
	{ keys, size }: Page & { size: number },
	position: Position,
	foundCount: number,
): Position {
	const { start, end, idlePages } = position;
	// A gap: whatever this page should have had is left out.
	const afterGap = start + size;
	if (isStuck(idlePages)) return { ...position, start: afterGap, end: afterGap, overlaps: false };
	// If the platform sends only one function a page, it's always the last one again. So the last try doesn't overlap.
	const isLast = keys.length > 0 && isLastTry(idlePages);
	const overlaps = foundCount > 0 && !isLast;
	return { ...position, start: overlaps ? end - 1 : end, overlaps };
}

/** Adds the functions of a page that weren't found before. Returns how many these are. */
function addNew(found: Map<unknown, IDataObject>, { keys, functions }: Page): number {
	const countBefore = found.size;
	for (const [index, key] of keys.entries()) {
		if (!found.has(key)) found.set(key, functions[index]);
	}
	return found.size - countBefore;
}

function toFailure(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	throw error;
}
