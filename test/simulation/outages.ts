import fc from 'fast-check';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { useSimulatedClock } from '../support/simulatedClock.ts';
import { deadAddresses, type DeadAddressKind } from './addresses.ts';
import { checkProperty } from './checkProperty.ts';
import type { OperationName, Result } from './platform.ts';
import { OPERATIONS, runItems } from './platform.ts';

/** Milliseconds that the platform takes for a request when it is up. */
const LATENCY = 100;
/** Seconds. The shortest retries of a request last longer, so every item survives such an outage. */
const SHORT = 10;

/** What the platform does during an outage. */
const FAULTS = {
	hang: { fault: 'hang' },
	'no response': { fault: 'hang-after' },
	reset: { fault: 'reset' },
	'status 500': { fault: 'status', status: 500 },
	'status 503': { fault: 'status', status: 503 },
} satisfies Record<string, FaultRule>;

type FaultName = keyof typeof FAULTS;

/** Times are in seconds. */
interface Outage {
	operation: OperationName;
	kind: FaultName | DeadAddressKind;
	begins: number;
	/** Without it, the outage never ends. */
	lasts?: number;
	items: number;
	requestOptions: { timeout: number; maxConcurrency?: number; maxRetries?: number };
	seed: number;
}

const outages: fc.Arbitrary<Outage> = fc.record({
	operation: fc.constantFrom(...OPERATIONS, 'Run' as const),
	kind: fc.constantFrom<Outage['kind']>(
		...(Object.keys(FAULTS) as FaultName[]),
		...(Object.keys(deadAddresses) as DeadAddressKind[]),
	),
	begins: fc.integer({ min: 0, max: 1500 }).map((milliseconds) => milliseconds / 1000),
	lasts: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
	items: fc.integer({ min: 1, max: 40 }),
	requestOptions: fc.record(
		{
			timeout: fc.constantFrom(1, 5, 60),
			maxConcurrency: fc.constantFrom(1, 3, 10, 100),
			maxRetries: fc.constantFrom(0, 1, 3, 5),
		},
		{ requiredKeys: ['timeout'] },
	),
	seed: fc.nat({ max: 1000 }),
});

async function simulateOutage({ kind, begins, lasts, ...work }: Outage): Promise<Result> {
	if (kind in deadAddresses) {
		const address = kind as DeadAddressKind;
		return await runItems({ address, recoversAt: lasts, latency: LATENCY }, work);
	}
	const behavior = {
		latency: LATENCY,
		begins: { at: begins, faults: [FAULTS[kind as FaultName]] },
		...(lasts !== undefined && { recoversAt: begins + lasts }),
	};
	return await runItems(behavior, work);
}

/** The longest that an execution may take, in seconds. */
function longest({ operation, lasts = 0, items, requestOptions }: Outage): number {
	const { timeout, maxRetries = 3, maxConcurrency } = requestOptions;
	const work = 3 * items * (LATENCY / 1000);
	const lastWait = 1.25 * 2 ** maxRetries;
	// With one request at a time, two items use all their tries before it's known to be an outage.
	const isOneByOne = operation === 'Run' || items <= 2 || maxConcurrency === 1;
	const budget = Math.max(120, 2 * timeout);
	const outage = isOneByOne ? 2 * (budget + timeout) : 3 * timeout;
	return lasts + outage + lastWait + 45 + work;
}

/** What must hold of any outage. */
async function checkOutage(outage: Outage): Promise<void> {
	const result = await simulateOutage(outage);
	const { operation, lasts = Infinity, items, requestOptions } = outage;
	const { maxConcurrency = 1, maxRetries } = requestOptions;
	const isRun = operation === 'Run';
	const { done = 0, unknownOutcome = 0, failed = 0, internal = 0 } = result.ends;
	const mostUnknown = isRun ? 3 + maxConcurrency - 1 : 0;
	const isSurvived = !isRun && lasts <= SHORT && maxRetries === undefined;
	const violations = [
		...result.sentAgain.map((path) => `a run was sent again: ${path}`),
		...result.wronglyNotSent.map((id) => `wrong about whether ${id} was sent`),
		...(result.seconds > longest(outage) ? [`took ${result.seconds} s`] : []),
		...(result.outputs.length === items ? [] : ['not every item has an end']),
		...(failed + internal > 0 ? ['an error in our own code'] : []),
		...(unknownOutcome > mostUnknown ? [`${unknownOutcome} unknown outcomes`] : []),
		...(isSurvived && done < items ? ['not every item succeeded'] : []),
	];
	if (violations.length === 0) return;
	const { seconds, ends, requests } = result;
	const summary = { seconds, longest: longest(outage), ends, requests: requests.length };
	throw new Error([...violations, JSON.stringify(summary)].join('\n'));
}

/** Checks random outages. The kinds of outages are in test/integration/faults/bounds.test.ts. */
export async function checkOutages(options: {
	count: number;
	seed: number;
	path?: string;
}): Promise<boolean> {
	useSimulatedClock();
	return await checkProperty(
		'npx node test/simulation/outages-cli.ts',
		outages,
		checkOutage,
		options,
	);
}
