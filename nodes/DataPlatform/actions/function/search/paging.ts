import { writtenJson } from '../../../helpers/exactJson';
import type { SearchPage } from './answer';
import type { Keep } from './keepOnly';
import type { PagesAhead } from './pagesAhead';
import { pagesAhead } from './pagesAhead';
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
	/** Which functions count; all of them without. Then the list is read on until there are enough. */
	keep?: Keep;
	/** How many functions one request asks for, 1 to 5000. */
	pageSize: number;
	/** How many pages may be asked for at a time, at least 1, now. */
	pagesAtATime: () => number;
}

/** What the pages held together. */
export interface FoundFunctions {
	/** Each function once, in the platform's order; those that only a second reading found come last. */
	functions: IDataObject[];
	/** How many different functions the pages held, also those that do not count. */
	read: number;
	/** How many functions there are, as the platform said last. */
	totalHits?: number;
	/** Whether there are functions behind those that were wanted. */
	hasMore?: boolean;
	/** Whether any page was marked as degraded; undefined where none said anything. */
	degraded?: boolean;
	/** Whether a function may be missing that was there all the time. */
	incomplete: boolean;
	/** Whether that is because the list changed while it was read. */
	hasChanged?: boolean;
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
 * without anything new is asked for again, a few times. `hasMore: false` ends it; that fewer functions
 * came than `totalHits` promised, is told.
 * @param shape gives each function its form in the result. That, and what `keep` lets go, is decided as
 * soon as a page is there, so that nothing piles up in memory that is not wanted
 */
export async function allFunctions(
	wanted: Span,
	fetchPage: FetchPage,
	shape = (result: IDataObject) => result,
): Promise<FoundFunctions> {
	const found: FoundFunctions = { functions: [], read: 0, incomplete: false };
	const span = { ...wanted, pageSize: Math.max(SMALLEST_PAGE, wanted.pageSize) };
	const ahead = pagesAhead({ ...span, limit: mostToRead(span) }, async (offset, limit) =>
		shapedPage(await fetchPage(offset, limit), span, shape),
	);
	try {
		const first = await readThrough(span, ahead, found, new Map());
		const isFull = found.functions.length >= span.limit;
		if (first.hasMoved && isFull) tellChanged(found);
		if (!first.hasMoved || found.incomplete) return found;
		ahead.drop();
		const second = await readThrough(span, ahead, found, first.places);
		if (second.hasMoved) tellChanged(found);
		return found;
	} finally {
		ahead.drop();
	}
}

function tellChanged(found: FoundFunctions): void {
	found.incomplete = true;
	found.hasChanged = true;
}

/** Where each function stood when it was last seen, by its key. */
type Places = Map<unknown, number>;
type Known = ReadonlyMap<unknown, number>;

/**
 * Reads the list once, from its start to its end, and adds to what was found.
 * @param known functions that were found before
 * @returns `hasMoved` when a function stood further behind than before
 */
async function readThrough(
	span: Span,
	ahead: PagesAhead<ShapedPage>,
	found: FoundFunctions,
	known: Known,
): Promise<{ places: Places; hasMoved: boolean }> {
	const { startOffset, limit, pageSize } = span;
	const places: Places = new Map();
	let hasMoved = false;
	let end = startOffset;
	let offset = startOffset;
	let stepBack = FIRST_STEP_BACK;
	let pagesInVain = 0;

	for (;;) {
		const page = await ahead.take(offset, end - offset + mostToRead(span) - found.functions.length);
		if (!isConnected(page, offset, end, places)) {
			if (offset > startOffset && offset < end) {
				offset = Math.max(startOffset, offset - Math.min(stepBack, pageSize - 1));
				stepBack *= 10;
				ahead.drop();
				continue;
			}
			tellChanged(found);
		}
		stepBack = FIRST_STEP_BACK;
		hasMoved ||= page.keys.some((key, index) => places.get(key)! < offset + index);
		const before = places.size;
		const isFull = addNew(found, page, { offset, limit, places, known });
		const isNews = places.size > before;
		const isEmpty = page.keys.length === 0;
		if (!isEmpty) end = offset + page.keys.length;
		pagesInVain = isNews ? 0 : pagesInVain + 1;
		const isBeforeEnd = page.totalHits === undefined ? undefined : end < page.totalHits;
		const hasMore = page.hasMore ?? isBeforeEnd;
		found.read = places.size;
		found.degraded ||= page.degraded ?? found.degraded;
		found.totalHits = page.totalHits ?? found.totalHits;
		found.hasMore = isFull || hasMore;
		if (found.functions.length === limit) break;
		if (!(hasMore ?? isNews)) {
			found.incomplete ||= isBeforeEnd === true;
			break;
		}
		if (pagesInVain >= MOST_PAGES_IN_VAIN) {
			found.incomplete ||= isBeforeEnd !== false;
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

/**
 * Adds the functions of a page that are new, up to the limit.
 * @returns whether there were more
 */
function addNew(
	found: FoundFunctions,
	{ keys, results }: ShapedPage,
	{ offset, limit, places, known }: { offset: number; limit: number; places: Places; known: Known },
): boolean {
	let isFull = false;
	for (const [index, key] of keys.entries()) {
		const result = results[index];
		const isNew = result !== undefined && !places.has(key) && !known.has(key);
		if (isNew && found.functions.length < limit) found.functions.push(result);
		else isFull ||= isNew;
		places.set(key, offset + index);
	}
	return isFull;
}

/** A page whose functions have their form in the result; `keys` tells which function each was. */
interface ShapedPage extends Omit<SearchPage, 'results'> {
	keys: unknown[];
	/** Undefined in the place of a function that does not count. */
	results: Array<IDataObject | undefined>;
}

function shapedPage(
	page: SearchPage,
	{ keep }: Span,
	shape: (result: IDataObject) => IDataObject,
): ShapedPage {
	const results = keep
		? page.results.map((result) => (keep(result) ? shape(result) : undefined))
		: page.results.map(shape);
	return { ...page, keys: page.results.map((result) => result.id ?? writtenJson(result)), results };
}

/** How many functions may have to be read: where not all of them count, nobody knows. */
function mostToRead({ limit, keep }: Span): number {
	return keep ? Infinity : limit;
}

/** Whether nothing can be lost between what was read, up to `end`, and this page, which begins at `offset`. */
function isConnected(
	{ keys, hasMore, totalHits = Infinity }: ShapedPage,
	offset: number,
	end: number,
	places: Places,
): boolean {
	if (offset === 0 || places.size === 0) return true;
	// An empty page where there should be more is a fault of the platform: it is asked for again.
	return keys.length === 0 ? hasMore === true && totalHits >= end : places.has(keys[0]);
}
