import type { FaultRule } from '../simulator/faults/rules.ts';
import type { CallName } from './calls.ts';
import { axiosPool, httpRequest, httpRequestPages, ourNode, type Subject } from './subjects.ts';

/** An upper limit for a measure of our node. */
export interface Target {
	measure: 'wall' | 'cpu' | 'peakMemory' | 'throttled';
	/** The subject whose measure is 1. Without it, the limit is absolute. */
	baseline?: Subject['name'];
	atMost: number;
}

/** The same work for every subject, on the same platform. */
export interface Row {
	name: string;
	title: string;
	/** The call for each item. Without items, all functions are searched once. */
	call: CallName;
	items?: number;
	functions?: number;
	/** How the platform behaves. */
	faults: FaultRule[];
	/** Executions per round. */
	executions?: number;
	/** The first one is our node. */
	subjects: Subject[];
	targets: Target[];
}

const latency = (ms: number): FaultRule => ({ fault: 'delay', ms });
const toHttp = (measure: Target['measure'], atMost: number): Target => ({
	...{ measure, baseline: 'HTTP Request', atMost },
});

const single = (call: CallName): Row => ({
	name: `single-${call}`,
	title: `${call}: one item, 200 executions`,
	...{ call, items: 1, executions: 200, faults: [] },
	subjects: [ourNode(call), httpRequest(call)],
	targets: [toHttp('wall', 1.05)],
});

const searchAll = (functions: number, targets: Target[]): Row => ({
	name: `search-${functions}`,
	title: `Search: ${functions.toLocaleString('en')} functions, pages of 5,000, 50 ms a page`,
	...{ call: 'search', functions, faults: [latency(50)] },
	subjects: [ourNode('search', { name: '', returnAll: true }), httpRequestPages(), axiosPool(10)],
	targets,
});

const items = (title: string, call: CallName, ms: number, atMost: number): Row => ({
	...{ name: call, title, call, items: 200, faults: [latency(ms)] },
	subjects: [ourNode(call), httpRequest(call), axiosPool(200)],
	targets: [toHttp('wall', atMost)],
});

/** The rows of the table. */
export const ROWS: Row[] = [
	items('Extract: 200 × 300 ms, any number in parallel', 'extract', 300, 1),
	{
		name: 'throttled',
		title: 'Extract: 200 × 300 ms, 8 in parallel, otherwise 429 with Retry-After: 1',
		...{ call: 'extract', items: 200 },
		faults: [{ fault: 'capacity', capacity: 8, retryAfter: 1, ms: 300 }],
		subjects: [ourNode('extract'), httpRequest('extract'), axiosPool(8)],
		targets: [
			{ measure: 'wall', baseline: 'axios', atMost: 1.3 },
			{ measure: 'throttled', atMost: 0.05 },
		],
	},
	items('Update: 200 × 50 ms, any number in parallel', 'update', 50, 0.6),
	{
		...{ name: 'run', title: 'Run: 500 items, one at a time' },
		...{ call: 'run', items: 500, faults: [] },
		subjects: [ourNode('run'), httpRequest('run'), axiosPool(1)],
		targets: [toHttp('cpu', 0.3)],
	},
	single('run'),
	single('extract'),
	searchAll(100_000, [toHttp('wall', 0.5)]),
	searchAll(1_000_000, [toHttp('wall', 0.4), toHttp('peakMemory', 0.65)]),
];
