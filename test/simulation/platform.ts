import type { IDataObject } from 'n8n-workflow';
import { checkInvariants } from './invariants.ts';
import { runScenario, type Sent } from './run.ts';
import type { OperationName, Scenario } from './scenario.ts';

export const OPERATIONS = ['Search', 'Extract', 'Update', 'Run'] as const;

/** How an execution ended. */
export interface Result {
	/** Simulated seconds. */
	seconds: number;
	/** The number of items by how they ended: `done`, or the kind of the failure. */
	ends: Record<string, number>;
	outputs: IDataObject[];
	requests: Sent[];
}

/** What is to differ from an execution with 200 items, default options, and a platform without faults. */
export type Work = Partial<Scenario> & {
	operation: OperationName;
	items?: number;
	/** Whether a loop executes the node once per item. */
	isLoop?: boolean;
};

/** A scenario without faults. With details, each search has an output. */
// prettier-ignore
const USUAL: Omit<Scenario, 'operation' | 'way' | 'turns'> = {
	settings: { onError: 'continueRegularOutput', retryOnFail: false, maxTries: 2, waitBetweenTries: 1 },
	requestOptions: {}, shared: undefined, sameItems: false, tokenBy: undefined, randomSeed: 1,
	faults: [], address: undefined, faultsBegin: 0, faultsEnd: undefined, latency: 0,
	functions: 1, pageSize: 5000, whenIncomplete: 'hint', hasDetails: true,
	ifMissing: 'failIfEmpty', isRaw: false, hasTime: false,
	stopAfter: undefined, retries: 0, recovers: false,
};

/**
 * Executes the node with On Error: Continue, and checks what must hold for every simulated execution.
 * Call `useSimulatedClock` first.
 */
export async function runItems({ items = 200, isLoop, ...scenario }: Work): Promise<Result> {
	const kinds = Array<'plain'>(items).fill('plain');
	const trace = await runScenario({
		way: isLoop ? 'loop' : 'once',
		turns: isLoop ? kinds.map((kind) => [kind]) : [kinds],
		...USUAL,
		...scenario,
	});
	checkInvariants(trace);
	const { seconds, endings, sent: requests } = trace;
	const outputs = endings.flatMap((ending) => ending.outputs![0].map(({ json }) => json));
	const groups = Object.entries(Object.groupBy(outputs, endOf));
	const ends = Object.fromEntries(groups.map(([end, group]) => [end, group!.length]));
	return { seconds, ends, outputs, requests };
}

function endOf({ error, details }: IDataObject): string {
	return error === undefined ? 'done' : String((details as IDataObject | undefined)?.kind);
}
