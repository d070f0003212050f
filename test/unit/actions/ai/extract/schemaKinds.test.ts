// What users of structured extraction reported elsewhere, with the smallest input for each kind.
import { aiExtract } from '../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { catchInvalid, readParameters } from '../../../../support/run-operation.ts';
import { object, run } from '../../../../support/schemas/extraction.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const nothing = { type: 'null' };

/** Extracts a field `v`. */
async function extract(v: object, value: unknown, options = {}) {
	const parameters = { specifyFields: 'schema', jsonSchema: object({ v }) };
	const { items, kinds } = await run(parameters, { v: value }, options);
	return [items[0].v, ...kinds];
}

describe('values that a schema allows stay, without an issue', () => {
	const nullableEnum = { anyOf: [{ anyOf: [{ enum: ['a', 'b'] }, nothing] }, { const: 'c' }] };
	const named = object({ name: text }, { additionalProperties: true });
	const lamp = { name: 'Lamp', color: 'red' };
	test.each<[object, unknown]>([
		[{ type: ['integer', 'string'] }, '007'],
		[{ anyOf: [number, text] }, '3.10'],
		[{ oneOf: [text, integer] }, '12 345'],
		[{ anyOf: [integer, text] }, '12a'],
		[{ type: ['string', 'integer', 'null'] }, '+4930'],
		[{ anyOf: [integer, { ...text, enum: ['unlimited'] }] }, 'unlimited'],
		[{ anyOf: [number, { ...text, format: 'date' }] }, '2026-05-31'],
		[
			{
				anyOf: [
					{ ...integer, maximum: 10 },
					{ minimum: 100, ...number },
				],
			},
			5,
		],
		[
			{ anyOf: [{ type: 'array' }, { anyOf: [number, { ...text, pattern: '^\\d+\\.?\\d*$' }] }] },
			'007',
		],
		[nullableEnum, null],
		[{ oneOf: [{ enum: ['a'], nullable: true }, { enum: ['c'] }] }, null],
		[{ anyOf: [{ type: ['integer', 'null'] }, number] }, null],
		[named, lamp],
		[object({ name: text }, { unevaluatedProperties: true }), lamp],
		[object({ name: text }, { additionalProperties: text }), lamp],
		[object({ name: text }, { patternProperties: { '^c': text } }), lamp],
		[object({ name: text }, { dependencies: { name: object({ color: text }) } }), lamp],
		[{ anyOf: [named, nothing] }, lamp],
		[{ type: 'array', items: named }, [lamp]],
		[{ anyOf: [object({ name: number }), {}] }, lamp],
		[{ type: ['number', 'boolean'] }, '-9007199254740992'],
		[{ enum: ['', 'A', 'B'] }, ''],
		[{ enum: ['N/A', 'A'] }, 'N/A'],
		[{ enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 }],
	])('%j: %j', async (schema, value) => {
		for (const convertTypes of [true, false]) {
			expect(await extract(schema, value, { convertTypes })).toEqual([value]);
		}
	});

	test('a Decimal of pydantic is a number', async () => {
		const decimal = {
			anyOf: [number, { ...text, pattern: '^[+-]?\\d*\\.?\\d*$', minLength: 1 }, nothing],
		};
		expect(await extract(decimal, '3.10', { convertTypes: true })).toEqual(['3.10']);
		const pattern = '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$';
		const real = { anyOf: [number, { ...text, pattern }, nothing] };
		expect(await extract(real, '3.10', { convertTypes: true })).toEqual([3.1]);
		expect(await extract(real, null, { convertTypes: true })).toEqual([null]);
	});
});

test.each<[object, unknown, string]>([
	[{ type: ['integer', 'boolean'] }, 'seven', 'v notConverted'],
	[{ type: ['number', 'boolean'] }, '1234567890123456', 'v notConverted'],
	[{ type: ['number', 'boolean'] }, '-0000000000000000', 'v notConverted'],
	[{ type: ['number', 'boolean'] }, '9007199254740991', 'v notConverted'],
	[{ type: ['integer', 'boolean'] }, '00009007199254740993', 'v notConverted'],
	[{ anyOf: [object({}), { type: 'array' }] }, 'seven', 'v notConverted'],
	[{ enum: ['ACTIVE', 'PAUSED'] }, 'Active', 'v notAllowed'],
	[{ enum: ['in transit'] }, 'intransit', 'v notAllowed'],
	[{ enum: ['open'] }, 'open ', 'v notAllowed'],
	[{ enum: [2] }, '2', 'v notAllowed'],
	[{ enum: ['2'] }, 2, 'v notAllowed'],
	[{ type: 'array', items: { enum: ['A'] } }, ['Ａ'], 'v[0] notAllowed'],
	[{ type: ['string', 'null'], enum: ['a'] }, null, 'v empty'],
])('without Convert Types, %j doesn’t allow %j', async (schema, value, issue) => {
	expect(await extract(schema, value)).toEqual([value, issue]);
});

