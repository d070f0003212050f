import type { Span } from '../../nodes/DataPlatform/actions/function/search/paging.ts';

/** Every function, by pages of ten, three at a time. */
export const everything: Span = {
	startOffset: 0,
	limit: Infinity,
	pageSize: 10,
	pagesAtATime: () => 3,
};

export function idsFrom(first: number, count: number): number[] {
	return Array.from({ length: count }, (_, index) => first + index);
}

export function resultsOf(ids: number[]): Array<{ id: number }> {
	return ids.map((id) => ({ id }));
}
