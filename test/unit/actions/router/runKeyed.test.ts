import fc from 'fast-check';
import { inTurn } from '../../../../nodes/DataPlatform/actions/router/runKeyed.ts';

interface Item {
	index: number;
	thing?: string;
}

/** Carries items out in random order of their ends; notes when each began and ended. */
async function course(things: Array<string | undefined>, atATime: number, s: fc.Scheduler) {
	const items = things.map((thing, index): Item => ({ index, thing }));
	const began: number[] = [];
	const ended: number[] = [];
	let most = 0;
	const all = inTurn(
		items,
		({ thing }) => thing,
		() => atATime,
		async ({ index, thing }) => {
			for (const earlier of items.slice(0, index)) {
				const isSame = thing !== undefined && earlier.thing === thing;
				if (isSame) expect(ended).toContain(earlier.index);
			}
			began.push(index);
			most = Math.max(most, began.length - ended.length);
			await s.schedule(Promise.resolve());
			ended.push(index);
		},
	);
	await s.waitFor(all);
	return { began, ended, most };
}

const things = fc.array(fc.constantFrom('a', 'b', 'c', undefined), { maxLength: 30 });

test('items of the same thing go one after another in their order, whatever ends first', async () => {
	await fc.assert(
		fc.asyncProperty(
			things,
			fc.integer({ min: 1, max: 6 }),
			fc.scheduler(),
			async (all, most, s) => {
				const result = await course(all, most, s);

				expect(result.ended.toSorted((a, b) => a - b)).toEqual([...all.keys()]);
				expect(result.most).toBeLessThanOrEqual(most);
			},
		),
	);
});

test('one at a time goes in the order of the items', async () => {
	await fc.assert(
		fc.asyncProperty(things, fc.scheduler(), async (all, s) => {
			expect((await course(all, 1, s)).began).toEqual([...all.keys()]);
		}),
	);
});

test('the same thing does not keep others waiting', async () => {
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), async (s) => {
			const { most } = await course(['a', 'a', 'a', 'b', 'c'], 3, s);
			expect(most).toBe(3);
		}),
	);
});

test('as soon as more may go at a time, more do', async () => {
	let atATime = 1;
	let underWay = 0;
	let most = 0;
	await inTurn(
		[...Array(20).keys()],
		() => undefined,
		() => atATime,
		async () => {
			most = Math.max(most, ++underWay);
			await Promise.resolve();
			atATime = 5;
			underWay--;
		},
	);
	expect(most).toBe(5);
});
