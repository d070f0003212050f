import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { aiExtract } from '../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import type { PanelValues } from '../../../../../harness/unit/panel.ts';
import { parametersOf, invalidOf, requestOf } from '../../../../../harness/unit/panel.ts';

const panelField = (name: string) => aiExtract.fields.find((field) => field.name === name)!;
const inner = (field: INodeProperties) => (field.options![0] as INodePropertyCollection).values;
const named = (fields: INodeProperties[], name: string) =>
	fields.find((field) => field.name === name)!;
const namesOf = (options: INodeProperties['options']) => options!.map(({ name }) => name);

const fields = (...field: PanelValues[]) => ({ text: 'a', outputStructure: { field } });
const columns = (...column: PanelValues[]) => ({ columns: { column } });
const structureOf = async (...rows: PanelValues[]) =>
	((await requestOf(aiExtract, fields(...rows))).body as PanelValues).outputStructure;
const hintsOf = async (...rows: PanelValues[]) =>
	(await parametersOf(aiExtract, fields(...rows))).hints;

const ORDER = { name: 'orderNumber' };
const LINES = {
	name: 'lines',
	type: 'array',
	...columns({ name: 'article' }, { name: 'quantity', type: 'number' }),
};

describe('what a new node shows', () => {
	test('types stand in the order of use, each with a description', () => {
		const row = inner(panelField('outputStructure'));
		const types = ['Text', 'Number', 'Date', 'Yes/No', 'List', 'Object', 'Whole Number'];
		const { options } = named(row, 'type');
		expect(namesOf(options)).toEqual([...types, 'Other (by Name)']);
		expect(namesOf(named(inner(named(row, 'columns')), 'type').options)).toEqual(types);
		for (const option of options!) expect(option).toHaveProperty('description');
	});

	test('Options has at most twelve entries, the most used first', () => {
		const names = namesOf(panelField('options').options);
		expect(names.length).toBeLessThanOrEqual(12);
		expect(names.slice(0, 2)).toEqual(['instructions', 'inputFields']);
		expect(names.at(-1)).toBe('modelSettings');
	});

	test('the first row is there, and does not count while nobody wrote into it', async () => {
		const { outputStructure } = { outputStructure: panelField('outputStructure').default };
		expect(outputStructure).toEqual({ field: [{ name: '', type: 'string' }] });
		const refusal = await invalidOf(
			async () => await requestOf(aiExtract, { text: 'a', outputStructure }),
		);
		expect(refusal.message).toBe("'Fields to Extract' names no field to extract");
		expect(refusal.description).toContain('click Add Field');
		expect(await structureOf({ name: '', type: 'string' }, ORDER)).toEqual({
			orderNumber: { type: 'string' },
		});
	});

	test('missing text and missing fields are told in one message', async () => {
		const { message, description } = await invalidOf(
			async () => await requestOf(aiExtract, { text: '' }),
		);
		expect(message).toBe("'Text' is empty, and 'Fields to Extract' names no field to extract");
		expect(description).toContain('Fill it in');
		expect(description).toContain('click Add Field');
	});
});

