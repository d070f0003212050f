import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { RequestRecord } from '../../../simulator/journal.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/server.ts';
import { startSimulator } from '../../../simulator/server.ts';

/** The token that the simulator accepts. */
export const TOKEN = 'engine-test-token-0123456789';

/** The default token header. */
export const HEADER = 'X-SERVICE-Developer-Token';

/** The simulator in tests. */
export interface TestPlatform {
	/** A valid credential, with parts replaced. */
	credentials(replaced?: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject;
	/** The received requests, oldest first. */
	requests(): RequestRecord[];
	/** The received bodies, oldest first. */
	bodies(): unknown[];
	/** The ids of the items from 100 to 109 whose requests were received, oldest first. */
	sentIds(): Array<string | undefined>;
	/** Resolves when that many requests have arrived. */
	arrivals(count: number): Promise<void>;
	/** Replaces the fault rules. */
	faults(rules: FaultRule[]): void;
}

/** Starts a simulator for the tests in a file, and resets it before each. */
export function simulatedPlatform(options: SimulatorOptions = {}): TestPlatform {
	const { header = HEADER, basePath = '' } = options;
	let simulator: Simulator;
	beforeAll(async () => {
		simulator = await startSimulator({ token: TOKEN, ...options });
	});
	beforeEach(() => simulator.reset());
	afterAll(async () => await simulator.close());

	return {
		credentials: (replaced) => ({
			baseUrl: `${simulator.url}${basePath}`,
			token: TOKEN,
			headerName: header,
			...replaced,
		}),
		requests: () => simulator.journal.list(),
		bodies: () => simulator.journal.list().map(({ body }) => body),
		sentIds: () =>
			simulator.journal
				.list()
				.map(({ path, body }) => /10\d(?!\d)/.exec(path + JSON.stringify(body))?.[0]),
		async arrivals(count) {
			while (simulator.journal.list().length < count) await nextTurn();
		},
		faults: (rules) => simulator.faults.set(rules),
	};
}
