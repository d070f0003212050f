import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { aiExtract } from '../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { listsToExtract } from '../../../../../nodes/DataPlatform/actions/ai/extract/list.ts';
import type { PanelValues } from '../../../../../harness/unit/panel.ts';
import { itemsOf, invalidOf } from '../../../../../harness/unit/panel.ts';

const list = (value: unknown, mode = 'list') => ({ list: { __rl: true, mode, value } });
const example = (shown: object) => ({
	specifyStructure: 'example',
	jsonExample: JSON.stringify(shown),
});
const EXAMPLE = example({
	number: 'x',
	paid: true,
	order: { lines: [{ a: 1 }], at: 'x' },
	tags: [],
});
const ONE_LIST = example({ number: 'x', order: { lines: [{ a: 1 }] } });
const DOTTED = example({ number: 'x', order: { 'the.lines': [{ a: 1 }] } });
const ANSWER = { output: { number: 'R1', order: { lines: [{ a: 1 }, { a: 2 }] }, tags: ['x'] } };

const itemsFor = async (values: PanelValues, answer: object = ANSWER) =>
	await itemsOf(aiExtract, { text: 'a', extractionFormat: 'perElement', ...values }, answer);
const refusalFor = async (values: PanelValues) =>
	await invalidOf(async () => await itemsFor(values));

/** What the panel offers while it holds these values. */
async function offered(values: PanelValues, filter?: string) {
	const panel = { getCurrentNodeParameters: () => values } as unknown as ILoadOptionsFunctions;
	const { results } = await listsToExtract.call(panel, filter);
	for (const { name, value } of results) expect(name).toBe(value);
	return results.map(({ value }) => value);
}

describe('offered are the lists among the fields, those inside objects by their paths', () => {
	const row = { name: 'lines', type: 'array' };
	const column = { name: 'rows', type: 'array' };
	const buyer = { name: 'buyer', type: 'object', columns: { column: [column, { name: 'city' }] } };
	test.each<[string, PanelValues, string[]]>([
		[
			'a field list',
			{ outputStructure: { field: [row, { name: 'total' }, buyer] } },
			['lines', 'buyer.rows'],
		],
		[
			'a new row',
			{ outputStructure: { field: [{ name: 'x', type: 'array' }, { name: '' }] } },
			['x'],
		],
		['an example', EXAMPLE, ['order.lines', 'tags']],
		[
			'a schema',
			{
				specifyStructure: 'schema',
				jsonSchema: '{"type":"object","properties":{"a":{"type":"array"},"b":{"type":"string"}}}',
			},
			['a'],
		],
		[
			'a structure',
			{ specifyStructure: 'structure', structureJson: '{"a":{"type":"array"},"b":{"type":"x"}}' },
			['a'],
		],
	])('%s', async (_, values, lists) => {
		expect(await offered(values)).toEqual(lists);
	});

	test('and those that hold what was typed', async () => {
		expect(await offered(EXAMPLE, 'LINE')).toEqual(['order.lines']);
		expect(await offered(EXAMPLE, 'none')).toEqual([]);
	});

	test('what cannot be read yet says why', async () => {
		await expect(offered({ specifyStructure: 'example', jsonExample: '{' })).rejects.toThrow(
			"'JSON Example' is not valid JSON",
		);
	});
});

test.each([
	['chosen', { ...EXAMPLE, ...list('order.lines') }],
	['by its path', { ...EXAMPLE, ...list('order.lines', 'path') }],
	['by an expression for all of it', { ...EXAMPLE, list: 'order.lines' }],
	['left empty, the only one there is', { ...ONE_LIST, ...list('') }],
	['never touched, the only one there is', ONE_LIST],
])('the list is %s', async (_, values) => {
	expect(await itemsFor(values)).toMatchObject([
		{ number: 'R1', a: 1 },
		{ number: 'R1', a: 2 },
	]);
});

test('what is offered can be chosen, also with a dot in an inner name', async () => {
	const [path] = await offered(DOTTED);
	const answer = { output: { number: 'R1', order: { 'the.lines': [{ a: 1 }] } } };
	expect(await itemsFor({ ...DOTTED, ...list(path) }, answer)).toEqual([
		{ number: 'R1', order: {}, a: 1 },
	]);
});

test('with another Output it does not count', async () => {
	const values = { ...EXAMPLE, ...list('number'), extractionFormat: 'perInput' };
	expect(await itemsFor(values)).toEqual([
		{ ...ANSWER.output, paid: null, order: { ...ANSWER.output.order, at: null } },
	]);
});

test.each([
	[{ ...EXAMPLE, ...list('') }, 'is empty, and there are several lists: order.lines, tags'],
	[example({ number: 'x' }), 'is empty, and no field is a list'],
	[{ ...EXAMPLE, ...list('number') }, 'names "number", which is no list'],
	[{ ...EXAMPLE, ...list('paid') }, 'names "paid", which is no list'],
	[{ ...EXAMPLE, ...list('order') }, 'names "order", which is no list'],
	[{ ...EXAMPLE, ...list('order.at') }, 'names "order.at", which is no list'],
	[
		{ ...EXAMPLE, ...list('order.none') },
		'names "order.none", which is none of the fields to extract: number, paid, order, tags',
	],
])('%j is refused before anything is sent', async (values, reason) => {
	const { parameter, message, description } = await refusalFor(values);
	expect(parameter).toBe('List');
	expect(message).toBe(`'List' ${reason}`);
	expect(description).not.toBe('');
});

test.each(['anything', 'order.lines', 'order.deep.lines'])(
	'what nobody described may be a list: %s',
	async (path) => {
		const structureJson = { anything: { type: 'x' }, order: { type: 'object' } };
		const answer = { output: { anything: [1], order: { lines: [1], deep: { lines: [1] } } } };
		const values = { specifyStructure: 'structure', structureJson, ...list(path) };
		const name = path.split('.').at(-1)!;
		expect(await itemsFor(values, answer)).toEqual([expect.objectContaining({ [name]: 1 })]);
	},
);
