import fc from 'fast-check';
import type { FunctionList } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { type Change, createPlatform, idsFrom, idsOf, read } from './pagingPlatform.ts';

const remove =
	(at: number, count: number): Change =>
	(ids) =>
		ids.filter((_, index) => index < at || index >= at + count);
const add =
	(at: number, ...more: number[]): Change =>
	(ids) => [...ids.slice(0, at), ...more, ...ids.slice(at)];
const move =
	(from: number, to: number): Change =>
	(ids) => {
		const rest = [...ids];
		const [id] = rest.splice(from % ids.length, 1);
		rest.splice(to % ids.length, 0, id);
		return rest;
	};
const both =
	(first: Change, second: Change): Change =>
	(ids) =>
		second(first(ids));

/** No function is there twice, and if one that always existed is missing, the list says so. */
function expectAllOrIncomplete(list: FunctionList, persistent: Iterable<number>) {
	const ids = idsOf(list);
	expect(new Set(ids).size).toBe(ids.length);
	if (!list.incomplete) expect(ids).toEqual(expect.arrayContaining([...persistent]));
}

const changes: Array<[string, Change, number]> = [
	['one function is removed', remove(0, 1), 2],
	['one is removed and one is added', both(remove(3, 1), add(40, 1000)), 2],
	['a whole page is removed', remove(0, 10), 4],
	['everything that was read is removed', remove(0, 19), 3],
	['so much is removed that the list ends earlier', remove(0, 55), 4],
	['one is added right after the last one read', add(10, 1000), 2],
	['one moves to the front', move(50, 0), 3],
];

test.each(changes)('a list that changes once is read again: %s', async (_, change, before) => {
	const platform = createPlatform(60, { changes: { [before]: change } });
	const list = await read(platform);

	expect(list.incomplete).toBeUndefined();
	expectAllOrIncomplete(list, platform.persistent);
	expect(platform.requests.length).toBeLessThanOrEqual(2 * 7 + 3);
});

test('a list that changes all the time is read twice, and may be incomplete', async () => {
	const everyTime = idsFrom(2, 30).map((request) => [request, remove(0, 1)]);
	const platform = createPlatform(60, { changes: Object.fromEntries(everyTime) });
	const list = await read(platform);

	expect(list.incomplete).toBe('changed');
	expectAllOrIncomplete(list, platform.persistent);
	expect(platform.requests.length).toBeLessThan(30);
});

test('a list that ends earlier is read again, even if hasMore is always true', async () => {
	const platform = createPlatform(60, {
		changes: { 4: remove(0, 55) },
		lie: (page) => ({ ...page, hasMore: true }),
	});

	expect(idsOf(await read(platform, { maxParallelPages: () => 1 }))).toEqual(idsFrom(55, 5));
});

test('reading again cancels the pages requested ahead', async () => {
	const platform = createPlatform(200, { changes: { 2: remove(0, 1) }, turns: [2] });

	expect(idsOf(await read(platform))).toEqual(idsFrom(1, 199));
	const again = platform.requests.findLastIndex(({ offset }) => offset === 0);
	const isCanceled = platform.requests.map(({ signal }) => signal.aborted);
	expect(isCanceled.slice(0, again).filter(Boolean)).toHaveLength(2);
	expect(isCanceled.slice(again)).not.toContain(true);
});

describe('a list is complete or says that it may not be', () => {
	const range = fc.record({
		pageSize: fc.integer({ min: 2, max: 12 }),
		maxParallelPages: fc.integer({ min: 1, max: 5 }).map((pages) => () => pages),
	});
	const request = fc.integer({ min: 2, max: 25 });

	test('whatever is added and removed between two pages', async () => {
		const change = fc.record({
			...{ request, at: fc.nat(60), more: fc.nat(15) },
			...{ count: fc.nat(25), countAt: fc.nat(60) },
		});
		const plan = fc.array(change, { maxLength: 20 });
		const turns = fc.array(fc.nat(9), { minLength: 1 });
		await fc.assert(
			fc.asyncProperty(range, fc.nat(60), turns, plan, async (wanted, count, delays, planned) => {
				const byRequest = planned.map((each, index) => [
					each.request,
					both(
						remove(each.countAt, each.count),
						add(each.at, ...idsFrom(1000 * (index + 1), each.more)),
					),
				]);
				const behavior = { changes: Object.fromEntries(byRequest), turns: delays };
				const platform = createPlatform(count, behavior);
				expectAllOrIncomplete(await read(platform, wanted), platform.persistent);
			}),
			{ numRuns: 1000 },
		);
	});

	test('if functions of the same name come in another order each time', async () => {
		const order = fc.array(fc.nat(), { minLength: 1 });
		const named = fc.array(fc.record({ name: fc.nat(8), order }), { maxLength: 60 });
		await fc.assert(
			fc.asyncProperty(range, named, async (wanted, functions) => {
				const sort = (number: number) => () =>
					functions
						.map(({ name, order: by }, id) => ({ id, name, order: by[number % by.length] }))
						.sort((a, b) => a.name - b.name || a.order - b.order)
						.map(({ id }) => id);
				const everyTime = idsFrom(1, 200).map((number) => [number, sort(number)]);
				const platform = createPlatform(functions.length, {
					changes: Object.fromEntries(everyTime),
				});
				expectAllOrIncomplete(await read(platform, wanted), idsFrom(0, functions.length));
			}),
			{ numRuns: 500 },
		);
	});
});
