import fc from 'fast-check';
import { type Change, createPlatform, idsFrom, idsOf, type Lie, read } from './platform.ts';
import type { FunctionList } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';

const remove =
	(at: number, count: number): Change =>
	(ids) =>
		ids.filter((_, index) => index < at || index >= at + count);

/** No function is there twice, and if one that always existed is missing, the list says so. */
function expectAllOrIncomplete(list: FunctionList, persistent: Iterable<number>) {
	const ids = idsOf(list);
	expect(new Set(ids).size).toBe(ids.length);
	if (!list.incomplete) expect(ids).toEqual(expect.arrayContaining([...persistent]));
}

describe('a list that changes', () => {
	test.each<[string, Change, number]>([
		['one function is removed', remove(0, 1), 2],
		['one moves to the front', (ids) => [ids[50], ...remove(50, 1)(ids)], 3],
		['so much is removed that the list ends earlier', remove(0, 55), 4],
	])('once is read again: %s', async (_, change, before) => {
		const lie: Lie = (page) => ({ ...page, hasMore: true });
		const platform = createPlatform(60, { changes: { [before]: change }, turns: [2], lie });
		const list = await read(platform);

		expect(list.incomplete).toBeUndefined();
		expectAllOrIncomplete(list, platform.persistent);
		const again = platform.requests.findLastIndex(({ offset }) => offset === 0);
		expect(again).toBeGreaterThan(0);
		expect(platform.requests.slice(0, again).some(({ signal }) => signal.aborted)).toBe(true);
		expect(platform.requests.slice(again).some(({ signal }) => signal.aborted)).toBe(false);
	});

	test('all the time is read twice, and may be incomplete', async () => {
		const platform = createPlatform(60, { changes: Array<Change>(30).fill(remove(0, 1)) });

		expect((await read(platform)).incomplete).toBe('changed');
		expect(platform.requests.length).toBeLessThan(30);
	});

	test('is complete or says that it may not be, whatever is added, removed and moved', async () => {
		const range = fc.record({
			pageSize: fc.integer({ min: 2, max: 12 }),
			maxParallelPages: fc.integer({ min: 1, max: 5 }).map((pages) => () => pages),
		});
		const place = fc.nat(60);
		const change = fc.record({
			request: fc.integer({ min: 2, max: 25 }),
			at: place,
			added: fc.nat(15),
			from: place,
			removed: fc.nat(25),
			moved: fc.nat(2),
			to: place,
		});
		const plan = fc.array(change, { maxLength: 20 });
		const turns = fc.array(fc.nat(9), { minLength: 1 });
		await fc.assert(
			fc.asyncProperty(range, fc.nat(60), turns, plan, async (wanted, count, delays, planned) => {
				const byRequest = planned.map(({ request, at, ...each }, index): [number, Change] => [
					request,
					(ids) => {
						const more = idsFrom(1000 * (index + 1), each.added);
						const list = remove(each.from, each.removed)(ids).toSpliced(at, 0, ...more);
						const moved = list.splice(each.from, each.moved);
						return list.toSpliced(each.to, 0, ...moved);
					},
				]);
				const behavior = { changes: Object.fromEntries(byRequest), turns: delays };
				const platform = createPlatform(count, behavior);
				expectAllOrIncomplete(await read(platform, wanted), platform.persistent);
			}),
			{ numRuns: 1000 },
		);
	});
});
