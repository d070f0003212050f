// Started by subject-process.ts. A simple client with axios, without validation or retries.
import { Agent } from 'node:http';
import axios from 'axios';
import pMap from 'p-map';
import type { SearchResponse } from '../contract/types.ts';
import { type BareRequest, searchPage } from './calls.ts';

/** A task for the process, which returns the number of successful items. */
export interface AxiosTask {
	baseUrl: string;
	headers: Record<string, string>;
	/** Maximum number of requests in parallel. */
	concurrency: number;
	/** The requests to send. Without them, it searches all functions, page by page. */
	requests?: BareRequest[];
}

async function execute({ baseUrl, headers, concurrency, requests }: AxiosTask): Promise<number> {
	const httpAgent = new Agent({ keepAlive: true });
	const client = axios.create({ baseURL: baseUrl, headers, httpAgent, proxy: false });

	async function send<Data>({ method, path, body }: BareRequest): Promise<Data | undefined> {
		const { status, data } = await client.request<Data>({
			...{ method, url: path, data: body, validateStatus: null },
		});
		return status < 300 ? data : undefined;
	}

	if (requests !== undefined) {
		const results = await pMap(requests, send, { concurrency });
		return results.filter((result) => result !== undefined).length;
	}
	const page = async (offset: number) =>
		(await send<Required<SearchResponse>>(searchPage(offset))) ?? { results: [], totalHits: 0 };
	const first = await page(0);
	const size = first.results.length;
	const offsets = Array.from(
		{ length: Math.ceil(first.totalHits / size) - 1 },
		(_, index) => (index + 1) * size,
	);
	const others = await pMap(offsets, page, { concurrency });
	return [first, ...others].flatMap(({ results }) => results).length;
}

process.on('message', async (task: AxiosTask) => {
	process.send!(await execute(task));
});
