import fc from 'fast-check';
import type { FetchPage } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { allFunctions } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { idsFrom, resultsOf } from '../../../../../harness/unit/pages.ts';

test('whatever the sizes, and however short the pages: each function once, in order', async () => {
	const sizes = fc.record({
		count: fc.nat(120),
		startOffset: fc.nat(130),
		limit: fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constant(Infinity)),
		keptEvery: fc.integer({ min: 1, max: 5 }),
		pageSize: fc.integer({ min: 1, max: 40 }),
		pagesAtATime: fc.integer({ min: 1, max: 6 }).map((pages) => () => pages),
		totalHits: fc.option(fc.nat(300), { nil: undefined }),
		shortest: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
	});
	await fc.assert(
		fc.asyncProperty(sizes, async ({ count, totalHits, shortest, keptEvery, ...span }) => {
			const isKept = ({ id }: { id?: unknown }) => Number(id) % keptEvery === 0;
			let pages = 0;
			const fetchPage: FetchPage = async (offset, limit) => {
				const size = Math.min(limit, shortest[pages++ % shortest.length]);
				const end = Math.min(count, offset + size);
				const results = resultsOf(idsFrom(offset, Math.max(0, end - offset)));
				return { results, hasMore: end < count, ...(totalHits !== undefined && { totalHits }) };
			};
			const keep = keptEvery > 1 ? isKept : undefined;
			const { functions } = await allFunctions({ ...span, keep }, fetchPage);
			const wanted = resultsOf(idsFrom(0, count)).slice(span.startOffset).filter(isKept);
			expect(functions).toEqual(wanted.slice(0, span.limit));
		}),
	);
});
