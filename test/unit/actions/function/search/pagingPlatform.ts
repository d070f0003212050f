import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
	FetchPage,
	FunctionList,
	Page,
	PageRange,
} from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { readList } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';

/** Consecutive ids. */
export const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);

/** Every function, by pages of ten, three in parallel. */
const everything: PageRange = {
	startOffset: 0,
	limit: Infinity,
	pageSize: 10,
	maxParallelPages: () => 3,
};

interface Request {
	offset: number;
	limit: number;
	signal: AbortSignal;
}

/** What happens to the list before a request is answered. */
export type Change = (ids: readonly number[]) => number[];

/** How the platform isn't honest, and how long it takes. */
export interface Behavior {
	/** Changes by the number of the request. */
	changes?: Record<number, Change>;
	/** Changes the response; gets the number of the request, too. */
	lie?: (page: Page, request: Request, number: number) => Page;
	/** How many turns of the event loop each response takes. */
	turns?: number[];
	isKept?: (id: number) => boolean;
}

/** A page of functions with these ids. */
export const pageOf = (ids: readonly number[], rest: Partial<Page> = {}): Page => ({
	keys: [...ids],
	functions: ids.map((id) => ({ id })),
	...rest,
});

/** A platform with a list of ids, honest unless `lie` changes a response. */
export function platformOf(list: number | number[], behavior: Behavior = {}) {
	const { changes = {}, lie = (page) => page, turns = [0], isKept = () => true } = behavior;
	let ids = typeof list === 'number' ? idsFrom(0, list) : list;
	const persistent = new Set(ids);
	const requests: Request[] = [];
	let active = 0;
	let mostActive = 0;
	const fetchPage: FetchPage = async (offset, limit, signal) => {
		const number = requests.push({ offset, limit, signal });
		mostActive = Math.max(mostActive, ++active);
		for (let turn = turns[number % turns.length]; turn > 0; turn--) await nextTurn();
		active--;
		if (changes[number]) {
			ids = changes[number](ids);
			for (const id of persistent) if (!ids.includes(id)) persistent.delete(id);
		}
		const page = pageOf(ids.slice(offset, offset + limit), {
			totalHits: ids.length,
			hasMore: offset + limit < ids.length,
		});
		const { functions, ...rest } = lie(page, { offset, limit, signal }, number);
		return {
			...rest,
			functions: functions.map((each, i) => (isKept(rest.keys[i] as number) ? each : undefined)),
		};
	};
	const asked = () => requests.map(({ offset, limit }) => ({ offset, limit }));
	return { fetchPage, requests, asked, persistent, mostActive: () => mostActive };
}

type Platform = ReturnType<typeof platformOf>;

/** Reads the list in pages of ten, three in parallel. */
export const read = async ({ fetchPage }: Platform, range: Partial<PageRange> = {}) =>
	await readList({ ...everything, ...range }, fetchPage);
/** The ids of the returned functions. */
export const idsOf = ({ functions }: FunctionList) =>
	functions.map((each) => (each as { id: number }).id);
