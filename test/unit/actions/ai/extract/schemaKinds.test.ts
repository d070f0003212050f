// What users of structured extraction reported elsewhere, with the smallest input for each kind.
import { aiExtract } from '../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import type { ParameterValues } from '../../../../support/run-operation.ts';
import { catchInvalid, readParameters, runOperation } from '../../../../support/run-operation.ts';

const object = (properties: object, others = {}) => ({ type: 'object', properties, ...others });
const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const nothing = { type: 'null' };

async function run(values: ParameterValues, output: unknown, options = {}) {
	const flagIssues = { settings: { dontLookUp: 'v' } };
	const given = { text: 'x', options: { flagIssues, ...options }, ...values };
	const { items, hints, sent } = await runOperation(aiExtract, given, { output });
	const issues = items.flatMap((item) => item.issues as Array<{ field: string; kind: string }>);
	const kinds = issues.map(({ field, kind }) => `${field} ${kind}`);
	return { items: items.map(({ issues: _, ...item }) => item), kinds, hints, sent };
}

/** Extracts a field `v`. */
async function extract(v: object, value: unknown, options = {}) {
	const parameters = { specifyFields: 'schema', jsonSchema: object({ v }) };
	const { items, kinds } = await run(parameters, { v: value }, options);
	return [items[0].v, ...kinds];
}

const list = (column: object[], others: object = {}) => ({
	fields: {
		field: [
			{ name: 'total', type: 'number' },
			{ name: 'lines', type: 'array', columns: { column } },
		],
	},
	items: 'perElement',
	...others,
});
const LINES = list([{ name: 'article' }, { name: 'quantity', type: 'number' }]);

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
					{ ...number, minimum: 100 },
				],
			},
			5,
		],
		[nullableEnum, null],
		[{ oneOf: [{ enum: ['a'], nullable: true }, { enum: ['c'] }] }, null],
		[{ anyOf: [{ type: ['integer', 'null'] }, number] }, null],
		[named, lamp],
		[object({ name: text }, { unevaluatedProperties: true }), lamp],
		[object({ name: text }, { additionalProperties: text }), lamp],
		[object({ name: text }, { patternProperties: { '^c': text } }), lamp],
		[{ anyOf: [named, nothing] }, lamp],
		[{ type: 'array', items: named }, [lamp]],
		[{ anyOf: [object({ name: number }), {}] }, lamp],
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

test('a constant is not looked up, and a sign is found as it is', async () => {
	const jsonSchema = object({ type: { const: 'invoice' }, rh: { enum: ['+', '-'] }, a: text });
	const parameters = { text: 'Rh -', specifyFields: 'schema', jsonSchema };
	const output = { type: 'invoice', rh: '-', a: 'b' };
	expect((await run(parameters, output)).kinds).toEqual(['a notInText']);
	expect((await run(parameters, { ...output, rh: '+' })).kinds).toContain('rh notInText');
});

