import type { FetchPage, Span } from './paging';

/** Pages that are asked for before it is their turn; each begins with the last function of the one before. */
export class PagesAhead<Page> {
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
		const end = Math.min(totalHits, startOffset + limit);
		let next = offset;
		for (const planned of [...this.pages.keys()]) {
			if (planned < offset) this.pages.delete(planned);
			else next = Math.max(next, planned + pageSize - 1);
		}
		// Behind a short page the gap up to the next one asked for ahead is a request too.
		const gap = this.pages.size > 0 && !this.pages.has(offset) ? 1 : 0;
		for (; next < end - 1 && this.pages.size < pagesAtATime() - gap; next += pageSize - 1) {
			const page = this.fetchPage(next, Math.min(pageSize, startOffset + limit - next));
			page.catch(() => {});
			this.pages.set(next, page);
		}
	}

	/**
	 * The page that begins at `offset`: one asked for ahead, or a new one that reaches up to the next
	 * one asked for ahead.
	 * @param wanted how many functions it should hold at most
	 */
	async take(offset: number, wanted: number): Promise<Page> {
		const planned = this.pages.get(offset);
		if (planned) {
			this.pages.delete(offset);
			return await planned;
		}
		const nextPlanned = Math.min(...[...this.pages.keys()].filter((key) => key > offset));
		return await this.fetchPage(
			offset,
			Math.min(this.span.pageSize, wanted, nextPlanned - offset + 1),
		);
	}

	/** Forgets what was asked for in vain. */
	drop(): void {
		this.pages.clear();
	}
}
