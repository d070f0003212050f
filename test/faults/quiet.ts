import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../harness/engine/platform.ts';

/** Resolves when no request is under way any more, also none that the node did not wait for. */
export async function quiet(platform: Platform): Promise<void> {
	const stats = `${platform.credentials().baseUrl as string}/_simulator/stats`;
	const inFlight = async () =>
		((await (await fetch(stats)).json()) as { inFlight: number }).inFlight;
	while ((await inFlight()) > 0) await sleep(20);
}
