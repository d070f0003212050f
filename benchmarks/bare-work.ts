import pMap from 'p-map';
import type { SearchResponse } from '../nodes/DataPlatform/api/contract.ts';
import { type BareRequest, PAGE_SIZE, SEARCH, SEARCH_PATH } from './calls.ts';

/** Work without checks, repetitions or second thoughts. */
export interface BareTask {
	/** Requests under way at a time. */
	concurrency: number;
	/** What to send; without them all functions are searched, page by page. */
	requests?: BareRequest[];
}

/** Sends one request; resolves with the parsed body. */
type Send = (request: BareRequest) => Promise<unknown>;

/** Does the work and gives what came back, an element for each request or function. */
export async function bareWork(
	{ concurrency, requests }: BareTask,
	send: Send,
): Promise<unknown[]> {
	if (requests !== undefined) return await pMap(requests, send, { concurrency });
	const page = async (offset: number) => {
		const body = { ...SEARCH, offset, limit: PAGE_SIZE };
		return (await send({ method: 'POST', path: SEARCH_PATH, body })) as Required<SearchResponse>;
	};
	const first = await page(0);
	if (!first.hasMore) return first.results;
	const offsets: number[] = [];
	for (let offset = PAGE_SIZE; offset < first.totalHits; offset += PAGE_SIZE) offsets.push(offset);
	const others = await pMap(offsets, page, { concurrency });
	return [first, ...others].flatMap(({ results }) => results);
}
