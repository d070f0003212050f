import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const extract = { resource: 'ai', operation: 'extract', text: '={{ $json.text }}' };
const total = { field: [{ name: 'total', type: 'number', description: 'With tax' }] };
const texts = [99.5, 12, 7].map((value) => ({
	json: { text: `An invoice.\nsimulate: value total ${value}` },
}));

test('extracts the fields that each item names from the text of that item', async () => {
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
	// Once for the first item, once to find out whether the credential depends on the item.
	expect(ended.decryptions).toBe(2);
});

test('every optional member reaches the body', async () => {
	const ended = await runNode({
		parameters: {
			...extract,
			outputStructure: total,
			options: {
				instructions: 'Amounts are in euros',
				model: 'large',
				modelSettingsJson: '={{ $json.settings ?? "" }}',
				sessionId: '123e4567-e89b-12d3-a456-426614174000',
			},
		},
		input: [
			{
				json: {
					text: 'a',
					settings: { modelConfiguration: { heat: 0.2 }, reasoningConfig: { effort: 'low' } },
				},
			},
			{ json: { text: 'b', settings: '{"reasoningConfig": {}}' } },
			{ json: { text: 'c' } },
		],
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toBeUndefined();
	const common = {
		outputStructure: { total: { type: 'number', description: 'With tax' } },
		instructions: 'Amounts are in euros',
		model: 'large',
		sessionId: '123e4567-e89b-12d3-a456-426614174000',
	};
	const textOf = (text: string) => [{ type: 'TEXT', text }];
	expect(platform.bodies()).toHaveLength(3);
	expect(platform.bodies()).toEqual(
		expect.arrayContaining([
			{
				...common,
				input: textOf('a'),
				modelConfiguration: { heat: 0.2 },
				reasoningConfig: { effort: 'low' },
			},
			{
				...common,
				input: textOf('b'),
				reasoningConfig: {},
			},
			{ ...common, input: textOf('c') },
		]),
	);
});

test('Raw Response is the whole answer', async () => {
	const ended = await runNode({
		parameters: { ...extract, outputStructure: total, extractionFormat: 'raw' },
		input: texts,
		credentials: platform.credentials(),
	});

	for (const json of jsonOf(ended)) {
		expect(Object.keys(json).sort()).toEqual([
			'isCustomerModel',
			'model',
			'modelProviderUsage',
			'output',
			'requestId',
		]);
	}
	expect(jsonOf(ended).map(({ output }) => output)).toEqual([
		{ total: 99.5 },
		{ total: 12 },
		{ total: 7 },
	]);
	expect(pairsOf(ended)).toEqual([0, 1, 2]);
});

test('items come out in input order, whatever is answered first', async () => {
	platform.faults([{ fault: 'delay', ms: 80, when: { containing: 'total 99.5' } }]);
	const ended = await runNode({
		parameters: { ...extract, outputStructure: total },
		input: texts,
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended)).toEqual([{ total: 99.5 }, { total: 12 }, { total: 7 }]);
	expect(pairsOf(ended)).toEqual([0, 1, 2]);
});

test('members whose names JavaScript knows itself are sent and come out', async () => {
	const ended = await runNode({
		parameters: {
			...extract,
			outputStructure: { field: [{ name: 'constructor', type: 'string' }, { name: 'toString' }] },
		},
		input: [{ json: { text: 'simulate: value constructor "c"\nsimulate: value toString "t"' } }],
		credentials: platform.credentials(),
	});

	expect(platform.bodies()).toMatchObject([
		{ outputStructure: { constructor: { type: 'string' }, toString: { type: 'string' } } },
	]);
	expect(jsonOf(ended)).toEqual([{ constructor: 'c', toString: 't' }]);
});
