import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const extract = { resource: 'ai', operation: 'extract', text: '={{ $json.text }}' };

test('each item has its own fields and text', async () => {
	const ended = await runNode({
		parameters: {
			...extract,
			outputStructure: {
				field: [
					{
						name: '={{ $json.field }}',
						type: '={{ $json.type }}',
						description: '={{ $json.description ?? "" }}',
					},
				],
			},
		},
		input: [
			{
				json: {
					text: 'simulate: value total 99.5',
					field: 'total',
					type: 'number',
					description: 'With tax',
				},
			},
			{
				json: {
					text: 'simulate: value lines ["a","b"]',
					field: 'lines',
					type: 'array',
				},
			},
			{ json: { text: 'simulate: value buyer {"name":"Ada"}', field: 'buyer', type: 'object' } },
		],
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toBeUndefined();
	expect(platform.requests().map(({ method, path }) => `${method} ${path}`)).toEqual(
		Array(3).fill('POST /api/ai/v1/extract'),
	);
	expect(platform.bodies()).toHaveLength(3);
	expect(platform.bodies()).toEqual(
		expect.arrayContaining([
			{
				input: [{ type: 'TEXT', text: 'simulate: value total 99.5' }],
				outputStructure: { total: { type: 'number', description: 'With tax' } },
			},
			{
				input: [{ type: 'TEXT', text: 'simulate: value lines ["a","b"]' }],
				outputStructure: { lines: { type: 'array' } },
			},
			{
				input: [{ type: 'TEXT', text: 'simulate: value buyer {"name":"Ada"}' }],
				outputStructure: { buyer: { type: 'object' } },
			},
		]),
	);
	expect(jsonOf(ended)).toEqual([
		{ total: 99.5 },
		{ lines: ['a', 'b'] },
		{ buyer: { name: 'Ada' } },
	]);
	expect(pairsOf(ended)).toEqual([0, 1, 2]);
	// The second time is to check whether the credential depends on the item.
	expect(ended.decryptions).toBe(2);
});
