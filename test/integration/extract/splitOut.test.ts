import type { IDataObject } from 'n8n-workflow';
import { hintsOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';
import { answering, extractor, itemsOf, messageOf } from './harness.ts';

const { platform, extract } = extractor();

const example = { number: 'x', lines: [] };
const split = async (
	answers: object[],
	options: IDataObject = {},
	{ shown = example, list = 'lines' }: { shown?: object; list?: string } = {},
) =>
	await extract({
		parameters: {
			text: '={{ $json.text }}',
			specifyStructure: 'example',
			jsonExample: JSON.stringify(shown),
			...perElement(list),
			options,
		},
		input: answers.map((fields) => ({ text: answering(fields), id: 7 })),
	});

const lines = (...elements: unknown[]) => ({ number: 'R1', lines: elements });

test('each object becomes an item that is paired with its input and has the other fields', async () => {
	const ended = await split([
		lines({ article: 'Lamp', quantity: 2 }, { article: 'Desk', tags: ['a'] }),
		lines({ article: 'Chair' }),
		{ number: 'R3', lines: [{ a: 1 }, { b: { c: [1] } }, { d: null }] },
	]);
	expect(itemsOf(ended)).toEqual([
		{ number: 'R1', article: 'Lamp', quantity: 2 },
		{ number: 'R1', article: 'Desk', tags: ['a'] },
		{ number: 'R1', article: 'Chair' },
		{ number: 'R3', a: 1 },
		{ number: 'R3', b: { c: [1] } },
		{ number: 'R3', d: null },
	]);
	expect(pairsOf(ended)).toEqual([0, 0, 1, 2, 2, 2]);
	expect(hintsOf(ended)).toEqual([]);
});

test('JSON text and a single element become items, and an element wins over a field of the same name', async () => {
	const ended = await split([
		{ number: 'R1', lines: ' [{"a": 1}, "b"]' },
		{ number: 'R2', lines: { number: 'of the line' } },
		{ number: 'R3', lines: 'just one' },
		{ number: 'R4', lines: '[not JSON' },
		{ number: 'R5', lines: 0 },
	]);
	expect(itemsOf(ended)).toEqual([
		{ number: 'R1', a: 1 },
		{ number: 'R1', lines: 'b' },
		{ number: 'of the line' },
		{ number: 'R3', lines: 'just one' },
		{ number: 'R4', lines: '[not JSON' },
		{ number: 'R5', lines: 0 },
	]);
	expect(hintsOf(ended)).toEqual([
		'"lines" isn\'t a list, so its value became one item [4 of 5 items: item 1, item 2, item 3, item 4]',
	]);
});

test('single values take the name of the list', async () => {
	const ended = await split([lines('a', null, [1, 2], { b: 1 })]);
	expect(itemsOf(ended)).toEqual([
		{ number: 'R1', lines: 'a' },
		{ number: 'R1', lines: null },
		{ number: 'R1', lines: [1, 2] },
		{ number: 'R1', b: 1 },
	]);
});

describe('without elements', () => {
	const EMPTY = [lines(), { number: 'R2', lines: null }, { number: 'R3', lines: ' ' }];
	const answered = async (extractionFormat: string, field: IDataObject) =>
		await extract({
			parameters: {
				text: '={{ $json.text }}',
				outputStructure: { field: [{ name: 'number' }, field] },
				extractionFormat,
			},
			input: [
				...EMPTY.map((fields) => ({ text: answering(fields) })),
				{ text: 'simulate: missing lines\nsimulate: value number "R4"' },
				{ text: answering(lines({ article: 'Lamp' })) },
			],
			settings: { onError: 'continueRegularOutput' },
		});
	const columns = { column: [{ name: 'article, size' }] };
	const rows = { name: 'lines', type: 'array', columns };

	test('an empty list becomes no item but a hint, and a missing list fails the item', async () => {
		const ended = await answered('perElement', rows);
		expect(jsonOf(ended)).toMatchObject([
			...[1, 2, 3].map((itemIndex) => ({
				error: 'The response has no list "lines"',
				details: { itemIndex, received: { output: expect.anything() } },
			})),
			{ number: 'R1', article: 'Lamp' },
		]);
		expect(pairsOf(ended)).toEqual([1, 2, 3, 4]);
		expect(hintsOf(ended)).toContainEqual(
			expect.stringContaining('The list "lines" is empty or missing'),
		);
	});

	test.each<[string, IDataObject, object]>([
		['columns', rows, { article: null, size: null }],
		['single values', { name: 'lines', type: 'textList' }, { lines: null }],
	])('the option for at least one item returns one with empty %s', async (_, field, empty) => {
		const ended = await answered('perElementOrEmpty', field);
		expect(jsonOf(ended).slice(0, 4)).toEqual(
			['R1', 'R2', 'R3', 'R4'].map((number) => ({ number, ...empty })),
		);
		expect(pairsOf(ended)).toEqual([0, 1, 2, 3, 4]);
	});
});

test('only requested fields and columns are returned', async () => {
	const ended = await split(
		[{ ...lines({ article: 'Lamp', id: 1, number: 'no' }), id: 'invented' }],
		{ inputFields: 'extractedWin' },
		{ shown: { number: 'x', lines: [{ article: 'x' }] } },
	);
	expect(itemsOf(ended)).toEqual([
		{ text: expect.any(String), id: 7, number: 'R1', article: 'Lamp' },
	]);
});

test('a list inside an object is found by its path', async () => {
	const shown = { number: 'x', order: { date: 'x', lines: [{ article: 'x' }] } };
	const order = (...articles: string[]) => ({
		number: 'R1',
		order: { date: 'today', lines: articles.map((article) => ({ article })) },
	});
	const answers = [order('Lamp', 'Desk'), order(), order('Chair')];
	const inOrder = { shown, list: 'order.lines' };
	const repeated = await split(answers, {}, inOrder);
	expect(itemsOf(repeated)).toEqual(
		['Lamp', 'Desk', 'Chair'].map((article) => ({
			number: 'R1',
			order: { date: 'today' },
			article,
		})),
	);
	expect(pairsOf(repeated)).toEqual([0, 0, 2]);

	const words = { ...inOrder, shown: { number: 'x', order: { lines: ['x'] } } };
	const single = await split([{ number: 'R1', order: { lines: ['a'] } }], {}, words);
	expect(itemsOf(single)).toEqual([{ number: 'R1', order: {}, lines: 'a' }]);
});

test('a field whose name contains a dot wins over a path', async () => {
	const shown = { 'a.b': [1], a: { b: [1] } };
	const ended = await split([{ 'a.b': [1, 2], a: { b: [3] } }], {}, { shown, list: 'a.b' });
	expect(itemsOf(ended)).toEqual([
		{ a: { b: [3] }, 'a.b': 1 },
		{ a: { b: [3] }, 'a.b': 2 },
	]);
});

test.each(['linez', 'lines.article', 'order.linez', 'constructor'])(
	'%s, which is no field to extract, is invalid, and nothing is sent',
	async (list) => {
		const shown = { number: 'x', lines: [{ article: 'x' }], order: { date: 'x' } };
		const ended = await split([lines()], {}, { shown, list });
		expect(messageOf(ended)).toContain(
			`'List' names "${list}", which isn't a list | Enter the path of a list, such as lines.`,
		);
		expect(platform.requests()).toHaveLength(0);
	},
);

test('a list that no field describes can become items', async () => {
	const ended = await extract({
		parameters: {
			text: answering({ order: { lines: [1] } }),
			outputStructure: { field: [{ name: 'order', type: 'object' }] },
			...perElement('order.lines'),
		},
		input: [{}],
	});
	expect(itemsOf(ended)).toEqual([{ order: {}, lines: 1 }]);
});
