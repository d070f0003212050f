// Forked by contestants.ts: what a programmer would write with bare axios, in a process of its own.
import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';
import { type BareRequest, SEARCH, SEARCH_PATH } from './calls.ts';

/** What the process is asked to do; it answers with how many items succeeded. */
export interface AxiosTask {
	baseUrl: string;
	headers: Record<string, string>;
	/** Requests under way at a time. */
	concurrency: number;
	/** What to send; without them all functions are searched, page by page. */
	requests?: BareRequest[];
}

const PAGE_SIZE = 5000;

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

async function allFunctions(client: AxiosInstance, concurrency: number): Promise<object[]> {
	const page = async (offset: number) =>
		(await client.post(SEARCH_PATH, { ...SEARCH, offset, limit: PAGE_SIZE })).data;
	const first = await page(0);
	if (!first.hasMore) return first.results;
	const offsets: number[] = [];
	for (let offset = PAGE_SIZE; offset < first.totalHits; offset += PAGE_SIZE) offsets.push(offset);
	const others = await atATime(concurrency, offsets, page);
	return [first, ...others].flatMap(({ results }) => results);
}

const httpAgent = new Agent({ keepAlive: true });

async function carryOut({ baseUrl, headers, concurrency, requests }: AxiosTask): Promise<number> {
	const client = axios.create({ baseURL: baseUrl, headers, httpAgent, proxy: false });
	if (requests === undefined) return (await allFunctions(client, concurrency)).length;
	const answers = await atATime(concurrency, requests, async ({ method, path, body }) => {
		const { status } = await client.request({
			method,
			url: path,
			data: body,
			validateStatus: null,
		});
		return status;
	});
	return answers.filter((status) => status < 300).length;
}

process.on('message', async (task: AxiosTask) => {
	process.send!(await carryOut(task));
});
