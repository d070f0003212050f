import { membersOf } from '../../support/contract.ts';
import type { SimulatorUnderTest } from './client.ts';
import { start } from './client.ts';

type Found = Record<string, unknown> & {
	id: number;
	name: string;
	owner: number;
	links: Array<{ resource: { type: string; id: string }; valid: string }>;
};

let client: SimulatorUnderTest;
beforeAll(async () => {
	client = await start({ functions: 1234 });
});
afterAll(() => client.simulator.close());

async function search(
	changes: object = {},
): Promise<{ totalHits: number; hasMore: boolean; results: Found[] }> {
	const { status, data } = await client.call('searchFunctions', { limit: 5000, ...changes });
	expect(status).toBe(200);
	return data;
}

const by = (field: string, ascending = true) => ({ sort: { field, ascending } });

test('functions have every field of the spec, and every seventh has a broken link', async () => {
	const { results, totalHits, hasMore } = await search();
	expect([results.length, totalHits, hasMore]).toEqual([1234, 1234, false]);
	expect(Object.keys(results[0]).sort()).toEqual(membersOf('Function').sort());
	const broken = results.filter((each) =>
		each.links.some(({ valid }) => valid === 'ILLEGAL_REFERENCE'),
	);
	expect(broken.length / results.length).toBeCloseTo(1 / 7, 2);
});

test('the pages add up to the whole list, which is the same in another simulator', async () => {
	const whole = await search();
	const pages = [];
	for (let offset = 0; ; offset += 500) {
		const page = await search({ limit: 500, offset });
		pages.push(...page.results);
		if (!page.hasMore) break;
	}
	expect(pages).toEqual(whole.results);
	const again = await start({ functions: 1234 });
	expect((await again.call('searchFunctions', { limit: 5000 })).data).toEqual(whole);
	await again.simulator.close();
});

test.each(['name', 'owner', 'global'])('it sorts by %s in both directions', async (field) => {
	const up = (await search(by(field))).results.map((each) => each[field]);
	const compare = (left: unknown, right: unknown) => (left! < right! ? -1 : left! > right! ? 1 : 0);
	expect(up).toEqual([...up].sort(compare));
	const down = (await search(by(field, false))).results.map((each) => each[field]);
	expect(down).toEqual([...up].reverse());
});

test('it searches by name in any case', async () => {
	const { results, totalHits } = await search({ name: 'NET REVENUE per order' });
	expect(totalHits).toBeGreaterThan(0);
	expect(results).toHaveLength(totalHits);
	expect(results.every(({ name }) => name.startsWith('Net revenue per order'))).toBe(true);
});

test('filters with values compare them, and others are ignored', async () => {
	const all = (await search()).results;
	const owners = [...new Set(all.map(({ owner }) => owner))].slice(0, 2);
	const ofOwners = all.filter(({ owner }) => owners.includes(owner));
	expect((await search({ filters: [{ field: 'owner', idList: owners }] })).results).toEqual(
		ofOwners,
	);
	expect(
		(await search({ filters: [{ field: 'owner', values: owners.map(String) }] })).results,
	).toEqual(ofOwners);
	const locked = await search({
		filters: [
			{ field: 'owner', value: owners[0] },
			{ field: 'locked', value: true },
		],
	});
	expect(locked.results).toEqual(all.filter((each) => each.owner === owners[0] && each.locked));
	expect((await search({ filters: [{ field: 'owner', mystery: 1 }] })).totalHits).toBe(1234);
});

test('a cached page stays the same after a fault changed it', async () => {
	const { call, control, simulator } = await start({ functions: 20 });
	const page = async () => (await call('searchFunctions')).data;
	const first = await page();
	await control.setFaults([{ fault: 'has-more-never' }, { fault: 'degraded' }]);
	expect(await page()).toEqual({ ...first, hasMore: false, degraded: true });
	await control.reset();
	expect(await page()).toEqual(first);
	await simulator.close();
});
