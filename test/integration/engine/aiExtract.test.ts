import { jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const extract = { resource: 'ai', operation: 'extract', text: '={{ $json.text }}' };
const total = { field: [{ name: 'total', type: 'number', description: 'With tax' }] };
const texts = [99.5, 12, 7].map((value) => ({
	json: { text: `An invoice.\nsimulate: value total ${value}` },
}));

test('the output keeps the order of the items, whatever finishes first', async () => {
	platform.faults([{ fault: 'delay', ms: 80, when: { containing: 'total 99.5' } }]);
	const ended = await runNode({
		parameters: { ...extract, fields: total },
		input: texts,
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended)).toEqual([{ total: 99.5 }, { total: 12 }, { total: 7 }]);
	expect(pairsOf(ended)).toEqual([0, 1, 2]);
	expect(platform.requests().map(({ method, path }) => `${method} ${path}`)).toEqual(
		Array(3).fill('POST /api/ai/v1/extract'),
	);
});
