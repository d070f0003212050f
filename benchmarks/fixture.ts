import type { FaultRule } from '../simulator/faults/rules.ts';
import { DEMO_TOKEN, startSimulator } from '../simulator/server.ts';
import { CALLS } from './calls.ts';
import type { Sample } from './results.ts';
import type { Scenario } from './scenarios.ts';
import type { Bench, Workload } from './subject-process.ts';

/** The service of a scenario, and the work that there is to do. */
export interface Fixture {
	workload: Workload;
	/** Forgets all requests, and lets the service behave in another way. */
	behave(faults: FaultRule[]): void;
	/** What reached the service since. */
	stats(): Pick<Sample, 'requests' | 'refused' | 'highestConcurrency' | 'usualConcurrency'>;
}

/** Runs the simulator as a scenario wants it, while the work is done. */
export async function withFixture<Result>(
	{ functions, items, call }: Scenario,
	bench: Bench,
	work: (fixture: Fixture) => Promise<Result>,
): Promise<Result> {
	const simulator = await startSimulator({ functions, token: DEMO_TOKEN });
	const { item, request } = CALLS[call];
	const inputs = Array.from({ length: items ?? 1 }, (_, index) => item(index));
	const requests = items === undefined ? undefined : inputs.map(request);
	const headerName = 'X-SERVICE-Developer-Token';
	const service = { baseUrl: simulator.url, headerName, token: DEMO_TOKEN };
	try {
		return await work({
			workload: { ...bench, service, items: inputs, requests },
			behave(faults) {
				simulator.reset();
				simulator.faults.set(faults);
			},
			stats() {
				const { requests, refused, highestConcurrency, usualConcurrency } =
					simulator.journal.stats();
				return { requests, refused, highestConcurrency, usualConcurrency };
			},
		});
	} finally {
		await simulator.close();
	}
}
