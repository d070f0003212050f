import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/server.ts';
import { startSimulator, TOKEN_HEADER as HEADER } from '../../../simulator/server.ts';

export { HEADER };

/** The token that the simulator accepts. */
const TOKEN = 'engine-test-token-0123456789';

/** Starts a simulator for the tests in a file, and resets it before each. */
export function simulatedPlatform(options: SimulatorOptions = {}) {
	const { header = HEADER, basePath = '' } = options;
	let simulator: Simulator;
	beforeAll(async () => {
		simulator = await startSimulator({ token: TOKEN, ...options });
	});
	beforeEach(() => simulator.reset());
	afterAll(async () => await simulator.close());
	const requests = () => simulator.journal.list();

	return {
		credentials: () => ({ baseUrl: simulator.url + basePath, token: TOKEN, headerName: header }),
		requests,
		bodies: () => requests().map(({ body }) => body),
		/** The ids of the items from 100 to 109 whose requests were received, oldest first. */
		sentIds: () =>
			requests().map(({ path, body }) => /10\d(?!\d)/.exec(path + JSON.stringify(body))?.[0]),
		/** Resolves when that many requests have arrived. */
		async arrivals(count: number) {
			while (requests().length < count) await nextTurn();
		},
		faults: (rules: FaultRule[]): unknown => simulator.faults.set(rules),
	};
}

/** The simulator in tests. */
export type TestPlatform = ReturnType<typeof simulatedPlatform>;
