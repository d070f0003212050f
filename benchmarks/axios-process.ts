// Started by subject-process.ts: what a programmer would write with bare axios, in a process of its own.
import { Agent } from 'node:http';
import axios from 'axios';
import { type BareTask, bareWork } from './bare-work.ts';

/** What the process is asked to do; it answers with how many items succeeded. */
export interface AxiosTask extends BareTask {
	baseUrl: string;
	headers: Record<string, string>;
	keepAlive: boolean;
}

async function carryOut({ baseUrl, headers, keepAlive, ...work }: AxiosTask): Promise<number> {
	const httpAgent = new Agent({ keepAlive });
	const client = axios.create({ baseURL: baseUrl, headers, httpAgent, proxy: false });
	const answers = await bareWork(work, async ({ method, path, body }) => {
		const request = { method, url: path, data: body, validateStatus: null };
		const { status, data } = await client.request(request);
		return status < 300 ? data : undefined;
	});
	return answers.filter((answer) => answer !== undefined).length;
}

process.on('message', async (task: AxiosTask) => {
	process.send!(await carryOut(task));
});
