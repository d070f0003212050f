import axios from 'axios';
import { CONTROL_PATH } from './control.ts';
import type { FaultRule } from './faults/rules.ts';
import type { RequestRecord } from './journal.ts';

/** A client for the control API of a simulator in another process, by its address without the base path of the API. */
export function simulatorClient(url: string) {
	const control = axios.create({ baseURL: url + CONTROL_PATH, proxy: false });

	/** The requests to the API since the start or the last reset, oldest first. */
	const requests = async () => (await control.get<RequestRecord[]>('/requests')).data;

	return {
		requests,

		/** Returns the result of the work and the requests that reached the API during it. */
		async requestsDuring<Result>(work: () => Promise<Result>) {
			const before = (await requests()).length;
			const result = await work();
			return { result, requests: (await requests()).slice(before) };
		},

		/** Runs the work with these fault rules, and removes all rules afterwards. */
		async withFaults<Result>(rules: FaultRule[], work: () => Promise<Result>): Promise<Result> {
			await control.put('/faults', rules);
			return await work().finally(() => control.put('/faults', []));
		},
	};
}
