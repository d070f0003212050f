import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { RequestRecord } from '../../../simulator/journal.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/server.ts';
import { startSimulator } from '../../../simulator/server.ts';

/** The token that the simulator of the tests accepts. */
export const TOKEN = 'engine-test-token-0123456789';

/** The header that carries it, unless a test says otherwise. */
export const HEADER = 'X-SERVICE-Developer-Token';

/** The simulator as tests see it. */
export interface TestPlatform {
	/** A credential that it accepts, with parts replaced. */
	credentials(replaced?: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject;
	/** The requests that arrived, oldest first. */
	requests(): RequestRecord[];
	/** The JSON bodies that arrived, oldest first. */
	bodies(): unknown[];
	/** Resolves when that many requests have arrived. */
	arrivals(count: number): Promise<void>;
	/** Replaces the scripted faults. */
	faults(rules: FaultRule[]): void;
}

/** Starts a simulator for the tests around it, and puts it back to its beginning before each. */
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
		async arrivals(count) {
			while (simulator.journal.list().length < count) await nextTurn();
		},
		faults: (rules) => simulator.faults.set(rules),
	};
}
