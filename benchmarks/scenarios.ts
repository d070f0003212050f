import type { FaultRule } from '../simulator/faults/rules.ts';
import type { CallName } from './calls.ts';
import { CAPACITY } from './capacity.ts';
import type { Target } from './results.ts';
import { httpRequest, httpRequestPages, ourNode, type Subject } from './subjects.ts';

/** A row of the table: the same work for every subject, with the same service. */
export interface Scenario {
	name: string;
	title: string;
	/** Number of functions in the service. */
	functions: number;
	/** How the service behaves. */
	faults: FaultRule[];
	/** The call for each item. Without items, all functions are searched once. */
	call: CallName;
	items?: number;
	/** Executions per sample, by default one. */
	executions?: number;
	/** Expected successful items, by default all. */
	succeeded?: number;
	subjects: Subject[];
	/** Uses new processes for every run, so that memory of earlier runs doesn't count. */
	freshProcesses?: boolean;
	targets: Target[];
}

/** The warm-up of new processes searches one page. */
export const ONE_PAGE: FaultRule = { fault: 'has-more-never' };

const PAGES_AT_A_TIME = 10;
const MANY_FUNCTIONS = 1_000_000;

const latency = (ms: number): FaultRule => ({ fault: 'delay', ms });

const allFunctions = { name: '', returnAll: true };
const searchAll = ourNode('search', allFunctions);
/** Other ways to find all functions. */
const searchAllWithout: Subject[] = [
	httpRequestPages(),
	{ name: 'axios', concurrency: PAGES_AT_A_TIME },
];
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };

/** The rows of the main table, with their targets. */
const TABLE: Scenario[] = [
	{
		name: 'search',
		title: 'Search all: 100,000 functions, pages of 5000, 50 ms a page',
		functions: 100_000,
		faults: [latency(50)],
		call: 'search',
		subjects: [
			searchAll,
			ourNode('search', { ...allFunctions, resultFormat: 'raw' }, 'node, Output: Raw'),
			...searchAllWithout,
		],
		targets: [
			{ measure: 'wall', baseline: 'http', atMost: 0.4 },
			{ measure: 'wall', baseline: 'axios', atMost: 1.5 },
			{ measure: 'cpu', baseline: 'http', atMost: 0.7 },
		],
	},
	{
		name: 'million',
		title: 'Search all: 1,000,000 functions, pages of 5000, 50 ms a page',
		functions: MANY_FUNCTIONS,
		faults: [latency(50)],
		call: 'search',
		subjects: [searchAll, ...searchAllWithout],
		freshProcesses: true,
		targets: [{ measure: 'peakMemory', baseline: 'http', atMost: 0.75 }],
	},
	{
		name: 'extract',
		title: 'Extract 200 items, 300 ms each, 8 in parallel, otherwise 429 with Retry-After: 1',
		functions: 0,
		faults: [{ fault: 'capacity', capacity: 8, retryAfter: 1 }, latency(300)],
		call: 'extract',
		items: 200,
		subjects: [
			ourNode('extract'),
			httpRequest('extract', 'http, default'),
			httpRequest('extract', 'http, Retry On Fail 5×', {}, RETRY_ON_FAIL),
			// Batches of the capacity, with an interval in milliseconds.
			httpRequest('extract', 'http, hand-tuned batches', {
				batching: { batch: { batchSize: 8, batchInterval: 320 } },
			}),
			{ name: 'axios', concurrency: 8 },
		],
		targets: [{ measure: 'wall', baseline: 'axios', atMost: 1.25 }],
	},
	{
		name: 'run',
		title: 'Run connector, 500 items, no latency',
		functions: 0,
		faults: [],
		call: 'run',
		items: 500,
		subjects: [ourNode('run'), httpRequest('run'), { name: 'axios', concurrency: 1 }],
		targets: [
			{ measure: 'cpu', baseline: 'http', atMost: 0.33 },
			{ measure: 'cpu', baseline: 'axios', atMost: 2.5 },
		],
	},
	{
		name: 'update',
		title: 'Update 200 jobs, 50 ms each, 8 in parallel',
		functions: 0,
		faults: [latency(50)],
		call: 'update',
		items: 200,
		subjects: [
			ourNode('update', { requestOptions: { maxConcurrency: 8 } }),
			{ ...httpRequest('update'), batchSize: 8 },
			{ name: 'axios', concurrency: 8 },
		],
		targets: [{ measure: 'wall', baseline: 'axios', atMost: 1.2 }],
	},
];

const TITLES = { run: 'Run connector', update: 'Update jobs', extract: 'Extract' };

/** In seconds. The node then detects an outage within 3 × 5 + 30 seconds. */
const TIMEOUT = 5;

/** An outage: how many requests are sent before the execution ends. */
const OUTAGES: Scenario[] = (
	[
		['update', 'responds 500 to everything', { fault: 'status', status: 500 }],
		['run', 'never responds', { fault: 'hang' }],
	] as const
).map(([call, what, fault]) => ({
	name: `outage-${call}`,
	title: `${TITLES[call]}: 200 items, the platform ${what}, Timeout ${TIMEOUT} s`,
	functions: 0,
	faults: [fault],
	call,
	items: 200,
	succeeded: 0,
	subjects: [
		ourNode(call, { requestOptions: { timeout: TIMEOUT } }),
		httpRequest(call, 'http', { timeout: TIMEOUT * 1000 }),
	],
	targets: [{ measure: 'requests', baseline: 'http', atMost: 0.1 }],
}));

/** The most common executions: one item, from a webhook, an agent, or a loop. */
const SINGLE: Scenario[] = (['run', 'extract'] as const).map((call) => ({
	name: `single-${call}`,
	title: `${TITLES[call]}: 200 executions of one item`,
	functions: 0,
	faults: [],
	call,
	items: 1,
	executions: 200,
	subjects: [ourNode(call), httpRequest(call)],
	targets: (['wall', 'cpu'] as const).map((measure) => ({
		measure,
		baseline: 'http',
		atMost: 1,
	})),
}));

const GROWING = { functions: 1000, faults: [], freshProcesses: true, targets: [] };

/** The cost of an execution as its items grow, and of a search as its functions grow. */
const GROWTH: Scenario[] = [
	...(['run', 'update', 'extract', 'search'] as const).flatMap((call) =>
		[10, 100, 1_000, 10_000].map((items) => ({
			...GROWING,
			name: `growth-${call}-${items}`,
			title: `${call}: ${items.toLocaleString('en')} items, no latency`,
			call,
			items,
			subjects: [ourNode(call)],
		})),
	),
	...[10_000, 100_000, MANY_FUNCTIONS].map((functions) => ({
		...GROWING,
		name: `growth-functions-${functions}`,
		title: `Search all: ${functions.toLocaleString('en')} functions, 50 ms a page`,
		functions,
		faults: [latency(50)],
		call: 'search' as const,
		subjects: [searchAll],
	})),
];

export const SCENARIOS: Scenario[] = [...TABLE, ...SINGLE, ...CAPACITY, ...OUTAGES, ...GROWTH];
