import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
	FetchPage,
	Page,
	PageRange,
} from '../../../../../nodes/DataPlatform/actions/function/search/pageReader.ts';
import {
	type FunctionList,
	readFunctionList,
} from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';

/** Consecutive ids. */
export const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);

export const pageOf = (ids: readonly number[], rest: Partial<Page> = {}): Page => ({
	keys: [...ids],
	functions: ids.map((id) => ({ id })),
	...rest,
});

/** Returns only the first functions of a page, as a platform with a lower limit of its own does. */
export const shorten = ({ keys, functions, ...page }: Page, length: number) => ({
	...page,
	keys: keys.slice(0, length),
	functions: functions.slice(0, length),
	hasMore: keys.length > length || page.hasMore,
});

interface Request {
	offset: number;
	limit: number;
	signal: AbortSignal;
}

/** What happens to the list before a response. */
export type Change = (ids: readonly number[]) => number[];

/** What the platform sends instead of a correct page. */
export type Lie = (page: Page, request: Request, number: number) => Page;

interface Behavior {
	/** Changes by the number of the request, which starts at 1. */
	changes?: Record<number, Change>;
	lie?: Lie;
	/** How many turns of the event loop each response takes, repeated for later requests. */
	turns?: number[];
}

/** A platform with a list of ids. `requests` has what was requested, `persistent` the ids never removed. */
export function createPlatform(count: number, behavior: Behavior = {}) {
	const { changes = {}, lie = (page) => page, turns = [0] } = behavior;
	let ids = idsFrom(0, count);
	const persistent = new Set(ids);
	const requests: Request[] = [];
	let active = 0;
	let mostActive = 0;
	const fetchPage: FetchPage = async (offset, limit, signal) => {
		const number = requests.push({ offset, limit, signal });
		mostActive = Math.max(mostActive, ++active);
		for (let turn = turns[number % turns.length]; turn > 0; turn--) await nextTurn();
		active--;
		ids = changes[number]?.(ids) ?? ids;
		for (const id of persistent) if (!ids.includes(id)) persistent.delete(id);
		const page = pageOf(ids.slice(offset, offset + limit), {
			totalHits: ids.length,
			hasMore: offset + limit < ids.length,
		});
		return lie(page, { offset, limit, signal }, number);
	};
	return { fetchPage, requests, persistent, mostActive: () => mostActive };
}

const everything = { startOffset: 0, limit: Infinity, pageSize: 10, maxParallelPages: () => 3 };

/** Reads the whole list in pages of ten, three in parallel, unless `range` says otherwise. */
export const read = async (
	{ fetchPage }: ReturnType<typeof createPlatform>,
	range: Partial<PageRange> = {},
) => await readFunctionList({ ...everything, ...range }, fetchPage);

export const idsOf = ({ functions }: FunctionList) => functions.map(({ id }) => id as number);
