import { setTimeout as sleep } from 'node:timers/promises';
import { simulatorClient } from '../../../simulator/client.ts';
import type { TestPlatform } from '../../support/engine/platform.ts';

/** Waits until all requests have finished, including those that the node doesn't wait for. */
export async function allRequestsFinished(platform: TestPlatform): Promise<void> {
	const { stats } = simulatorClient(platform.credentials().baseUrl as string);
	while ((await stats()).inFlight > 0) await sleep(20);
}