describe('Columns', () => {
	test('name what a list or an object holds', async () => {
		expect(
			await structureOf(LINES, {
				name: 'buyer',
				type: 'object',
				...columns({ name: 'city' }),
			}),
		).toEqual({
			lines: {
				type: 'array',
				description: 'List of objects, each with article (text) and quantity (number).',
			},
			buyer: { type: 'object', description: 'Object with city (text).' },
		});
	});

	test('begin with a text and a number; what is left nameless does not count', async () => {
		const { default: columns } = named(inner(panelField('outputStructure')), 'columns');
		expect(columns).toEqual({
			column: [
				{ name: '', type: 'string' },
				{ name: '', type: 'number' },
			],
		});
		const [hint] = await hintsOf({ name: 'lines', type: 'array', columns });
		expect(hint).toContain('Nothing names what "lines" holds');
	});

	test('several of one type share a row, as fields do', async () => {
		const lines = { type: 'array', ...columns({ name: 'quantity,  price,', type: 'number' }) };
		expect(await structureOf({ name: 'order, buyer' }, { name: 'lines', ...lines })).toEqual({
			order: { type: 'string' },
			buyer: { type: 'string' },
			lines: {
				type: 'array',
				description: 'List of objects, each with quantity (number) and price (number).',
			},
		});
	});

	test.each([
		[{ type: 'array' }],
		[{ type: 'object' }],
		[{ type: 'array', elementType: 'object' }],
		[{ type: 'array', ...columns({ name: '', type: 'string' }) }],
	])('without any a hint says that nothing names them: %j', async (row) => {
		const [hint, ...others] = await hintsOf(ORDER, { name: 'total', ...row });
		expect(hint).toMatch(/^Nothing names what "total" holds: name its columns/);
		expect(others).toEqual([]);
	});

	test('a column that is a list or an object is named with its path', async () => {
		const column = [{ name: 'article' }, { name: 'tags', type: 'array' }];
		expect(await hintsOf({ name: 'lines', type: 'array', ...columns(...column) })).toEqual([
			expect.stringContaining('"lines.tags"'),
		]);
		const description = 'Tags are words';
		expect(
			await hintsOf({ name: 'lines', type: 'array', description, ...columns(...column) }),
		).toEqual([]);
	});

	test.each([
		[LINES],
		[{ name: 'words', type: 'array', elementType: 'string' }],
		[{ name: 'words', type: 'array', options: { values: 'a, b' } }],
		[{ name: 'lines', type: 'array', description: 'Each with article' }],
		[{ name: 'lines', type: 'array', options: { furtherPropertiesJson: '{"items": {}}' } }],
		[{ name: 'total', type: 'number' }],
	])('what is named by them, or in another way, needs no hint: %j', async (row) => {
		expect(await hintsOf(row)).toEqual([]);
	});

	test.each([
		[[{ name: 'a' }, { name: 'a' }], '\'Columns\' names the field "a" twice'],
		[[{ name: 'a, b' }, { name: 'c,a', type: 'number' }], '\'Columns\' names the field "a" twice'],
	])('%j is refused, with its place', async (rows, message) => {
		const refusal = await invalidOf(
			async () => await structureOf(ORDER, { ...LINES, ...columns(...rows) }),
		);
		expect(refusal.message).toBe(message);
		expect(refusal.description).toContain('row 2 of Fields to Extract');
	});

	test.each([['[1, '], ['[1] [2]']])(
		'%p as allowed values is refused, with its row',
		async (values) => {
			const state = { name: 'state', options: { values } };
			const refusal = await invalidOf(async () => await structureOf(ORDER, state));
			expect(refusal.message).toMatch(/^'Allowed Values' /);
			expect(refusal.description).toMatch(/^In row 2 of Fields to Extract\. /);
		},
	);

	test('columns count for a List of objects, chosen or not, and for an Object; what is hidden does not', async () => {
		const structure = await structureOf(LINES);
		expect(await structureOf({ ...LINES, elementType: 'object' })).toEqual(structure);
		for (const type of ['string', 'number']) {
			const { lines } = (await structureOf({ ...LINES, type })) as PanelValues;
			expect(lines).toEqual(((await structureOf({ name: 'lines', type })) as PanelValues).lines);
		}
		const object = (await structureOf({ ...LINES, type: 'object' })) as PanelValues;
		expect(JSON.stringify(object.lines)).toMatch(/article.*quantity/);
		const texts = { name: 'lines', type: 'array', elementType: 'string' };
		expect(await structureOf({ ...LINES, ...texts })).toEqual(await structureOf(texts));
	});

	test('a row with nothing but an option has been written into: it needs a name', async () => {
		const row = { name: '', options: { values: 'open, paid' } };
		const refusal = await invalidOf(async () => await structureOf(ORDER, row));
		expect(refusal.description).toContain('row 2 of Fields to Extract');
	});
});
