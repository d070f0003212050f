import fc from 'fast-check';
import type { FunctionList } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import type { Change } from './pagingPlatform.ts';
import { idsFrom, idsOf, platformOf, read } from './pagingPlatform.ts';

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

/** Nothing that was there all the time is missing without a word, and none comes twice. */
function expectAllOrIncomplete(list: FunctionList, persistent: Iterable<number>) {
	const ids = idsOf(list);
	expect(new Set(ids).size).toBe(ids.length);
	if (!list.incomplete) expect(ids).toEqual(expect.arrayContaining([...persistent]));
}

describe('a list that changes while it is read', () => {
	const changes: Array<[string, Change, number]> = [
		['one is removed', removed(0, 1), 2],
		['one is removed and one added', all(removed(3, 1), added(40, 1000)), 2],
		["a page's worth is removed", removed(0, 10), 4],
		['everything read is removed', removed(0, 19), 3],
		['so many are removed that the list ends before', removed(0, 55), 4],
		['one is added right after the last one read', added(10, 1000), 2],
		['one moves to the front', moved(50, 0), 3],
	];

	describe.each([1, 3])('%i pages in parallel', (parallel) => {
		test.each(changes)('once: %s', async (_, change, before) => {
			const platform = platformOf(60, { changes: { [before]: change } });
			const list = await read(platform, { maxParallelPages: () => parallel });

			expect(list.incomplete).toBeUndefined();
			expectAllOrIncomplete(list, platform.persistent);
			expect(platform.requests.length).toBeLessThanOrEqual(2 * 7 + parallel);
		});
	});

	test.each([
		['functions are removed', removed(0, 1)],
		['functions are added', (ids: readonly number[]) => [ids.length + 1000, ...ids]],
	])('all the time: %s', async (_, change) => {
		const changes = Object.fromEntries(idsFrom(2, 30).map((request) => [request, change]));
		const platform = platformOf(60, { changes });
		const list = await read(platform);

		expect(list.incomplete).toBe('changed');
		expectAllOrIncomplete(list, platform.persistent);
		expect(platform.requests.length).toBeLessThan(30);
	});

	test('before Limit is reached', async () => {
		const platform = platformOf(60, { changes: { 3: moved(50, 0) } });
		const list = await read(platform, { limit: 45 });

		expect(idsOf(list)).toEqual([50, ...idsFrom(0, 44)]);
		expect(list.incomplete).toBeUndefined();
	});

	test('with functions that are not kept', async () => {
		const isKept = (id: number) => id % 7 === 6;
		const platform = platformOf(60, { isKept, changes: { 3: moved(48, 0) } });
		const list = await read(platform, { hasKeepOnly: true });

		expect(idsOf(list)).toEqual([48, 6, 13, 20, 27, 34, 41, 55]);
		expect(list.incomplete).toBeUndefined();
	});

	const range = {
		pageSize: fc.integer({ min: 2, max: 12 }),
		maxParallelPages: fc.integer({ min: 1, max: 5 }).map((pages) => () => pages),
	};
	const turns = fc.array(fc.nat(9), { minLength: 1 });
	const request = fc.integer({ min: 2, max: 25 });

	test('whatever is added and removed between any two pages', async () => {
		const change = fc.record({
			...{ request, at: fc.nat(60), add: fc.nat(15) },
			...{ remove: fc.nat(25), removeAt: fc.nat(60) },
		});
		const planned = fc.array(change, { maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(
				fc.record(range),
				fc.nat(60),
				turns,
				planned,
				async (wanted, count, delays, plan) => {
					let next = 1000;
					const byRequest = plan.map(({ request: number, at, add, remove, removeAt }) => [
						number,
						all(removed(removeAt, remove), added(at, ...idsFrom((next += 100), add))),
					]);
					const platform = platformOf(count, {
						changes: Object.fromEntries(byRequest),
						turns: delays,
					});
					expectAllOrIncomplete(await read(platform, wanted), platform.persistent);
				},
			),
			{ numRuns: 1000 },
		);
	});

	test('one function that moves, whenever and wherever to', async () => {
		const move = fc.record({ request, from: fc.nat(60), to: fc.nat(60) });
		await fc.assert(
			fc.asyncProperty(
				fc.record(range),
				fc.integer({ min: 2, max: 60 }),
				move,
				async (wanted, count, { request: number, from, to }) => {
					const platform = platformOf(count, { changes: { [number]: moved(from, to) } });
					expectAllOrIncomplete(await read(platform, wanted), platform.persistent);
				},
			),
			{ numRuns: 500 },
		);
	});

	test('functions of the same name in another order each time', async () => {
		const named = fc.array(
			fc.record({ name: fc.nat(8), order: fc.array(fc.nat(), { minLength: 1 }) }),
			{ maxLength: 60 },
		);
		await fc.assert(
			fc.asyncProperty(fc.record(range), named, async (wanted, functions) => {
				const sortedAt = (number: number) =>
					functions
						.map(({ name, order }, id) => ({ id, name, order: order[number % order.length] }))
						.sort((a, b) => a.name - b.name || a.order - b.order)
						.map(({ id }) => id);
				const changes = Object.fromEntries(
					idsFrom(1, 200).map((number) => [number, () => sortedAt(number)]),
				);
				const platform = platformOf(functions.length, { changes });
				expectAllOrIncomplete(await read(platform, wanted), idsFrom(0, functions.length));
			}),
			{ numRuns: 500 },
		);
	});

	test('when the list is read again, those of the first reading are canceled', async () => {
		const platform = platformOf(200, { changes: { 2: removed(0, 1) }, turns: [2] });

		expect(idsOf(await read(platform))).toEqual(idsFrom(1, 199));
		const again = platform.requests.findLastIndex(({ offset }) => offset === 0);
		const { length } = platform.requests.slice(0, again).filter(({ signal }) => signal.aborted);
		expect(length).toBe(2);
		expect(platform.requests.slice(again).some(({ signal }) => signal.aborted)).toBe(false);
	});
});
