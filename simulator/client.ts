import axios from 'axios';
import { CONTROL_PATH } from './control.ts';
import type { FaultRule } from './faults/rules.ts';
import type { Faults } from './faults/script.ts';
import type { Journal, RequestRecord } from './journal.ts';
import type { SimulatedPlatform } from './operations.ts';

/**
 * The control of a simulator that runs, over HTTP: what `control.ts` offers, for tests and tools in another process.
 *
 * @param url where the simulator listens, without the base path of the API
 */
export function simulatorClient(url: string) {
	const control = axios.create({ baseURL: url + CONTROL_PATH, proxy: false });
	const get =
		<Result>(path: string) =>
		async (): Promise<Result> =>
			(await control.get(path)).data;

	/** Every request to the API since the start, the last reset or the last 100,000, oldest first. */
	const requests = get<RequestRecord[]>('/requests');

	/** Replaces the faults in force. */
	async function setFaults(rules: FaultRule[]): Promise<void> {
		await control.put('/faults', rules);
	}

	return {
		/** The rules in force, with how often each matched and fired. */
		faults: get<ReturnType<Faults['list']>>('/faults'),
		setFaults,

		requests,
		stats: get<ReturnType<Journal['stats']>>('/stats'),
		jobs: get<ReturnType<SimulatedPlatform['jobs']['list']>>('/jobs'),
		executions: get<ReturnType<SimulatedPlatform['executions']['list']>>('/executions'),

		/** Does the work; gives what came of it, and the requests that reached the API meanwhile. */
		async requestsDuring<Result>(
			work: () => Promise<Result>,
		): Promise<{ result: Result; requests: RequestRecord[] }> {
			const before = (await requests()).length;
			const result = await work();
			return { result, requests: (await requests()).slice(before) };
		},

		/** Does the work while these faults are in force, and none afterwards. */
		async withFaults<Result>(rules: FaultRule[], work: () => Promise<Result>): Promise<Result> {
			await setFaults(rules);
			try {
				return await work();
			} finally {
				await control.delete('/faults');
			}
		},

		/** Back to the start, the faults included. */
		async reset(): Promise<void> {
			await control.post('/reset');
		},
	};
}
