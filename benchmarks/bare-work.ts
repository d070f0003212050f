import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { SearchResponse } from '../nodes/DataPlatform/api/contract.ts';
import { type BareRequest, PAGE_SIZE, SEARCH, SEARCH_PATH } from './calls.ts';

export interface Pool {
	/** Requests under way at a time, at most. */
	concurrency: number;
	/** Fewer, from so many milliseconds after the start on. */
	changes?: Array<{ after: number; capacity: number }>;
	/** Functions of a page. */
	pageSize?: number;
}

/** Work without checks, repetitions or second thoughts. */
export interface BareTask extends Pool {
	/** What to send; without them all functions are searched, page by page. */
	requests?: BareRequest[];
}

/** Sends one request; resolves with the parsed body. */
type Send = (request: BareRequest) => Promise<unknown>;

/** Does the work and gives what came back, an element for each request or function. */
export async function bareWork(
	{ concurrency, changes = [], pageSize = PAGE_SIZE, requests }: BareTask,
	sendNow: Send,
): Promise<unknown[]> {
	const began = Date.now();
	let underWay = 0;
	const capacity = () =>
		changes.findLast(({ after }) => Date.now() - began >= after)?.capacity ?? concurrency;
	const send: Send = async (request) => {
		while (underWay >= capacity()) await sleep(1);
		underWay++;
		return await sendNow(request).finally(() => underWay--);
	};
	if (requests !== undefined) return await pMap(requests, send, { concurrency });
	const page = async (offset: number) => {
		const body = { ...SEARCH, offset, limit: pageSize };
		return (await send({ method: 'POST', path: SEARCH_PATH, body })) as Required<SearchResponse>;
	};
	const first = await page(0);
	if (!first.hasMore) return first.results;
	const offsets: number[] = [];
	for (let offset = pageSize; offset < first.totalHits; offset += pageSize) offsets.push(offset);
	const others = await pMap(offsets, page, { concurrency });
	return [first, ...others].flatMap(({ results }) => results);
}
