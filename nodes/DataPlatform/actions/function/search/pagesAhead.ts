import type { FetchPage, Span } from './paging';

export type PagesAhead<Page> = ReturnType<typeof pagesAhead<Page>>;

/** Pages that are asked for before it is their turn; each begins with the last function of the one before. */
export function pagesAhead<Page>(
	{ startOffset, limit, pageSize, pagesAtATime }: Span,
	fetchPage: FetchPage<Page>,
) {
	const pages = new Map<number, Promise<Page>>();
	const wantedEnd = startOffset + limit;

	return {
		/** Asks for the pages from `offset` on, as far as `totalHits` reaches. */
		plan(offset: number, totalHits = 0): void {
			const end = Math.min(totalHits, wantedEnd);
			let next = offset;
			for (const planned of [...pages.keys()]) {
				if (planned < offset) pages.delete(planned);
				else next = Math.max(next, planned + pageSize - 1);
			}
			// Behind a short page the gap up to the next one asked for ahead is a request too.
			const gap = pages.size > 0 && !pages.has(offset) ? 1 : 0;
			for (; next < end - 1 && pages.size < pagesAtATime() - gap; next += pageSize - 1) {
				const page = fetchPage(next, Math.min(pageSize, wantedEnd - next));
				page.catch(() => {});
				pages.set(next, page);
			}
		},

		/**
		 * The page that begins at `offset`: one asked for ahead, or a new one that reaches up to the next
		 * one asked for ahead.
		 * @param wanted how many functions it should hold at most
		 */
		async take(offset: number, wanted: number): Promise<Page> {
			const planned = pages.get(offset);
			if (planned) {
				pages.delete(offset);
				return await planned;
			}
			const nextPlanned = Math.min(...[...pages.keys()].filter((key) => key > offset));
			return await fetchPage(offset, Math.min(pageSize, wanted, nextPlanned - offset + 1));
		},

		/** Forgets what was asked for in vain. */
		drop(): void {
			pages.clear();
		},
	};
}
