import type { IDataObject } from 'n8n-workflow';
import { extractor, itemsOf, messageOf, textWith } from './harness.ts';
import { hintsOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';
import { perElement } from '../../support/workflows.ts';

const { extract } = extractor();

const split = async (
	outputs: object[],
	{ example = { number: 'x', lines: [] } as object, list = 'lines' } = {},
) =>
	await extract({
		parameters: {
			text: '={{ $json.text }}',
			specifyFields: 'example',
			jsonExample: JSON.stringify(example),
			...perElement(list),
		},
		input: outputs.map((output) => ({ text: textWith(output), id: 7 })),
	});

const lines = (...elements: unknown[]) => ({ number: 'R1', lines: elements });

test('each element, of JSON text too, becomes a paired item with the other fields', async () => {
	const ended = await split([
		lines({ article: 'Lamp', quantity: 2 }, { article: 'Desk', tags: ['a'] }),
		{ number: 'R1', lines: ' [{"a": 1}, "b"]' },
		lines('a', null, [1, 2]),
	]);
	expect(itemsOf(ended)).toEqual([
		{ number: 'R1', article: 'Lamp', quantity: 2 },
		{ number: 'R1', article: 'Desk', tags: ['a'] },
		{ number: 'R1', a: 1 },
		{ number: 'R1', lines: 'b' },
		{ number: 'R1', lines: 'a' },
		{ number: 'R1', lines: null },
		{ number: 'R1', lines: [1, 2] },
	]);
	expect(pairsOf(ended)).toEqual([0, 0, 1, 1, 2, 2, 2]);
	expect(hintsOf(ended)).toEqual([]);
});

test('a single value becomes an item, and a column wins over a field of the same name', async () => {
	const ended = await split([
		{ number: 'R1', lines: [{ number: 'of the line' }] },
		{ number: 'R2', lines: { article: 'Lamp' } },
		{ number: 'R3', lines: 'just one' },
		{ number: 'R4', lines: 0 },
	]);
	expect(itemsOf(ended)).toEqual([
		{ number: 'of the line' },
		{ number: 'R2', article: 'Lamp' },
		{ number: 'R3', lines: 'just one' },
		{ number: 'R4', lines: 0 },
	]);
});

describe('a list without elements', () => {
	const run = async (keepEmptyLists: boolean, field: IDataObject) =>
		await extract({
			parameters: {
				text: '={{ $json.text }}',
				fields: { field: [{ name: 'number' }, { name: 'lines', ...field }] },
				...perElement('lines'),
				keepEmptyLists,
			},
			input: [
				{ text: textWith(lines()) },
				{ text: textWith({ number: 'R1', lines: null }) },
				{ text: textWith({ number: 'R1', lines: ' ' }) },
				{ text: 'simulate: missing lines\nsimulate: value number "R1"' },
			],
			settings: { onError: 'continueRegularOutput' },
		});
	const columns = { type: 'array', columns: { column: [{ name: 'article, size' }] } };

	test('becomes no item but a hint if it is empty, and fails the item if it is missing', async () => {
		const ended = await run(false, columns);
		const failed = (itemIndex: number) => ({
			error: 'The response has no list "lines"',
			details: { itemIndex, received: { output: expect.anything() } },
		});
		expect(jsonOf(ended)).toMatchObject([1, 2, 3].map(failed));
		expect(hintsOf(ended)).toContainEqual(expect.stringContaining('"lines" is empty'));
	});

	test.each<[string, IDataObject, object]>([
		['columns', columns, { article: null, size: null }],
		['single values', { type: 'textList' }, { lines: null }],
	])('becomes one item with empty %s with Keep Empty Lists', async (_, field, empty) => {
		const ended = await run(true, field);
		expect(itemsOf(ended)).toEqual(Array(4).fill({ number: 'R1', ...empty }));
		expect(pairsOf(ended)).toEqual([0, 1, 2, 3]);
	});
});

test('missing columns are null, and members that no field or column names are left out', async () => {
	const example = { number: 'x', lines: [{ article: 'a', price: 1 }] };
	const output = { ...lines({ article: 'Lamp', id: 1 }, { price: 5 }), id: 'invented' };
	expect(itemsOf(await split([output], { example }))).toEqual([
		{ number: 'R1', article: 'Lamp', price: null },
		{ number: 'R1', article: null, price: 5 },
	]);
});

test('List prefers a field whose name contains a dot to a path', async () => {
	const output = { 'a.b': [1], a: { b: [3] } };
	const ended = await split([output], { example: output, list: 'a.b' });
	expect(itemsOf(ended)).toEqual([{ a: { b: [3] }, 'a.b': 1 }]);
});

// A list in an element is another one in each element.
const invalidLists = ['linez', 'lines.article', 'lines.0.parts', 'constructor'];

test.each(invalidLists)('List is invalid: %j', async (list) => {
	const example = { lines: [{ article: 'x', parts: ['x'] }], tags: ['x'] };
	const ended = await split([lines()], { example, list });
	expect(messageOf(ended)).toContain(
		`'List' must be the path of a list, but is "${list}" | Lists among the fields: lines, tags.`,
	);
});
