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
	beyond?: Beyond;
	/** Whether HTTP Request and keep-alive stand beside it. */
	withOthers?: boolean;
}

/** Items or pages, and milliseconds for each: some seconds for the right pool. */
const WORK: Record<number, Pick<Work, 'count' | 'ms'>> = {
	1: { count: 200, ms: 20 },
	2: { count: 200, ms: 40 },
	8: { count: 200, ms: 100 },
	32: { count: 400, ms: 200 },
};

const extractions = Object.entries(WORK).flatMap(([capacity, work]) =>
	EACH_WAY.map((beyond) => ({
		call: 'extract' as const,
		capacity: Number(capacity),
		...work,
		beyond,
	})),
);
const others = (['update', 'search'] as const).flatMap((call) => [
	...EACH_WAY.map((beyond) => ({
		call,
		capacity: 8,
		count: 200,
		ms: call === 'update' ? 50 : 100,
		beyond,
	})),
	...[1, 2, 32].map((capacity) => ({
		...{ call, capacity, ...WORK[capacity], beyond: '429-after' as const },
		count: 200,
	})),
	{ call, count: 200, ms: 50, withOthers: true },
]);

/** The rows of issue 18: the service takes only so many requests at a time, and nobody says how many. */
export const CAPACITY: Scenario[] = [
	...[...extractions, ...others].map((work: Work) => ({
		withOthers: work.beyond === '429-after' && (work.call === 'extract' || work.ms === 50),
		...work,
	})),
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
].map(rowOf);

function rowOf(work: Work): Scenario {
	const { call, count, ms, capacity, changes = [], beyond = 'waits' } = work;
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

function subjectsOf({ call, count, ms, capacity, changes, withOthers }: Work): Subject[] {
	const isSearch = call === 'search';
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
	if (!withOthers) return subjects;
	const isTarget = capacity === undefined;
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
	const without = beyond?.endsWith('-after') ? 1 : undefined;
	const wall: Target = { measure: 'wall', baseline: 'axios', atMost, without };
	return beyond === 'waits'
		? [wall, { measure: 'usualConcurrency', baseline: 'axios', atMost: 2 }]
		: [wall, { measure: 'refused', baseline: 'requests', atMost: changes ? 0.1 : 0.06 }];
}
