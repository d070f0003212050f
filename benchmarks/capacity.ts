import type { Pool } from './bare-work.ts';
import type { CallName } from './calls.ts';
import type { Target } from './results.ts';
import type { Scenario } from './scenarios.ts';
import { httpRequest, httpRequestPages, ourNode, type Subject } from './subjects.ts';

/** Functions of a page where there are to be many pages. */
const SMALL_PAGE = 50;

/** What a service does with more requests than it takes at a time, and how a title says it. */
const BEYOND = {
	waits: { title: 'others wait', settings: { queue: 100_000 } },
	'429-after': { title: 'else 429 with Retry-After: 1', settings: { retryAfter: 1 } },
	'429': { title: 'else 429', settings: {} },
	'503-after': { title: 'else 503 with Retry-After: 1', settings: { status: 503, retryAfter: 1 } },
};
type Beyond = keyof typeof BEYOND;
const EACH_WAY = Object.keys(BEYOND) as Beyond[];

interface Work {
	call: CallName;
	/** Items, or pages of a search. */
	count: number;
	/** Milliseconds that the service takes for each. */
	ms: number;
	/** How many it takes at a time; any number without it. */
	capacity?: number;
	changes?: Pool['changes'];
	beyond: Beyond;
}

/** Call, items (or pages), milliseconds for each, how many at a time, and what becomes of more. */
type Row = [CallName, count: number, ms: number, capacity?: number, ways?: Beyond[]];

/** Some seconds for the right pool each. */
const ROWS: Row[] = [
	['extract', 200, 20, 1, EACH_WAY],
	['extract', 200, 40, 2, EACH_WAY],
	['extract', 200, 100, 8, EACH_WAY],
	['extract', 400, 200, 32, EACH_WAY],
	['update', 200, 50, 8, EACH_WAY],
	['update', 200, 20, 1, ['429-after']],
	['update', 200, 40, 2, ['429-after']],
	['update', 200, 200, 32, ['429-after']],
	['update', 200, 50],
	['search', 200, 100, 8, EACH_WAY],
	['search', 200, 20, 1, ['429-after']],
	['search', 200, 40, 2, ['429-after']],
	['search', 200, 200, 32, ['429-after']],
	['search', 200, 50],
	['extract', 200, 300],
];
const FALLS_AND_RISES: Work = {
	call: 'extract',
	count: 600,
	ms: 300,
	capacity: 32,
	beyond: '429-after',
	changes: [
		{ after: 3000, capacity: 4 },
		{ after: 7000, capacity: 32 },
	],
};

/** The rows of issue 18: the service takes only so many requests at a time, and nobody says how many. */
export const CAPACITY: Scenario[] = [
	...ROWS.flatMap(([call, count, ms, capacity, ways = ['waits']]) =>
		ways.map((beyond) => rowOf({ call, count, ms, capacity, beyond })),
	),
	rowOf(FALLS_AND_RISES),
];

function rowOf(work: Work): Scenario {
	const { call, count, ms, capacity, changes = [], beyond } = work;
	const isSearch = call === 'search';
	const taken = [capacity ?? 'any number', ...changes.map((each) => each.capacity)];
	const { title, settings } = BEYOND[beyond];
	const ending = capacity === undefined ? '' : `-${beyond}`;
	return {
		name: `capacity-${call}-${taken.join('-').replace(' ', '-')}${ending}`,
		title:
			`${call} ${count}${isSearch ? ' pages' : ''}, ${ms} ms each, ${taken.join(', then ')} at a time` +
			(capacity === undefined ? '' : `, ${title}`),
		functions: isSearch ? count * SMALL_PAGE : 0,
		faults: [{ fault: 'capacity', capacity: capacity ?? 100_000, ms, changes, ...settings }],
		call,
		items: isSearch ? undefined : count,
		subjects: subjectsOf(work),
		targets: targetsOf(work),
	};
}

function subjectsOf({ call, count, ms, capacity, changes, beyond }: Work): Subject[] {
	const isSearch = call === 'search';
	const isTarget = capacity === undefined;
	// HTTP Request and keep-alive stand beside these.
	const isTypical = beyond === '429-after' && !changes && (call === 'extract' || ms === 50);
	const pool = {
		concurrency: capacity ?? count,
		changes,
		...(isSearch && { pageSize: SMALL_PAGE }),
	};
	const allPages = { name: '', returnAll: true, options: { pageSize: SMALL_PAGE } };
	const subjects: Subject[] = [
		ourNode(call, isSearch ? allPages : {}),
		{ name: 'axios', keepAlive: false, ...pool },
	];
	if (!isTarget && !isTypical) return subjects;
	const rounds = isTarget ? undefined : 1;
	subjects.push({ name: 'axios, keep-alive', ...pool, rounds: 1 });
	if (isSearch) return [...subjects, { ...httpRequestPages(SMALL_PAGE), rounds }];
	subjects.push({ ...httpRequest(call, { name: 'http, default' }), rounds });
	if (isTarget) return subjects;
	const batching = { batch: { batchSize: capacity, batchInterval: ms + 20 } };
	const tuned = httpRequest(call, { name: 'http, hand-tuned batches', options: { batching } });
	return [...subjects, { ...tuned, rounds: 1 }];
}

/** What the issue wants of each row. */
function targetsOf({ call, capacity, changes, beyond }: Work): Target[] {
	if (capacity === undefined) {
		return [{ measure: 'wall', baseline: call === 'search' ? 'http' : 'http, default', atMost: 1 }];
	}
	const atMost = call === 'update' && beyond === 'waits' ? 1.25 : 1.3;
	const without = beyond.endsWith('-after') ? 1 : undefined;
	const wall: Target = { measure: 'wall', baseline: 'axios', atMost, without };
	return beyond === 'waits'
		? [wall, { measure: 'usualConcurrency', baseline: 'axios', atMost: 2 }]
		: [wall, { measure: 'refused', baseline: 'requests', atMost: changes ? 0.1 : 0.06 }];
}
