// Started by subject-process.ts. A simple client with bare axios, without validation or retries.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import pMap from 'p-map';
import type { SearchResponse } from '../contract/types.ts';
import { type BareRequest, PAGE_SIZE, SEARCH, SEARCH_PATH } from './calls.ts';

/** The size of axios's requests, and how many it sends in parallel. */
export interface Pool {
	/** Maximum number of requests in parallel. */
	concurrency: number;
	/** Other maximums, each from a number of milliseconds after the start. */
	changes?: Array<{ after: number; capacity: number }>;
	/** Functions per page. */
	pageSize?: number;
}

/** A task for the process, which returns the number of successful items. */
export interface AxiosTask extends Pool {
	baseUrl: string;
	headers: Record<string, string>;
	keepAlive: boolean;
	/** The requests to send. Without them, it searches all functions, page by page. */
	requests?: BareRequest[];
}

async function execute(task: AxiosTask): Promise<number> {
	const { baseUrl, headers, keepAlive, concurrency, changes = [], pageSize = PAGE_SIZE } = task;
	const httpAgent = new Agent({ keepAlive });
	const client = axios.create({ baseURL: baseUrl, headers, httpAgent, proxy: false });
	const began = Date.now();
	let inFlight = 0;
	const capacity = () =>
		changes.findLast(({ after }) => Date.now() - began >= after)?.capacity ?? concurrency;

	async function send({ method, path, body }: BareRequest): Promise<unknown> {
		while (inFlight >= capacity()) await sleep(1);
		inFlight++;
		const request = { method, url: path, data: body, validateStatus: null };
		const { status, data } = await client.request(request).finally(() => inFlight--);
		return status < 300 ? data : undefined;
	}

	if (task.requests !== undefined) {
		const results = await pMap(task.requests, send, { concurrency });
		return results.filter((result) => result !== undefined).length;
	}
	const page = async (offset: number) => {
		const body = { ...SEARCH, offset, limit: pageSize };
		return (await send({ method: 'POST', path: SEARCH_PATH, body })) as Required<SearchResponse>;
	};
	const first = await page(0);
	const offsets: number[] = [];
	for (let offset = pageSize; first.hasMore && offset < first.totalHits; offset += pageSize)
		offsets.push(offset);
	const others = await pMap(offsets, page, { concurrency });
	return [first, ...others].flatMap(({ results }) => results).length;
}

process.on('message', async (task: AxiosTask) => {
	process.send!(await execute(task));
});
