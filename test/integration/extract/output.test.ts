import type { IDataObject } from 'n8n-workflow';
import { hintsOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';
import { answering, extractor, itemsOf, NOTHING_FOUND } from './harness.ts';

const { extract } = extractor();

const listed = (...names: string[]) => ({
	text: '={{ $json.text }}',
	specifyStructure: 'structure',
	structureJson: JSON.stringify(Object.fromEntries(names.map((name) => [name, { type: 'any' }]))),
});
const texts = (...answers: object[]) => answers.map((fields) => ({ text: answering(fields) }));
const REQUEST_ID = /^[0-9a-f-]{36}$/;

test.each<[string, object, object[]]>([
	[
		'null',
		{},
		[
			{ order: { number: 'R1', town: null }, article: 'Lamp', price: null },
			{ order: { number: 'R1', town: null }, article: null, price: 5 },
		],
	],
	[
		'left out',
		{ ifMissing: 'leaveOut' },
		[
			{ order: { number: 'R1' }, article: 'Lamp' },
			{ order: { number: 'R1' }, price: 5 },
		],
	],
])('a missing column and a missing member of an object are %s', async (_, options, items) => {
	const ended = await extract({
		parameters: {
			text: '={{ $json.text }}',
			specifyStructure: 'example',
			jsonExample: JSON.stringify({
				order: { number: 'a', town: 'b' },
				lines: [{ article: 'a', price: 1 }],
			}),
			...perElement('lines'),
			options,
		},
		input: texts({ order: { number: 'R1' }, lines: [{ article: 'Lamp' }, { price: 5 }] }),
	});
	expect(itemsOf(ended)).toEqual(items);
});

describe('Include Input Fields', () => {
	const input = [
		{ text: answering({ total: 1 }), total: 'old', id: 1 },
		{ text: answering({ total: null }), total: 'old', error: 'of an earlier step' },
		{ text: answering({ total: [2] }), nested: { a: 1 } },
	];
	const texted = input.map(({ text }) => text);
	const including = async (inputFields?: string) =>
		itemsOf(await extract({ parameters: { ...listed('total'), options: { inputFields } }, input }));

	const old = { text: texted[0], total: 'old', id: 1 };
	const nested = { text: texted[2], total: [2], nested: { a: 1 } };
	test.each<[string | undefined, IDataObject[]]>([
		['extractedWin', [{ ...old, total: 1 }, { text: texted[1], total: null }, nested]],
		['inputWin', [old, { text: texted[1], total: 'old' }, nested]],
		['none', [{ total: 1 }, { total: null }, { total: [2] }]],
		[undefined, [{ total: 1 }, { total: null }, { total: [2] }]],
	])('%s', async (inputFields, items) => expect(await including(inputFields)).toEqual(items));
});

describe('Details Field', () => {
	test('has the model, the request ID and the usage', async () => {
		const ended = await extract({
			parameters: {
				...listed('total'),
				options: { detailsField: '={{ $json.name }}' },
			},
			input: texts({ total: 1 }, { total: 2 }, { total: 3 }).map((item, index) => ({
				...item,
				name: ['extraction', 'details', ''][index],
			})),
		});
		const details = {
			model: 'simulator-no-model',
			requestId: expect.stringMatching(REQUEST_ID),
			isCustomerModel: false,
			modelProviderUsage: expect.objectContaining({ contentItemsRead: 1 }),
		};
		expect(itemsOf(ended)).toEqual([
			{ total: 1, extraction: details },
			{ total: 2, details },
			{ total: 3 },
		]);
	});

	test('replaces an input field and an extracted field of the same name', async () => {
		const ended = await extract({
			parameters: {
				...listed('lines'),
				...perElement('lines'),
				options: { detailsField: 'extraction', inputFields: 'inputWin' },
			},
			input: texts({ lines: [{ a: 1 }] }, { lines: [{ extraction: 'lost' }] }, { lines: [2] }).map(
				(item) => ({ ...item, extraction: 'of an earlier step' }),
			),
		});
		const details = expect.objectContaining({ requestId: expect.stringMatching(REQUEST_ID) });
		expect(itemsOf(ended).map(({ extraction }) => extraction)).toEqual([details, details, details]);
	});
});

describe('If Fields Are Missing', () => {
	const input = [
		{ text: answering({ total: 1, buyer: 'Ada' }) },
		{ text: 'simulate: missing buyer\nsimulate: value total 2' },
		{ text: 'simulate: missing total\nsimulate: value buyer null' },
	];
	const missing = async (ifMissing: string | undefined, settings = {}) =>
		await extract({
			parameters: { ...listed('total', 'buyer'), options: { ifMissing } },
			input,
			settings,
		});

	test.each([
		[undefined, { buyer: null }, { buyer: null, total: null }],
		['null', { buyer: null }, { buyer: null, total: null }],
		['leaveOut', {}, { buyer: null }],
	])('with %s, a hint names items without any value', async (ifMissing, second, third) => {
		const ended = await missing(ifMissing);
		expect(itemsOf(ended)).toEqual([{ total: 1, buyer: 'Ada' }, { total: 2, ...second }, third]);
		expect(hintsOf(ended)).toEqual([`${NOTHING_FOUND} [1 of 3 items: item 2]`]);
	});

	test('the item fails, and its details have the response', async () => {
		const ended = await missing('failIfEmpty', { onError: 'continueRegularOutput' });
		const failed = (itemIndex: number, error: string, output: object) => ({
			...{ error, itemIndex },
			details: {
				...{ itemIndex, kind: 'issues', received: { output, requestId: expect.any(String) } },
				description: expect.stringContaining('its response is in the details'),
			},
		});
		expect(jsonOf(ended)).toMatchObject([
			{ total: 1, buyer: 'Ada' },
			failed(1, 'The response has no value for "buyer"', { total: 2 }),
			failed(2, 'The response has no value for "total", "buyer"', { buyer: null }),
		]);
		expect(pairsOf(ended)).toEqual([0, 1, 2]);
	});
});
