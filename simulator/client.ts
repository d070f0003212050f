import axios from 'axios';
import { CONTROL_PATH } from './control.ts';
import type { FaultRule, Faults } from './faults/rules.ts';
import type { Journal, RequestRecord } from './journal.ts';

/** A client for the control API of a simulator, by its address without the base path of the API. */
export function simulatorClient(url: string) {
	const control = axios.create({ baseURL: url + CONTROL_PATH, proxy: false });
	const get = async <Result>(path: string) => (await control.get<Result>(path)).data;

	/** The requests to the API since the start or the last reset, oldest first. */
	const requests = () => get<RequestRecord[]>('/requests');

	async function setFaults(rules: FaultRule[]): Promise<void> {
		await control.put('/faults', rules);
	}

	return {
		setFaults,
		requests,

		/** The fault rules, with how often each one matched and fired. */
		faults: () => get<ReturnType<Faults['list']>>('/faults'),
		stats: () => get<ReturnType<Journal['stats']>>('/stats'),

		/** Returns the result of the work and the requests that reached the API during it. */
		async requestsDuring<Result>(work: () => Promise<Result>) {
			const before = (await requests()).length;
			const result = await work();
			return { result, requests: (await requests()).slice(before) };
		},

		/** Runs the work with these fault rules, and removes all rules afterwards. */
		async withFaults<Result>(rules: FaultRule[], work: () => Promise<Result>): Promise<Result> {
			await setFaults(rules);
			return await work().finally(() => setFaults([]));
		},

		/** Restores the state after the start, including the fault rules. */
		reset: () => control.post('/reset'),
	};
}
