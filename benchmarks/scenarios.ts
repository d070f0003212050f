import type { FaultRule } from '../simulator/faults/rules.ts';
import type { Pool } from './bare-work.ts';
import type { CallName } from './calls.ts';
import type { Target } from './results.ts';
import { bareNode, httpRequest, httpRequestPages, ourNode, type Subject } from './subjects.ts';

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
	subjects: Subject[];
	/** Every run in new processes, so that no run's memory counts for the next. */
	freshProcesses?: boolean;
	targets: Target[];
}

/** Where every run has a new process, its warm-up is one page. */
export const ONE_PAGE: FaultRule = { fault: 'has-more-never' };

const PAGES_AT_A_TIME = 10;
/** Functions of a page where there are to be many pages. */
const SMALL_PAGE = 50;
const MANY_FUNCTIONS = 1_000_000;
const SIZES = [10, 100, 1_000, 10_000];

const latency = (ms: number): FaultRule => ({ fault: 'delay', ms });

const allFunctions = { name: '', returnAll: true };
const allFunctionsRaw = { ...allFunctions, resultFormat: 'raw' };

/** The rows of issue 6, with the ratios to reach. */
const TABLE: Scenario[] = [
	{
		name: 'search',
		title: 'Search all: 100,000 functions, pages of 5000, 50 ms a page',
		functions: 100_000,
		faults: [latency(50)],
		call: 'search',
		subjects: [
			ourNode('search', allFunctions),
			ourNode('search', allFunctionsRaw, 'node, Output: Raw'),
			httpRequestPages(),
			bareNode(PAGES_AT_A_TIME),
			{ name: 'axios', concurrency: PAGES_AT_A_TIME },
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
		subjects: [
			ourNode('search', allFunctions),
			httpRequestPages(),
			bareNode(PAGES_AT_A_TIME),
			{ name: 'axios', concurrency: PAGES_AT_A_TIME },
		],
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
			httpRequest('extract', { name: 'http, default' }),
			httpRequest('extract', {
				name: 'http, Retry On Fail 5×',
				node: { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 },
			}),
			httpRequest('extract', {
				name: 'http, hand-tuned batches',
				options: { batching: { batch: { batchSize: 8, batchInterval: 320 } } },
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
		subjects: [ourNode('run'), httpRequest('run'), bareNode(1), { name: 'axios', concurrency: 1 }],
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
			httpRequest('update', { batchSize: 8 }),
			bareNode(8),
			{ name: 'axios', concurrency: 8 },
		],
		targets: [{ measure: 'wall', baseline: 'axios', atMost: 1.2 }],
	},
];

const AFTER_A_SECOND = { retryAfter: 1 };

/** What a service does with more requests than it takes at a time. */
const BEYOND = {
	waits: { queue: 100_000 },
	'429-after': AFTER_A_SECOND,
	'429': {},
	'503-after': { status: 503, ...AFTER_A_SECOND },
};

interface Work {
	call: CallName;
	/** Items, or pages of a search. */
	count: number;
	/** Milliseconds that the service takes for each. */
	ms: number;
	/** How many it takes at a time; any number without it. */
	capacity?: number;
	changes?: Pool['changes'];
	/** The name of what happens beyond it. */
	beyond?: keyof typeof BEYOND;
	/** Whether HTTP Request and keep-alive stand beside it. */
	withOthers?: boolean;
	/** What the row is to reach, where it is not 1.3. */
	atMost?: number;
}

/** The rows of issue 18: the service takes only so many requests at a time, and nobody says how many. */
const CAPACITY: Scenario[] = [
	...Object.entries({ 8: [200, 100], 32: [400, 200] }).flatMap(([capacity, [count, ms]]) =>
		(['waits', '429-after'] as const).map((beyond) => ({
			...{ call: 'extract' as const, capacity: Number(capacity), count, ms, beyond },
			withOthers: capacity === '8' && beyond === '429-after',
		})),
	),
	{ call: 'extract' as const, capacity: 8, count: 200, ms: 100, beyond: '429' as const },
	{ call: 'extract' as const, capacity: 8, count: 200, ms: 100, beyond: '503-after' as const },
	{ call: 'extract' as const, count: 200, ms: 300, withOthers: true },
	{
		...{
			call: 'extract' as const,
			capacity: 32,
			count: 600,
			ms: 300,
			beyond: '429-after' as const,
		},
		changes: [
			{ after: 3000, capacity: 4 },
			{ after: 7000, capacity: 32 },
		],
	},
	...(['waits', '429-after'] as const).map((beyond) => ({
		...{ call: 'update' as const, capacity: 8, count: 200, ms: 50, beyond },
		atMost: beyond === 'waits' ? 1.25 : 1.3,
	})),
].map(capacityRow);

function capacityRow(work: Work): Scenario {
	const { call, count, ms, capacity, changes, beyond, withOthers, atMost = 1.3 } = work;
	const isSearch = call === 'search';
	const concurrency = capacity ?? count;
	const taken = [capacity ?? 'any number', ...(changes?.map((each) => each.capacity) ?? [])];
	const pool = { concurrency, changes, ...(isSearch && { pageSize: SMALL_PAGE }) };
	const waits = capacity === undefined || beyond === 'waits';
	return {
		name: `capacity-${call}-${taken.join('-').replace(' ', '-')}${beyond ? `-${beyond}` : ''}`,
		title: `${call} ${count}, ${ms} ms each, ${taken.join(', then ')} at a time${beyond === undefined ? '' : waits ? ', others wait' : `, else ${beyond.replace('-after', ' with Retry-After: 1')}`}`,
		functions: isSearch ? count * SMALL_PAGE : 0,
		faults: [
			capacity === undefined
				? latency(ms)
				: { fault: 'capacity', capacity, ms, ...(changes && { changes }), ...BEYOND[beyond!] },
		],
		call,
		items: isSearch ? undefined : count,
		subjects: [
			ourNode(call, isSearch ? { ...allFunctions, options: { pageSize: SMALL_PAGE } } : {}),
			{ name: 'axios', keepAlive: false, ...pool },
			...(withOthers
				? [
						{ name: 'axios, keep-alive', ...pool },
						httpRequest(call, { name: 'http, default' }),
						...(capacity === undefined
							? []
							: [
									httpRequest(call, {
										name: 'http, hand-tuned batches',
										options: {
											batching: { batch: { batchSize: capacity, batchInterval: ms + 20 } },
										},
									}),
								]),
					]
				: []),
		],
		targets: [
			capacity === undefined
				? { measure: 'wall', baseline: 'http, default', atMost: 1 }
				: {
						...{ measure: 'wall', baseline: 'axios', atMost },
						...(beyond?.endsWith('-after') && { without: 1 }),
					},
			...(waits
				? []
				: [{ measure: 'refused' as const, baseline: 'requests', atMost: changes ? 0.1 : 0.06 }]),
			...(waits && capacity !== undefined
				? [{ measure: 'usualConcurrency' as const, baseline: 'axios', atMost: 2 }]
				: []),
		] as Target[],
	};
}

/** What an execution costs as its items grow, and a search as its functions do. */
const GROWTH: Scenario[] = [
	...(['run', 'update', 'extract', 'search'] as const).flatMap((call) =>
		SIZES.map((items) => growth(call, items)),
	),
	...[10_000, 100_000, MANY_FUNCTIONS].map((functions) => ({
		...growth('search', 1),
		name: `growth-functions-${functions}`,
		title: `Search all: ${functions.toLocaleString('en')} functions, 50 ms a page`,
		functions,
		faults: [latency(50)],
		items: undefined,
		subjects: [ourNode('search', allFunctions)],
	})),
];

function growth(call: CallName, items: number): Scenario {
	return {
		name: `growth-${call}-${items}`,
		title: `${call}: ${items.toLocaleString('en')} items, no latency`,
		functions: 1000,
		faults: [],
		call,
		items,
		subjects: [ourNode(call)],
		freshProcesses: true,
		targets: [],
	};
}

export const SCENARIOS: Scenario[] = [...TABLE, ...CAPACITY, ...GROWTH];

/** No scenario in n8n: what the checks of an extraction find, benchmarks/checks.ts. */
export const CHECKS = { name: 'checks' };
