import { leastOf, STEP } from '../../benchmarks/least-heap.ts';

test.each([450, 800, 1050, 2350, 2400])('%i MB are found, and little is tried', async (least) => {
	const tried: number[] = [];
	const found = await leastOf(async (size) => {
		tried.push(size);
		return size >= least;
	});

	expect(found).toBe(least);
	expect(tried.includes(least - STEP)).toBe(least > 450);
	expect(tried.length).toBeLessThanOrEqual(6);
	expect(new Set(tried).size).toBe(tried.length);
});

test('what is never enough has no least size', async () => {
	expect(await leastOf(async () => false)).toBeUndefined();
});

test('what is always enough is as small as is tried', async () => {
	expect(await leastOf(async () => true)).toBe(450);
});