test('a property must also fit the other properties of a schema in allOf that has no such name', async () => {
	const rest = object({ b: text }, { additionalProperties: number });
	const schema = (a: object) => ({ allOf: [object({ a }), rest] });
	expect(await extract(schema({}), { a: 'x', b: 'y' })).toContain('v.a notConverted');
	expect(await extract(schema(text), { a: 'x', b: 'y' })).toContain('v.a notConverted');
	expect(await extract(schema({}), { a: 5, b: 'y' })).toEqual([{ a: 5, b: 'y' }]);
});

test('a constant is not looked up, and a sign is found as it is', async () => {
	const jsonSchema = object({ type: { const: 'invoice' }, rh: { enum: ['+', '-'] }, a: text });
	const parameters = { text: 'Rh -', specifyFields: 'schema', jsonSchema };
	const output = { type: 'invoice', rh: '-', a: 'b' };
	expect((await run(parameters, output)).kinds).toEqual(['a notInText']);
	expect((await run(parameters, { ...output, rh: '+' })).kinds).toContain('rh notInText');
});

test.each<[string, unknown, unknown[] | RegExp]>([
	['boolean', 'Yes, No', [true, false]],
	['boolean', 'nej, tak', [false, true]],
	['integer', '7, 1.299', [7, 1299]],
	['number', '19, 5 EUR', [19, 5]],
	['boolean', 'maybe', /contains "maybe", which doesn't have the type/],
	['number', '7 %, 19 %', /contains "7 %"/],
	['numberList', '7, 5 EUR', [7, 5]],
	['date', '31.05.2027, 2027-06-01', ['2027-05-31', '2027-06-01']],
	['dateList', '31 May 2027', ['2027-05-31']],
	['dateList', '03/04/2027', /contains "03\/04\/2027"/],
	['date', 'soon', /contains "soon"/],
	['date', '"soon"', /contains "\"soon\""|contains ""soon""/],
	['date', '"2027-05-31", 1 June 2027', ['2027-05-31', '2027-06-01']],
	['string', '31.05.2027, Yes', ['31.05.2027', 'Yes']],
	['number', '1,299.00', /contains "1,299.00", .*commas/],
	['number', '5, 1,299.00', /contains .*commas/],
	['number', '1.299,00', /contains .*commas/],
	['numberList', '1,299, 2,500', /contains .*commas/],
	['integer', '1,299, 2,500', /contains .*commas/],
	['string', '0,5, 1', ['0', '5', '1']],
	['number', '["1,299.00"]', [1299]],
	['number', '12,50, 13,70', /contains .*commas/],
	['integer', '1,2, 3', [1, 2, 3]],
	['number', '100,200,300', [100, 200, 300]],
	['number', '1.5,2.25,3', [1.5, 2.25, 3]],
	['object', 'x, y', /contains "x", which doesn't have the type/],
	['array', 'x, y', ['x', 'y']],
	['number', '0,5, 1,5', /contains "0,5, 1,5", .*commas/],
	['numberList', '0,5, 1', /contains .*commas/],
	['string', '[200, 404]', ['200', '404']],
	['textList', '[200, 404]', ['200', '404']],
	['string', [true, 2.5, 'x', null], ['true', '2.5', 'x', null]],
	['string', '[12345678901234567890]', ['12345678901234567890']],
	['string', 'null, "a"', ['null', '"a"']],
	['string', [{ a: 1 }], /contains an object, which doesn't have the type/],
	['textList', [['a']], /contains a list, which doesn't have the type/],
])('Allowed Values of %s: %s', async (type, values, expected) => {
	const parameters = { text: 'x', fields: { field: [{ name: 'v', type, values }] } };
	const read = () => readParameters(aiExtract, parameters).body.outputStructure;
	if (expected instanceof RegExp) expect((await catchInvalid(read)).message).toMatch(expected);
	else
		expect(JSON.stringify(read())).toContain(JSON.stringify(JSON.stringify(expected)).slice(1, -1));
});

test.each<[string, unknown]>([
	['string', []],
	['textList', '[]'],
	['number', ','],
	['array', []],
])('Allowed Values of %s: %j allows any value', (type, values) => {
	const read = (row: object) =>
		readParameters(aiExtract, { text: 'x', fields: { field: [{ name: 'v', type, ...row }] } });
	expect(read({ values }).body).toEqual(read({}).body);
});

test('an allowed value of a text field is the text of a number', async () => {
	const fields = { field: [{ name: 'v', values: [200, 404] }] };
	for (const convertTypes of [true, false]) {
		const { items, kinds } = await run({ fields }, { v: '200' }, { convertTypes });
		expect([items, kinds]).toEqual([[{ v: '200' }], []]);
	}
	expect((await run({ fields }, { v: '500' })).kinds).toEqual(['v notAllowed']);
});

test.each(['array', 'object'])('Allowed Values of %s with columns are objects', async (type) => {
	const columns = { column: [{ name: 'a' }] };
	const read = (values: unknown) => {
		const parameters = { text: 'x', fields: { field: [{ name: 'v', type, columns, values }] } };
		return readParameters(aiExtract, parameters);
	};
	const { message, description } = await catchInvalid(() => read('x, y'));
	expect(message).toContain('contains "x", which doesn\'t have the type of the field');
	expect(description).toContain('a list of objects');
	expect(JSON.stringify(read([{ a: 'x' }]).body)).toContain('enum');
});

test('allowed values beyond 2^53 are text in items', async () => {
	const fields = { field: [{ name: 'v', type: 'integer', values: '12345678901234567890' }] };
	for (const convertTypes of [true, false]) {
		const { items, kinds } = await run({ fields }, { v: '12345678901234567890' }, { convertTypes });
		expect([items, kinds]).toEqual([[{ v: '12345678901234567890' }], []]);
	}
});

test.each(['NA', 'Na', '-'])('Don’t Look Up makes %s a value of a text field', async (value) => {
	const options = { convertTypes: true };
	const nothing = [null, 'v empty'];
	expect(await extract(text, value, options)).toEqual([value]);
	expect(await extract(number, value, options)).toEqual(nothing);
	expect(await extract(text, 'none', options)).toEqual(nothing);
	expect(await extract(text, value, { ...options, flagIssues: { settings: {} } })).toEqual(nothing);
});

test('an output that is JSON text is read, and other output is not blamed on the Base URL', async () => {
	const parameters = { fields: { field: [{ name: 'v' }] } };
	expect((await run(parameters, '{"v":"x"}')).items).toEqual([{ v: 'x' }]);
	for (const output of ['no idea', ['x'], null, '[1]']) {
		const error = await run(parameters, output).catch((reason: Error) => reason);
		expect(error).toMatchObject({
			message: 'The response has no object "output"',
			description: expect.not.stringContaining('Base URL'),
		});
	}
});

test('a hint says that a JSON Example looks like a JSON Schema', () => {
	const hintsOf = (jsonExample: object) =>
		readParameters(aiExtract, { text: 'x', specifyFields: 'example', jsonExample }).hints;
	expect(hintsOf({ a: { type: 'string' }, b: { type: 'array', items: {} } })).toHaveLength(1);
	expect(hintsOf({ a: { type: 'house' } })).toEqual([]);
	expect(hintsOf({ a: { type: 'string' }, b: 5 })).toEqual([]);
});

test('null is right for texts, numbers and dates, but not for lists, Yes/No and categories', () => {
	const field = [
		...'string number integer date'.split(' ').map((type) => ({ name: `${type}1`, type })),
		...'array boolean object textList'.split(' ').map((type) => ({ name: type, type })),
		{ name: 'category', values: 'a, b' },
	];
	const { body } = readParameters(aiExtract, { text: 'x', fields: { field } });
	const structure = body.outputStructure as Record<string, { description?: string }>;
	for (const [name, { description = '' }] of Object.entries(structure)) {
		expect(description.includes('Null if there is none')).toBe(name.endsWith('1'));
	}
});

test('a field that references make very long keeps them, and a hint says so', () => {
	const both = (next: number) =>
		object({ a: { $ref: `#/$defs/${next}` }, b: { $ref: `#/$defs/${next}` } });
	const $defs = Object.fromEntries(
		Array.from({ length: 11 }, (_, at) => [at, at < 10 ? both(at + 1) : text]),
	);
	const fields = { short: { $ref: '#/$defs/9' }, long: { $ref: '#/$defs/0' } };
	const parameters = { text: 'x', specifyFields: 'schema', jsonSchema: object(fields, { $defs }) };
	const { body, hints } = readParameters(aiExtract, parameters);
	const structure = body.outputStructure as Record<string, { description: string }>;
	expect(structure.long.description.length).toBeLessThan(20_000);
	expect(structure.long.description).toContain('"$ref":"#/$defs/1"');
	expect(structure.short.description).not.toContain('$ref');
	expect(hints).toEqual([expect.stringMatching(/20,000 characters.*: long\.$/)]);
});
