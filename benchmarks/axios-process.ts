// Started by subjects.ts. A simple client with axios, without validation or retries.
import { Agent } from 'node:http';
import axios from 'axios';
import pMap from 'p-map';
import { type BareRequest, PAGE_SIZE, searchPage } from './rows.ts';
import type { AxiosTask } from './subjects.ts';

async function execute({ baseUrl, headers, concurrency, requests }: AxiosTask): Promise<void> {
	const httpAgent = new Agent({ keepAlive: true });
	const client = axios.create({ baseURL: baseUrl, headers, httpAgent, proxy: false });
	const send = async ({ method, path, body }: BareRequest) =>
		(await client.request({ method, url: path, data: body, validateStatus: null })).data;

	if (requests !== undefined) return void (await pMap(requests, send, { concurrency }));
	const { results, totalHits } = await send(searchPage(0));
	const offsets = Array.from({ length: totalHits / PAGE_SIZE - 1 }, (_, i) => (i + 1) * PAGE_SIZE);
	const others = await pMap(offsets, (offset) => send(searchPage(offset)), { concurrency });
	// Like a node, keeps all functions until the end.
	others.flatMap((page) => page.results).concat(results);
}

process.on('message', async (task: AxiosTask) => {
	await execute(task);
	process.send!('done');
});