test.each<[string, string, unknown[] | RegExp]>([
	['boolean', 'Yes, No', [true, false]],
	['boolean', 'nej, tak', [false, true]],
	['integer', '7, 1.299', [7, 1299]],
	['number', '19, 5 EUR', [19, 5]],
	['boolean', 'maybe', /contains "maybe", which doesn't have the type/],
	['number', '7 %, 19 %', /contains "7 %"/],
])('Allowed Values of %s: %s', async (type, values, expected) => {
	const parameters = { text: 'x', fields: { field: [{ name: 'v', type, values }] } };
	const read = () => readParameters(aiExtract, parameters).body.outputStructure;
	if (expected instanceof RegExp) expect((await catchInvalid(read)).message).toMatch(expected);
	else
		expect(JSON.stringify(read())).toContain(JSON.stringify(JSON.stringify(expected)).slice(1, -1));
});

describe('names', () => {
	const field = (...names: string[]) => ({ fields: { field: names.map((name) => ({ name })) } });
	test.each<[string[], object, object]>([
		[['Gro\u0308ße'.normalize('NFD')], { Größe: 'x' }, { ['Größe'.normalize('NFD')]: 'x' }],
		[['a\u200bb'], { ab: 'x' }, { 'a\u200bb': 'x' }],
		[['total'], { ' total\ufeff': 'x' }, { total: 'x' }],
		[['a', 'A'], { A: 'x', a: 'y' }, { A: 'x', a: 'y' }],
		[['__proto__ x'], { ['__proto__ x\u00ad']: 'x' }, { '__proto__ x': 'x' }],
	])('%j is found in %j', async (names, output, item) => {
		const { items, hints } = await run(field(...names), output);
		expect(items).toEqual([item]);
		expect(hints).toEqual([]);
	});

	test.each<[string, object]>([
		['vendor_name', { 'Vendor Name': 'x' }],
		['Invoice_No', { Invoice_No_: 'x' }],
		['netTotal', { net_total: 'x' }],
		['total', { Total: 'x' }],
		['address.city', { address: { city: 'x' } }],
		["l'an", { 'l’an': 'x' }],
		['total', { 'total ': 'x', ' total': 'y' }],
	])('%s isn’t found, and a hint names %j', async (name, output) => {
		const { items, hints } = await run(field(name, 'other'), { ...output, other: 'x' });
		expect(items).toEqual([{ other: 'x', [name]: null }]);
		expect(hints).toEqual([expect.stringContaining(`"${Object.keys(output)[0]}`)]);
		expect(hints?.[0]).toContain(`"${name}"`);
	});

	test('a hint about a column has the path of the list', async () => {
		const lines = [{ Article: 'x' }, { Article: 'y' }];
		const { hints } = await run({ ...LINES, items: 'perInput' }, { total: 5, lines });
		expect(hints).toEqual([expect.stringContaining('"lines.article" has no value')]);
	});
});

describe('what becomes a row has the columns', () => {
	const lamp = { article: 'Lamp', quantity: 2 };
	test.each<[unknown, object[]]>([
		[JSON.stringify([{ ...lamp, total: 99 }]), [lamp]],
		['[{"article":"Lamp","note":"x"}]', [{ article: 'Lamp', quantity: null }]],
		[{ ...lamp, total: 99 }, [lamp]],
		[JSON.stringify({ ...lamp, total: 99 }), [lamp]],
		[[null], [{ article: null, quantity: null }]],
		[[''], [{ article: null, quantity: null }]],
		[
			[lamp, 'None'],
			[lamp, { article: null, quantity: null }],
		],
		['just one', [{ lines: 'just one', article: null, quantity: null }]],
	])('%j', async (lines, rows) => {
		for (const convertTypes of [true, false]) {
			const { items } = await run(LINES, { total: 5, lines }, { convertTypes });
			expect(items).toEqual(rows.map((row) => ({ total: 5, ...row })));
		}
	});

	test.each([[{ article: 'Lamp' }], ['[{"article":"Lamp"}]'], [[{ article: 'Lamp' }]]])(
		'%j lacks a column with Fail Item if Missing',
		async (lines) => {
			const failing = run(LINES, { total: 5, lines }, { ifMissing: 'failIfMissing' });
			await expect(failing).rejects.toThrow('lines[0].quantity (missing)');
		},
	);
});

test.each<[object, object, object]>([
	[{ a: 'x' }, {}, { b: 'old', a: 'x' }],
	[{ a: 'x', b: null }, {}, { b: null, a: 'x' }],
	[{ a: 'x' }, { ifMissing: 'leaveOut' }, { b: 'old', a: 'x' }],
])(
	'a null that nobody extracted does not overwrite the input: %j, %j',
	async (output, options, item) => {
		const parameters = readParameters(aiExtract, {
			...{ text: 'x', fields: { field: [{ name: 'a, b' }] } },
			options: { inputFields: 'extractedWin', ...options },
		});
		const inputItem = { ...parameters.inputItem, json: { b: 'old' } };
		const api = {
			request: async ({ parse }: { parse: (json: unknown) => unknown }) => parse({ output }),
		};
		const { items } = await aiExtract.execute({ ...parameters, inputItem }, api as never);
		expect(items).toEqual([item]);
	},
);

test.each<[string, string[], boolean]>([
	['amounts.currency', [], false],
	['amounts[0].currency', [], false],
	['currency', [], false],
	['amounts', [], false],
	['currencies', ['amounts[0].currency notInText'], true],
	['amount.currency', ['amounts[0].currency notInText'], true],
])('Don’t Look Up: %s', async (dontLookUp, kinds, isUnknown) => {
	const column = [{ name: 'currency' }];
	const parameters = {
		text: 'x',
		fields: { field: [{ name: 'amounts', type: 'array', columns: { column } }] },
		options: { flagIssues: { settings: { dontLookUp } } },
	};
	expect((await run(parameters, { amounts: [{ currency: 'EUR' }] })).kinds).toEqual(kinds);
	const hint = expect.stringContaining(`"${dontLookUp}" under 'Don't Look Up'`);
	expect(readParameters(aiExtract, parameters).hints).toEqual(isUnknown ? [hint] : []);
});

test('Don’t Look Up gives no hint if a field may have any members', () => {
	const options = { flagIssues: { settings: { dontLookUp: 'any' } } };
	const parameters = {
		text: 'x',
		specifyFields: 'schema',
		jsonSchema: object({ v: object({}, {}) }),
		options,
	};
	expect(
		readParameters(aiExtract, { ...parameters, jsonSchema: object({ v: { type: 'object' } }) })
			.hints,
	).toEqual([]);
	expect(
		readParameters(aiExtract, { ...parameters, jsonSchema: object({ v: text }) }).hints,
	).toHaveLength(1);
});

test('allowed values beyond 2^53 are text in items', async () => {
	const fields = { field: [{ name: 'v', type: 'integer', values: '12345678901234567890' }] };
	for (const convertTypes of [true, false]) {
		const { items, kinds } = await run({ fields }, { v: '12345678901234567890' }, { convertTypes });
		expect([items, kinds]).toEqual([[{ v: '12345678901234567890' }], []]);
	}
});

test.each([['NA'], ['Na'], ['-']])(
	'%s is a value of a text field if Don’t Look Up names it',
	async (value) => {
		expect(await extract(text, value, { convertTypes: true })).toEqual([value]);
		expect(await extract(number, value, { convertTypes: true })).toEqual([null, 'v empty']);
		expect(await extract(text, 'none', { convertTypes: true })).toEqual([null, 'v empty']);
		const flagIssues = { settings: {} };
		expect(await extract(text, value, { convertTypes: true, flagIssues })).toEqual([
			null,
			'v empty',
		]);
	},
);

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
		...['string', 'number', 'integer', 'date'].map((type) => ({ name: `${type}1`, type })),
		...['array', 'boolean', 'object', 'textList'].map((type) => ({ name: type, type })),
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
	const jsonSchema = {
		...object({ short: { $ref: '#/$defs/9' }, long: { $ref: '#/$defs/0' } }),
		$defs,
	};
	const { body, hints } = readParameters(aiExtract, {
		text: 'x',
		specifyFields: 'schema',
		jsonSchema,
	});
	const structure = body.outputStructure as Record<string, { description: string }>;
	expect(structure.long.description.length).toBeLessThan(20_000);
	expect(structure.long.description).toContain('"$ref":"#/$defs/1"');
	expect(structure.short.description).not.toContain('$ref');
	expect(hints).toEqual([expect.stringMatching(/20,000 characters.*: long\.$/)]);
});
