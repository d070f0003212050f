import axios from 'axios';
import type { RequestRecord } from '../simulator/journal.ts';

/** Every request to the API that the simulator has had since its start, in order. */
export async function simulatorRequests(simulatorUrl: string): Promise<RequestRecord[]> {
	return (await axios.get(`${simulatorUrl}/_simulator/requests`, { proxy: false })).data;
}
