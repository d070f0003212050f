import { startSimulatorProcess } from '../local/simulator.ts';
import { simulatorClient } from '../simulator/client.ts';
import type { FaultRule } from '../simulator/faults/rules.ts';
import { CALLS } from './calls.ts';
import type { Sample } from './results.ts';
import type { Scenario } from './scenarios.ts';
import type { Bench, Workload } from './subject-process.ts';

const TOKEN_HEADER = 'X-SERVICE-Developer-Token';

/** The service of a scenario, and the work that there is to do. */
export interface Fixture {
	workload: Workload;
	/** Forgets all requests, and lets the service behave in another way. */
	behave(faults: FaultRule[]): Promise<void>;
	/** What reached the service since. */
	stats(): Promise<
		Pick<Sample, 'requests' | 'refused' | 'highestConcurrency' | 'usualConcurrency'>
	>;
}

/** Runs the simulator as a scenario wants it, while the work is done. */
export async function withFixture<Result>(
	{ functions, items, call }: Scenario,
	bench: Bench,
	work: (fixture: Fixture) => Promise<Result>,
): Promise<Result> {
	const simulator = await startSimulatorProcess({ ...bench, functions });
	const service = { baseUrl: simulator.url, headerName: TOKEN_HEADER, token: simulator.token };
	const { reset, setFaults, stats } = simulatorClient(simulator.url);
	const { item, request } = CALLS[call];
	const inputs = Array.from({ length: items ?? 1 }, (_, index) => item(index));
	const requests = items === undefined ? undefined : inputs.map(request);
	try {
		return await work({
			workload: { ...bench, service, items: inputs, requests },
			async behave(faults) {
				await reset();
				await setFaults(faults);
			},
			async stats() {
				const { requests, refused, highestConcurrency, usualConcurrency } = await stats();
				return { requests, refused, highestConcurrency, usualConcurrency };
			},
		});
	} finally {
		await simulator.process.stop();
	}
}
