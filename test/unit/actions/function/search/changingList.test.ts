import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type {
	FetchPage,
	FoundFunctions,
} from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { allFunctions } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { idsFrom } from '../../../../../harness/unit/pages.ts';

/** What happens to the list before a request is answered. */
type Change = (ids: readonly number[]) => number[];

const removed =
	(at: number, count: number): Change =>
	(ids) =>
		ids.filter((_, index) => index < at || index >= at + count);
const added =
	(at: number, ...more: number[]): Change =>
	(ids) => [...ids.slice(0, at), ...more, ...ids.slice(at)];
const moved =
	(from: number, to: number): Change =>
	(ids) => {
		const rest = [...ids];
		const [id] = rest.splice(from % ids.length, 1);
		rest.splice(to % ids.length, 0, id);
		return rest;
	};
const all =
	(...changes: Change[]): Change =>
	(ids) =>
		changes.reduce<number[]>((list, change) => change(list), [...ids]);

/** A list that changes before the requests that `changes` names by their number, and says the truth. */
function changingList(start: number[], changes: Record<number, Change>, turns = [0]) {
	let ids = start;
	let requests = 0;
	const persistent = new Set(start);
	const fetchPage: FetchPage = async (offset, limit) => {
		const request = ++requests;
		for (let turn = turns[request % turns.length]; turn > 0; turn--) await nextTurn();
		ids = changes[request]?.(ids) ?? ids;
		for (const id of persistent) if (!ids.includes(id)) persistent.delete(id);
		return {
			results: ids.slice(offset, offset + limit).map((id) => ({ id })),
			totalHits: ids.length,
			hasMore: offset + limit < ids.length,
		};
	};
	return { fetchPage, persistent, requests: () => requests };
}

const inOrder = { startOffset: 0, limit: Infinity, pageSize: 10, pagesAtATime: () => 1 };

interface Case {
	name: string;
	change: Change;
	/** The request before which it happens. */
	before?: number;
}

const changes: Case[] = [
	{ name: 'one is removed and one added', change: all(removed(3, 1), added(40, 1000)) },
	{ name: 'one is removed and one added at once', change: all(removed(0, 1), added(0, 1000)) },
	{ name: "a page's worth is removed", change: removed(0, 10), before: 4 },
	{ name: "three pages' worth are removed", change: removed(0, 30), before: 6 },
	{ name: 'three are removed and two added', change: all(removed(2, 3), added(59, 1000, 1001)) },
	{ name: 'the last one read is removed', change: removed(18, 1), before: 3 },
	{ name: 'everything read is removed', change: removed(0, 19), before: 3 },
	{ name: 'so many are removed that the list ends before', change: removed(0, 55), before: 4 },
	{ name: 'one is added right behind the last one read', change: added(10, 1000) },
	{ name: "a page's worth is added", change: added(0, ...idsFrom(1000, 10)), before: 3 },
	{ name: 'one moves to the front', change: moved(50, 0), before: 3 },
	{ name: 'one moves to the end', change: moved(0, 59), before: 3 },
];

describe.each([1, 3])('%i pages at a time', (pagesAtATime) => {
	test.each(changes)('$name', async ({ change, before = 2 }) => {
		const list = changingList(idsFrom(0, 60), { [before]: change });
		const { functions, incomplete } = await allFunctions(
			{ ...inOrder, pagesAtATime: () => pagesAtATime },
			list.fetchPage,
		);
		const ids = functions.map(({ id }) => id);

		expect(ids).toEqual(expect.arrayContaining([...list.persistent]));
		expect(new Set(ids).size).toBe(ids.length);
		expect(incomplete).toBe(false);
	});
});

test('a list that stays as it is costs no request more', async () => {
	const list = changingList(idsFrom(0, 91), {});
	await allFunctions(inOrder, list.fetchPage);

	expect(list.requests()).toBe(10);
});

test('one that was removed costs one page more', async () => {
	const list = changingList(idsFrom(0, 901), { 5: removed(0, 1) });
	await allFunctions({ ...inOrder, pageSize: 100 }, list.fetchPage);

	expect(list.requests()).toBe(11);
});

