// Started by subject-process.ts. A simple client with axios, without validation or retries.
import { Agent } from 'node:http';
import axios from 'axios';
import pMap from 'p-map';
import type { SearchResponse } from '../contract/types.ts';
import { type BareRequest, searchPage } from './calls.ts';

/** A task for the process, which sends a message when it's done. */
export interface AxiosTask {
	baseUrl: string;
	headers: Record<string, string>;
	/** Maximum number of requests in parallel. */
	concurrency: number;
	/** The requests to send. Without them, it searches all functions, page by page. */
	requests?: BareRequest[];
}

async function execute({ baseUrl, headers, concurrency, requests }: AxiosTask): Promise<void> {
	const httpAgent = new Agent({ keepAlive: true });
	const client = axios.create({ baseURL: baseUrl, headers, httpAgent, proxy: false });
	const send = async ({ method, path, body }: BareRequest) =>
		await client.request({ method, url: path, data: body, validateStatus: null });

	if (requests !== undefined) return void (await pMap(requests, send, { concurrency }));
	const { data } = await send(searchPage(0));
	const { results, totalHits } = data as Required<SearchResponse>;
	const offsets = Array.from(
		{ length: Math.ceil(totalHits / results.length) - 1 },
		(_, index) => (index + 1) * results.length,
	);
	const others = await pMap(offsets, (offset) => send(searchPage(offset)), { concurrency });
	// Like a node, keeps all functions until the end.
	others.flatMap((page) => page.data.results).concat(results);
}

process.on('message', async (task: AxiosTask) => {
	await execute(task);
	process.send!('done');
});
