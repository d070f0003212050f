import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/server.ts';
import { startSimulator } from '../../../simulator/server.ts';
import { checkInstance } from '../../../tools/contract-check/check.ts';
import { loadResponseContract } from '../../../tools/contract-check/contract.ts';
import type { ChosenProbes } from '../../../tools/contract-check/probes.ts';
import { chosenProbes, searchProbes } from '../../../tools/contract-check/probes.ts';

export const TOKEN = 'The-Right-Token';
export const HEADER = 'X-SERVICE-Developer-Token';

/** All probes that do more than search. */
export const ALL_CHOSEN: ChosenProbes = {
	updateJob: {
		...{ applicationId: 'app-1', jobId: 'job-1' },
		definition: { jobId: 'job-1', jobName: 'Nightly' },
	},
	runConnector: '42',
	extract: true,
};

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
		{ resource: { type: 'CARD', id: '998877' }, visible: true, active: true, valid: 'VALID' },
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
/** Responds to the first probe with this body. */
export const shape = (body: unknown): FaultRule => ({ fault: 'wrong-shape', when: FIRST, body });
/** The positions of searches among the requests. */
const requestOf = (...names: string[]) => ({
	request: names.map(
		(name) => 1 + searchProbes('name', []).findIndex((probe) => probe.name === name),
	),
});
export const BOTH_DIRECTIONS = requestOf('limit 10', 'limit 10, descending');
export const MISSING_TOKEN = requestOf('missing token');
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

const contract = loadResponseContract();

/** The report about a simulator with faults. */
export async function reportOn(
	faults: FaultRule[] = [],
	chosen: ChosenProbes = {},
	options: SimulatorOptions = {},
) {
	return await withSimulator({ faults, functions: 20, ...options }, async ({ url, journal }) => {
		const { basePath = '', header = HEADER } = options;
		const access = { baseUrl: url + basePath, headerName: header, token: TOKEN };
		const { sortableFields } = await contract;
		const probes = [...searchProbes('name', sortableFields), ...chosenProbes(chosen)];
		const report = await checkInstance(probes, access, await contract);
		return { report, requests: journal.list(), probes };
	});
}