test('what moved is found by a second reading, and comes last', async () => {
	const list = changingList(idsFrom(0, 60), { 3: moved(50, 0) });
	const { functions } = await allFunctions(inOrder, list.fetchPage);
	const others = idsFrom(0, 60).filter((id) => id !== 50);

	expect(functions.map(({ id }) => id)).toEqual([...others, 50]);
});

test('a list that moved before Limit was reached can be incomplete', async () => {
	const limited = { ...inOrder, limit: 45 };
	const list = changingList(idsFrom(0, 60), { 3: moved(50, 0) });

	expect(await allFunctions(limited, list.fetchPage)).toMatchObject({ incomplete: true });
	const still = changingList(idsFrom(0, 60), {});
	expect(await allFunctions(limited, still.fetchPage)).toMatchObject({ incomplete: false });
});

test('passing over functions that are removed meanwhile is told', async () => {
	const list = changingList(idsFrom(0, 60), { 2: removed(0, 30) });
	const found = await allFunctions({ ...inOrder, startOffset: 20 }, list.fetchPage);

	expect(found).toMatchObject({ incomplete: true, hasChanged: true });
});

/** Nothing that was there all the time is lost without a word, none comes twice, and it ends. */
function expectAllOrTold({ functions, incomplete }: FoundFunctions, persistent: Set<number>) {
	const ids = functions.map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	if (!incomplete) expect(ids).toEqual(expect.arrayContaining([...persistent]));
}

const span = {
	startOffset: fc.constant(0),
	limit: fc.constant(Infinity),
	pageSize: fc.integer({ min: 1, max: 12 }),
	pagesAtATime: fc.integer({ min: 1, max: 5 }).map((pages) => () => pages),
};
const count = fc.nat(60);
const turns = fc.array(fc.nat(9), { minLength: 1 });
const requestNumber = fc.integer({ min: 2, max: 25 });

test('whatever is added and removed between any two pages', async () => {
	const change = fc.record({
		request: requestNumber,
		at: fc.nat(60),
		add: fc.nat(15),
		remove: fc.nat(25),
		removeAt: fc.nat(60),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.record(span),
			count,
			turns,
			fc.array(change, { maxLength: 20 }),
			async (wanted, functions, delays, planned) => {
				let next = 1000;
				const byRequest = Object.fromEntries(
					planned.map(({ request, at, add, remove, removeAt }) => [
						request,
						all(removed(removeAt, remove), added(at, ...idsFrom((next += 100), add))),
					]),
				);
				const list = changingList(idsFrom(0, functions), byRequest, delays);
				expectAllOrTold(await allFunctions(wanted, list.fetchPage), list.persistent);
			},
		),
		{ numRuns: 1000 },
	);
});

test('one function that moves, whenever and wherever to', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record(span),
			fc.integer({ min: 2, max: 60 }),
			requestNumber,
			fc.nat(60),
			fc.nat(60),
			async (wanted, functions, request, from, to) => {
				const change = moved(from, to);
				const list = changingList(idsFrom(0, functions), { [request]: change });
				expectAllOrTold(await allFunctions(wanted, list.fetchPage), list.persistent);
			},
		),
		{ numRuns: 500 },
	);
});

test('functions of the same name in another order each time', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record(span),
			fc.array(fc.record({ name: fc.nat(8), order: fc.array(fc.nat(), { minLength: 1 }) }), {
				maxLength: 60,
			}),
			async (wanted, named) => {
				let requests = 0;
				const fetchPage: FetchPage = async (offset, limit) => {
					const request = requests++;
					const sorted = named
						.map(({ name, order }, id) => ({ id, name, order: order[request % order.length] }))
						.sort((a, b) => a.name - b.name || a.order - b.order);
					const results = sorted.slice(offset, offset + limit).map(({ id }) => ({ id }));
					return { results, totalHits: named.length, hasMore: offset + limit < named.length };
				};
				const found = await allFunctions(wanted, fetchPage);
				expectAllOrTold(found, new Set(idsFrom(0, named.length)));
			},
		),
		{ numRuns: 500 },
	);
});
