import type { SearchResponse } from '../nodes/DataPlatform/api/contract.ts';
import { type BareRequest, SEARCH, SEARCH_PATH } from './calls.ts';

/** Work without checks, repetitions or second thoughts. */
export interface BareTask {
	/** Requests under way at a time. */
	concurrency: number;
	/** What to send; without them all functions are searched, page by page. */
	requests?: BareRequest[];
}

/** Sends one request; resolves with the parsed body. */
type Send = (request: BareRequest) => Promise<unknown>;

const PAGE_SIZE = 5000;

/** Does the work and gives what came back, an element for each request or function. */
export async function bareWork(
	{ concurrency, requests }: BareTask,
	send: Send,
): Promise<unknown[]> {
	if (requests !== undefined) return await atATime(concurrency, requests, send);
	const page = async (offset: number) => {
		const body = { ...SEARCH, offset, limit: PAGE_SIZE };
		return (await send({ method: 'POST', path: SEARCH_PATH, body })) as Required<SearchResponse>;
	};
	const first = await page(0);
	if (!first.hasMore) return first.results;
	const offsets: number[] = [];
	for (let offset = PAGE_SIZE; offset < first.totalHits; offset += PAGE_SIZE) offsets.push(offset);
	const others = await atATime(concurrency, offsets, page);
	return [first, ...others].flatMap(({ results }) => results);
}

async function atATime<Input, Output>(
	concurrency: number,
	inputs: Input[],
	work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
	const outputs: Output[] = [];
	const waiting = inputs.entries();
	await Promise.all(
		Array.from({ length: concurrency }, async () => {
			for (const [index, input] of waiting) outputs[index] = await work(input);
		}),
	);
	return outputs;
}
