import type { IDataObject } from 'n8n-workflow';
import type { SearchResponse } from '../../../transport/contract';

export interface PageRange {
	startOffset: number;
	/** The most functions to return; Infinity for all. */
	limit: number;
	/** The most functions per page, from 2 to 5000. Pages overlap by one, so 1 would never end. */
	pageSize: number;
	/** Returns how many pages may be requested in parallel now. */
	maxParallelPages: () => number;
}

export interface Page extends SearchResponse {
	/** One key for each function of the page; equal keys mean the same function. */
	keys: unknown[];
	/** The output item of each function. */
	functions: IDataObject[];
}

/** Requests one page. The request is canceled when `signal` aborts. */
export type FetchPage = (offset: number, limit: number, signal: AbortSignal) => Promise<Page>;

interface RequestedPage {
	page: Promise<Page>;
	size: number;
	controller: AbortController;
}

/** Reads pages of a list, and also requests pages ahead, before they are needed. */
export interface PageReader {
	/**
	 * Returns the page at `offset`, with the size that was requested. If it wasn't requested ahead, it ends at the
	 * next page that was. Also requests the pages from there to `totalHits`, as many as may be requested in parallel.
	 * @param maxFunctions the most functions that the caller needs, including the overlap
	 * @param totalHits where requesting ahead ends. If it's unknown, nothing is requested ahead.
	 */
	read(offset: number, maxFunctions: number, totalHits?: number): Promise<Page & { size: number }>;
	/** Cancels the pages requested ahead, or only those whose offset is less than `end`. */
	cancel(end?: number): void;
}

export function createPageReader(range: PageRange, fetchPage: FetchPage): PageReader {
	const { startOffset, limit, pageSize, maxParallelPages } = range;
	const rangeEnd = startOffset + limit;
	/** From one page to the next, because pages overlap by one function: 0 to 9, 9 to 18. */
	const step = pageSize - 1;
	/** The pages requested ahead, by offset. */
	const ahead = new Map<number, RequestedPage>();

	function request(offset: number, size: number): RequestedPage {
		const controller = new AbortController();
		return { page: fetchPage(offset, size, controller.signal), size, controller };
	}

	function cancel(end = Infinity): void {
		for (const [offset, { controller }] of ahead) {
			if (offset >= end) continue;
			controller.abort();
			ahead.delete(offset);
		}
	}

	function requestAhead(offset: number, totalHits: number): void {
		const hasPages = ahead.size > 0;
		// If a page was too short, one request is reserved for the gap before the next page. For example, 0 to 9 was
		// requested, but only 0 to 5 came, and 9 to 18 is requested ahead: `read` requests 5 to 9 itself.
		const reservedForGap = hasPages && !ahead.has(offset) ? 1 : 0;
		const end = Math.min(totalHits, rangeEnd);
		let next = hasPages ? Math.max(...ahead.keys()) + step : offset;
		// A page at `end - 1` would have only the overlap.
		for (; next < end - 1 && ahead.size < maxParallelPages() - reservedForGap; next += step) {
			const requested = request(next, Math.min(pageSize, rangeEnd - next));
			// A page that is never read must not become an unhandled rejection.
			requested.page.catch(() => {});
			ahead.set(next, requested);
		}
	}

	async function read(offset: number, maxFunctions: number, totalHits?: number) {
		cancel(offset);
		if (totalHits !== undefined) requestAhead(offset, totalHits);
		const { page, size } = ahead.get(offset) ?? requestUpToNextPage(offset, maxFunctions);
		ahead.delete(offset);
		return { ...(await page), size };
	}

	/** Requests a page that ends with the first function of the next page. If there is none, `nextPage` is Infinity. */
	function requestUpToNextPage(offset: number, maxFunctions: number): RequestedPage {
		const nextPage = Math.min(...ahead.keys());
		return request(offset, Math.min(pageSize, maxFunctions, nextPage + 1 - offset));
	}

	return { read, cancel };
}
