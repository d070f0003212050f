// Started by subject-process.ts: what a programmer would write with bare axios, without checks or repetitions.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import pMap from 'p-map';
import type { SearchResponse } from '../contract/types.ts';
import { type BareRequest, PAGE_SIZE, SEARCH, SEARCH_PATH } from './calls.ts';

/** How many requests bare axios has under way at a time, and of what size. */
export interface Pool {
	/** Requests under way at a time, at most. */
	concurrency: number;
	/** Fewer, from so many milliseconds after the start on. */
	changes?: Array<{ after: number; capacity: number }>;
	/** Functions of a page. */
	pageSize?: number;
}

/** What the process is asked to do; it answers with how many items succeeded. */
export interface AxiosTask extends Pool {
	baseUrl: string;
	headers: Record<string, string>;
	keepAlive: boolean;
	/** What to send; without them all functions are searched, page by page. */
	requests?: BareRequest[];
}

async function carryOut(task: AxiosTask): Promise<number> {
	const { baseUrl, headers, keepAlive, concurrency, changes = [], pageSize = PAGE_SIZE } = task;
	const httpAgent = new Agent({ keepAlive });
	const client = axios.create({ baseURL: baseUrl, headers, httpAgent, proxy: false });
	const began = Date.now();
	let underWay = 0;
	const capacity = () =>
		changes.findLast(({ after }) => Date.now() - began >= after)?.capacity ?? concurrency;

	async function send({ method, path, body }: BareRequest): Promise<unknown> {
		while (underWay >= capacity()) await sleep(1);
		underWay++;
		const request = { method, url: path, data: body, validateStatus: null };
		const { status, data } = await client.request(request).finally(() => underWay--);
		return status < 300 ? data : undefined;
	}

	if (task.requests !== undefined) {
		const answers = await pMap(task.requests, send, { concurrency });
		return answers.filter((answer) => answer !== undefined).length;
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
	process.send!(await carryOut(task));
});
