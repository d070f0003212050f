import type { FaultRule } from '../simulator/faults/rules.ts';
import type { CallName } from './calls.ts';
import { CAPACITY } from './capacity.ts';
import type { Target } from './results.ts';
import {
	httpRequest,
	httpRequestInBatches,
	httpRequestPages,
	ourNode,
	type Subject,
} from './subjects.ts';

/** One row of the table: the same work for every subject, against the same service. */
export interface Scenario {
	name: string;
	title: string;
	/** How many functions the service has. */
	functions: number;
	/** How the service behaves. */
	faults: FaultRule[];
	/** What is called for each item; without items all functions are searched once. */
	call: CallName;
	items?: number;
	/** How many executions in a row make one sample; one without it. */
	executions?: number;
	/** How many items come out without an error; without it all of them. */
	succeeded?: number;
	subjects: Subject[];
	/** Every run in new processes, so that no run's memory counts for the next. */
	freshProcesses?: boolean;
	targets: Target[];
}

/** Where every run has a new process, its warm-up is one page. */
export const ONE_PAGE: FaultRule = { fault: 'has-more-never' };

const PAGES_AT_A_TIME = 10;
const MANY_FUNCTIONS = 1_000_000;
/** The beginning of the rows that maintainers/scale.md is calculated from. */
export const SCALE = 'scale';

const latency = (ms: number): FaultRule => ({ fault: 'delay', ms });

const allFunctions = { name: '', returnAll: true };
const searchAll = ourNode('search', allFunctions);
/** How all functions are found without our node. */
const searchAllWithout: Subject[] = [
	httpRequestPages(),
	{ name: 'axios', concurrency: PAGES_AT_A_TIME },
];
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };

/** The rows of the main table, with the ratios to reach. */
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
		title: 'Extract 200 items, 300 ms each, 8 at once and else 429 with Retry-After: 1',
		functions: 0,
		faults: [{ fault: 'capacity', capacity: 8, retryAfter: 1 }, latency(300)],
		call: 'extract',
		items: 200,
		subjects: [
			ourNode('extract'),
			httpRequest('extract', 'http, default'),
			httpRequest('extract', 'http, Retry On Fail 5×', {}, RETRY_ON_FAIL),
			httpRequestInBatches('extract', 8, 320),
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
		title: 'Update 200 jobs, 50 ms each, 8 at a time',
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

/** Seconds: with it an outage ends within 3 × 5 + 30 seconds. */
const TIMEOUT = 5;

/** A platform that is down: how few requests are sent before the execution ends. */
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
		{ ...ourNode(call, { requestOptions: { timeout: TIMEOUT } }), rounds: 1 },
		{ ...httpRequest(call, 'http', { timeout: TIMEOUT * 1000 }), rounds: 1 },
	],
	targets: [{ measure: 'requests', baseline: 'http', atMost: 0.1 }],
}));

/** What most executions are: one item, by a webhook, an agent or a loop. */
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

/** What an execution costs as its items grow, and a search as its functions do. */
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

/** What saving an execution costs, for maintainers/scale.md; the figures of queue mode come with it. */
const SAVED: Scenario[] = [100_000, 300_000].map((functions) => ({
	...GROWING,
	name: `${SCALE}-functions-${functions}`,
	title: `Search all: ${functions.toLocaleString('en')} functions, execution saved`,
	functions,
	call: 'search',
	subjects: [{ ...searchAll, environment: { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all' } }],
}));

export const SCENARIOS: Scenario[] = [
	...TABLE,
	...SINGLE,
	...CAPACITY,
	...OUTAGES,
	...GROWTH,
	...SAVED,
];
