import { setTimeout as sleep } from 'node:timers/promises';
import { simulatorClient } from '../../../simulator/client.ts';
import type { TestPlatform } from '../../support/engine/platform.ts';

/** Resolves when no request is under way any more, also none that the node did not wait for. */
export async function allRequestsFinished(platform: TestPlatform): Promise<void> {
	const { stats } = simulatorClient(platform.credentials().baseUrl as string);
	while ((await stats()).inFlight > 0) await sleep(20);
}
