import type { FaultRule } from '../simulator/faults/rules.ts';
import type { Pool } from './axios-process.ts';
import type { CallName } from './calls.ts';
import type { Target } from './results.ts';
import type { Scenario } from './scenarios.ts';
import { httpRequest, httpRequestPages, ourNode } from './subjects.ts';

/** More requests than any row has. */
const MANY = 100_000;
/** Functions per page for rows with many pages. */
const SMALL_PAGE = 50;

/** What a service does with requests beyond its capacity. */
const BEYOND = {
	waits: { title: 'others wait', settings: { queue: MANY } },
	'429-after': { title: 'otherwise 429 with Retry-After: 1', settings: { retryAfter: 1 } },
	'429': { title: 'otherwise 429', settings: {} },
	'503-after': {
		title: 'otherwise 503 with Retry-After: 1',
		settings: { status: 503, retryAfter: 1 },
	},
};
type Beyond = keyof typeof BEYOND;
const EACH_WAY = Object.keys(BEYOND) as Beyond[];

type Row = [
	call: CallName,
	/** Items, or pages of a search. */
	count: number,
	/** Milliseconds per request. */
	ms: number,
	/** Maximum number in parallel. Undefined for any number. */
	capacity?: number,
	beyond?: Beyond[],
	changes?: Pool['changes'],
];

const FALLS_AND_RISES = [
	{ after: 3000, capacity: 4 },
	{ after: 7000, capacity: 32 },
];

/** Each takes the right pool a few seconds. */
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
	['extract', 600, 300, 32, ['429-after'], FALLS_AND_RISES],
];

/** Services with a limited number of parallel requests, which the subjects don't know. */
export const CAPACITY: Scenario[] = ROWS.flatMap((row) =>
	(row[4] ?? ['waits' as const]).map((beyond) => rowOf(row, beyond)),
);

function rowOf([call, count, ms, capacity, , changes]: Row, beyond: Beyond): Scenario {
	const isSearch = call === 'search';
	const { title, settings } = BEYOND[beyond];
	const taken = [capacity ?? 'any number', ...(changes ?? []).map((each) => each.capacity)];
	const pageSize = isSearch ? SMALL_PAGE : undefined;
	const pool = { concurrency: capacity ?? count, changes, pageSize };
	const allPages = { name: '', returnAll: true, options: { pageSize } };
	const axios = { name: 'axios', keepAlive: false, ...pool };
	const subjects = [ourNode(call, isSearch ? allPages : {}), axios];
	const fault: FaultRule = {
		fault: 'capacity',
		capacity: capacity ?? MANY,
		ms,
		changes,
		...settings,
	};
	const scenario = {
		name: `capacity-${call}-${taken.join('-').replace(' ', '-')}`,
		title: `${call} ${count}${isSearch ? ' pages' : ''}, ${ms} ms each, ${taken.join(', then ')} in parallel`,
		functions: isSearch ? count * SMALL_PAGE : 0,
		faults: [fault],
		call,
		items: isSearch ? undefined : count,
	};
	if (capacity === undefined) {
		const http = isSearch ? httpRequestPages(SMALL_PAGE) : httpRequest(call, 'http, default');
		return {
			...scenario,
			subjects: [...subjects, http],
			targets: [{ measure: 'wall', baseline: http.name, atMost: 1 }],
		};
	}
	return {
		...scenario,
		name: `${scenario.name}-${beyond}`,
		title: `${scenario.title}, ${title}`,
		subjects,
		targets: targetsOf(call, beyond, changes !== undefined),
	};
}

/** The targets of a row with a limit. */
function targetsOf(call: CallName, beyond: Beyond, changes: boolean): Target[] {
	const atMost = call === 'update' && beyond === 'waits' ? 1.25 : 1.3;
	const without = beyond.endsWith('-after') ? 1 : undefined;
	const wall: Target = { measure: 'wall', baseline: 'axios', atMost, without };
	return beyond === 'waits'
		? [wall, { measure: 'usualConcurrency', baseline: 'axios', atMost: 2 }]
		: [wall, { measure: 'throttled', baseline: 'requests', atMost: changes ? 0.1 : 0.06 }];
}
