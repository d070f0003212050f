import type { SearchPage } from './answer';
import type { IDataObject } from 'n8n-workflow';

/** The largest `limit` that one search request may have (api-spec.md 4.1 and 8). */
export const LARGEST_PAGE = 5000;

/** How many pages in a row may bring nothing new. */
const MOST_PAGES_IN_VAIN = 3;

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
	/** In the platform's order, each function once. */
	functions: IDataObject[];
	/** Whether any page was marked as degraded. */
	degraded: boolean;
	/** Whether nothing new came although there should be more, or the list changed too fast. */
	incomplete: boolean;
}

/** Fetches one page. */
export type FetchPage<Page = SearchPage> = (offset: number, limit: number) => Promise<Page>;

/**
 * Fetches the wanted functions page by page, several pages ahead when `totalHits` says how many there
 * are, and takes them in order. It ends, and neither loses nor doubles a function, also when
 * `totalHits` is wrong or missing, a page is shorter than asked for, a page is empty although there is
 * more (it is asked for again), or functions move to another page because the list changes meanwhile:
 * those that come twice are taken once, and where `totalHits` fell from one page to the next, functions
 * may have slipped to a page that was read, so it steps back until pages overlap.
 * `hasMore: false` is believed.
 * @param shape gives each function its form in the result, as soon as its page is there, so that what is
 * left out of it does not pile up in memory while earlier pages are waited for
 */
export async function allFunctions(
	span: Span,
	fetchPage: FetchPage,
	shape = (result: IDataObject) => result,
): Promise<Found> {
	const found: Found = { functions: [], degraded: false, incomplete: false };
	const known = new Set<unknown>();
	const ahead = new PagesAhead(span, async (offset, limit) =>
		shapedPage(await fetchPage(offset, limit), shape),
	);
	let offset = span.startOffset;
	let totalHits = 0;
	let pagesInVain = 0;

	while (found.functions.length < span.limit) {
		const page = await ahead.take(offset, span.limit - found.functions.length);
		const fell = totalHits - (page.totalHits ?? totalHits);
		totalHits = page.totalHits ?? totalHits;
		found.degraded ||= page.degraded === true;
		if (fell > 0 && !known.has(page.keys[0])) {
			if (pagesInVain++ < MOST_PAGES_IN_VAIN) {
				offset = Math.max(span.startOffset, offset - Math.min(2 * fell, span.pageSize - 1));
				ahead.drop();
				continue;
			}
			found.incomplete = true;
		}
		const before = known.size;
		for (const [index, result] of page.results.entries()) {
			if (found.functions.length >= span.limit) break;
			const { size } = known;
			if (known.add(page.keys[index]).size > size) found.functions.push(result);
		}
		offset += page.results.length;
		pagesInVain = known.size > before ? 0 : pagesInVain + 1;
		if (!hasMore(page, offset)) break;
		if (pagesInVain >= MOST_PAGES_IN_VAIN) {
			found.incomplete = true;
			break;
		}
		ahead.plan(offset, page.totalHits);
	}
	ahead.drop();
	return found;
}

/** A page whose functions have their form in the result; `keys` tells which function each was. */
interface ShapedPage extends SearchPage {
	keys: unknown[];
}

function shapedPage(page: SearchPage, shape: (result: IDataObject) => IDataObject): ShapedPage {
	return { ...page, keys: page.results.map(keyOf), results: page.results.map(shape) };
}

function keyOf(result: IDataObject): unknown {
	return result.id ?? JSON.stringify(result);
}

function hasMore({ results, totalHits, hasMore }: SearchPage, nextOffset: number): boolean {
	if (results.length === 0 && hasMore !== false) return nextOffset < (totalHits ?? 0);
	return hasMore ?? (totalHits === undefined || nextOffset < totalHits);
}

/** Pages that are asked for before it is their turn. */
class PagesAhead<Page> {
	private readonly span: Span;

	private readonly fetchPage: FetchPage<Page>;

	private readonly pages = new Map<number, Promise<Page>>();

	constructor(span: Span, fetchPage: FetchPage<Page>) {
		this.span = span;
		this.fetchPage = fetchPage;
	}

	/** Asks for the pages from `offset` on, as far as `totalHits` reaches. */
	plan(offset: number, totalHits = 0): void {
		const { startOffset, limit, pageSize, pagesAtATime } = this.span;
		const wantedEnd = startOffset + limit;
		const end = Math.min(totalHits, wantedEnd);
		let next = offset;
		for (const planned of [...this.pages.keys()]) {
			if (planned < offset) this.pages.delete(planned);
			else next = Math.max(next, planned + pageSize);
		}
		// Behind a short page the gap up to the next one asked for ahead is a request too.
		const gap = this.pages.size > 0 && !this.pages.has(offset) ? 1 : 0;
		for (; next < end && this.pages.size < pagesAtATime - gap; next += pageSize) {
			const page = this.fetchPage(next, Math.min(pageSize, wantedEnd - next));
			page.catch(() => {});
			this.pages.set(next, page);
		}
	}

	/**
	 * The page that begins at `offset`: one asked for ahead, or a new one that reaches up to the next
	 * one asked for ahead.
	 */
	async take(offset: number, wanted: number): Promise<Page> {
		const planned = this.pages.get(offset);
		if (planned) {
			this.pages.delete(offset);
			return await planned;
		}
		const nextPlanned = Math.min(...[...this.pages.keys()].filter((key) => key > offset));
		const size = Math.min(this.span.pageSize, wanted, nextPlanned - offset);
		return await this.fetchPage(offset, size);
	}

	/** Forgets what was asked for in vain. */
	drop(): void {
		this.pages.clear();
	}
}
