import { writtenJson } from '../../exactJson';
import type { SearchPage } from './answer';
import { PagesAhead } from './pagesAhead';
import type { IDataObject } from 'n8n-workflow';

/** The largest `limit` that one search request may have (api-spec.md 4.1 and 8). */
export const LARGEST_PAGE = 5000;

/** A page of one would hold nothing but the last function of the page before. */
const SMALLEST_PAGE = 2;

/** How many pages in a row may bring nothing new. */
const MOST_PAGES_IN_VAIN = 3;

/** How many functions the first step back goes; each further one goes ten times as many. */
const FIRST_STEP_BACK = 10;

/** Which part of the found functions is wanted. */
export interface Span {
	/** How many functions to pass over, at least 0. */
	startOffset: number;
	/** How many functions at most; Infinity for all. */
	limit: number;
	/** How many functions one request asks for, 1 to 5000. */
	pageSize: number;
	/** How many pages may be asked for at a time, at least 1. */
	pagesAtATime: number;
}

/** What the pages held together. */
export interface Found {
	/** Each function once, in the platform's order; those that only a second reading found come last. */
	functions: IDataObject[];
	/** Whether any page was marked as degraded. */
	degraded: boolean;
	/** Whether a function may be missing that was there all the time. */
	incomplete: boolean;
}

/** Fetches one page. */
export type FetchPage<Page = SearchPage> = (offset: number, limit: number) => Promise<Page>;

/**
 * Fetches the wanted functions page by page, several pages ahead when `totalHits` says how many there
 * are, and takes them in order, each function once.
 *
 * The list may change between two pages, and offsets count from its start. So each page begins with the
 * last function of the page before: as long as functions keep their order among each other, nothing is
 * lost between two pages that share one, whenever they were read. A page that begins with an unknown
 * function does not count: functions before it are gone, and others may have slipped past. It steps back
 * until a page begins with a known one. A function that is known already and stands further behind than
 * before was pushed there: by a new function, by one that moved (its name was changed), or because the
 * platform puts functions of the same name in another order each time. What moved may have passed by
 * unseen, so everything is read a second time; when that happens again, the list can be incomplete.
 * Nothing tells of functions that move while as many others go, between the same two pages.
 *
 * It ends also when `totalHits` or `hasMore` are wrong or missing, or pages are short or empty: a page
 * without anything new is asked for again, a few times. `hasMore: false` is believed.
 * @param shape gives each function its form in the result, as soon as its page is there, so that what is
 * left out of it does not pile up in memory while earlier pages are waited for
 */
export async function allFunctions(
	wanted: Span,
	fetchPage: FetchPage,
	shape = (result: IDataObject) => result,
): Promise<Found> {
	const found: Found = { functions: [], degraded: false, incomplete: false };
	const span = { ...wanted, pageSize: Math.max(SMALLEST_PAGE, wanted.pageSize) };
	const ahead = new PagesAhead(span, async (offset, limit) =>
		shapedPage(await fetchPage(offset, limit), shape),
	);
	try {
		const first = await readThrough(span, ahead, found, new Map());
		if (!first.hasMoved || found.incomplete || found.functions.length >= span.limit) return found;
		ahead.drop();
		const second = await readThrough(span, ahead, found, first.places);
		found.incomplete ||= second.hasMoved;
		return found;
	} finally {
		ahead.drop();
	}
}

/** Where each function stood when it was last seen, by its key. */
type Places = Map<unknown, number>;

/**
 * Reads the list once, from its start to its end, and adds to what was found.
 * @param known functions that were found before
 * @returns `hasMoved` when a function stood further behind than before
 */
async function readThrough(
	{ startOffset, limit, pageSize }: Span,
	ahead: PagesAhead<ShapedPage>,
	found: Found,
	known: ReadonlyMap<unknown, number>,
): Promise<{ places: Places; hasMoved: boolean }> {
	const places: Places = new Map();
	let hasMoved = false;
	let end = startOffset;
	let offset = startOffset;
	let stepBack = FIRST_STEP_BACK;
	let pagesInVain = 0;

	while (found.functions.length < limit) {
		const page = await ahead.take(offset, end - offset + limit - found.functions.length);
		found.degraded ||= page.degraded === true;
		if (!isConnected(page, { offset, end, places })) {
			if (offset > startOffset && offset < end) {
				offset = Math.max(startOffset, offset - Math.min(stepBack, pageSize - 1));
				stepBack *= 10;
				ahead.drop();
				continue;
			}
			found.incomplete = true;
		}
		stepBack = FIRST_STEP_BACK;
		hasMoved ||= page.keys.some((key, index) => places.get(key)! < offset + index);
		const before = places.size;
		for (const [index, key] of page.keys.entries()) {
			const isNew = !places.has(key) && !known.has(key) && found.functions.length < limit;
			if (isNew) found.functions.push(page.results[index]);
			places.set(key, offset + index);
		}
		const isNews = places.size > before;
		const isEmpty = page.keys.length === 0;
		if (!isEmpty) end = offset + page.keys.length;
		pagesInVain = isNews ? 0 : pagesInVain + 1;
		if (!hasMore(page, end, isNews)) break;
		if (pagesInVain >= MOST_PAGES_IN_VAIN) {
			found.incomplete ||= page.totalHits === undefined || end < page.totalHits;
			break;
		}
		if (!isNews && !isEmpty) ahead.drop();
		// Where a page never holds more than that one function, the next begins behind it.
		const overlap = isEmpty || pagesInVain < MOST_PAGES_IN_VAIN - 1 ? 1 : 0;
		offset = Math.max(startOffset, end - overlap);
		ahead.plan(offset, page.totalHits);
	}
	return { places, hasMoved };
}

/** A page whose functions have their form in the result; `keys` tells which function each was. */
interface ShapedPage extends SearchPage {
	keys: unknown[];
}

function shapedPage(page: SearchPage, shape: (result: IDataObject) => IDataObject): ShapedPage {
	return { ...page, keys: page.results.map(keyOf), results: page.results.map(shape) };
}

function keyOf(result: IDataObject): unknown {
	return result.id ?? writtenJson(result);
}

/** How far the list has been read. */
interface Position {
	/** Where the page begins. */
	offset: number;
	/** Where the page before ended. */
	end: number;
	places: Places;
}

/** Whether nothing can be lost between what was read and this page. */
function isConnected(
	{ keys, hasMore, totalHits = Infinity }: ShapedPage,
	{ offset, end, places }: Position,
): boolean {
	if (offset === 0 || places.size === 0) return true;
	// An empty page where there should be more is a fault of the platform: it is asked for again.
	return keys.length === 0 ? hasMore === true && totalHits >= end : places.has(keys[0]);
}

function hasMore({ totalHits, hasMore }: SearchPage, end: number, isNews: boolean): boolean {
	return hasMore ?? (totalHits === undefined ? isNews : end < totalHits);
}
