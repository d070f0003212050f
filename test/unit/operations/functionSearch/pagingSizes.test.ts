import fc from 'fast-check';
import type { FetchPage } from '../../../../nodes/DataPlatform/operations/functionSearch/paging.ts';
import { allFunctions } from '../../../../nodes/DataPlatform/operations/functionSearch/paging.ts';

const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);

test('whatever the sizes, and however short the pages: each function once, in order', async () => {
	const sizes = fc.record({
		count: fc.nat(120),
		startOffset: fc.nat(130),
		limit: fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constant(Infinity)),
		pageSize: fc.integer({ min: 1, max: 40 }),
		pagesAtATime: fc.integer({ min: 1, max: 6 }),
		totalHits: fc.option(fc.nat(300), { nil: undefined }),
		shortest: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
	});
	await fc.assert(
		fc.asyncProperty(sizes, async ({ count, totalHits, shortest, ...span }) => {
			let pages = 0;
			const fetchPage: FetchPage = async (offset, limit) => {
				const size = Math.min(limit, shortest[pages++ % shortest.length]);
				const end = Math.min(count, offset + size);
				const results = idsFrom(offset, Math.max(0, end - offset)).map((id) => ({ id }));
				return { results, hasMore: end < count, ...(totalHits !== undefined && { totalHits }) };
			};
			const { functions } = await allFunctions(span, fetchPage);
			expect(functions.map(({ id }) => id)).toEqual(
				idsFrom(0, count).slice(span.startOffset, span.startOffset + span.limit),
			);
		}),
	);
});
