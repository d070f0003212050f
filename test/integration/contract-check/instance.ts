import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/server.ts';
import { startSimulator } from '../../../simulator/server.ts';
import { checkInstance } from '../../../tools/contract-check/check.ts';
import { type Probe, searchProbes } from '../../../tools/contract-check/probes.ts';

export const TOKEN = 'The-Right-Token';
export const HEADER = 'X-SERVICE-Developer-Token';

const USUAL_FUNCTION = {
	id: 4711,
	name: 'Gross revenue',
	owner: 31415,
	lastModified: 1_710_000_000_000,
	created: 1_700_000_000_000,
	global: false,
	locked: false,
	legacyId: 'calculation_1',
	status: 'VALID',
	links: [
		{
			resource: { type: 'CARD', id: '998877' },
			visible: true,
			active: true,
			valid: 'VALID',
		},
	],
	archived: false,
	activeLinks: {},
};

/** A page with one function, with changes. */
export const page = (functionChanges: object = {}, pageChanges: object = {}) => ({
	totalHits: 1,
	results: [{ ...USUAL_FUNCTION, ...functionChanges }],
	hasMore: false,
	degraded: false,
	...pageChanges,
});

/** The first probe, which requests one function. */
export const FIRST = { request: 1 };
/** The probe without a token. */
export const MISSING_TOKEN = {
	request: 1 + searchProbes('name').findIndex(({ name }) => name === 'missing token'),
};
export const withText = (containing: string) => ({ containing });

/** Starts a simulator, uses it and stops it. */
export async function withSimulator<Result>(
	options: SimulatorOptions,
	use: (simulator: Simulator) => Promise<Result>,
): Promise<Result> {
	const simulator = await startSimulator({ token: TOKEN, ...options });
	try {
		return await use(simulator);
	} finally {
		await simulator.close();
	}
}

/** The report about a simulator with faults. */
export async function reportOn(
	faults: FaultRule[] = [],
	others: Probe[] = [],
	options: SimulatorOptions = {},
) {
	return await withSimulator({ faults, functions: 20, ...options }, async ({ url, journal }) => {
		const access = { baseUrl: url, headerName: HEADER, token: TOKEN };
		const probes = [...searchProbes('name'), ...others];
		const report = await checkInstance(probes, access);
		return { report, requests: journal.list(), probes };
	});
}
