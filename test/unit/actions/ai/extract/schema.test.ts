import type { IDataObject } from 'n8n-workflow';
import { toOutputStructure } from '../../../../../nodes/DataPlatform/actions/ai/extract/fields.ts';
import { resolveSchema } from '../../../../../nodes/DataPlatform/actions/ai/extract/schema.ts';

const resolve = (schema: object) =>
	resolveSchema(schema as IDataObject, (reason) => new Error(reason));
const $defs = {
	Base: {
		type: 'object',
		required: ['alpha'],
		properties: { alpha: { type: 'number' }, beta: { type: 'string' } },
	},
	Currency: { enum: ['EUR', 'USD'] },
	'is/paid ~1': { type: 'boolean' },
};
const object = (properties: object) => ({ type: 'object', properties });
const resolveField = (a: object) => {
	const { schema, hints } = resolve({ ...object({ a }), $defs });
	return { a: schema.properties!.a, hints };
};
const wordsOf = (a: object) => {
	const { schema } = resolve({ ...object({ a }), $defs });
	return toOutputStructure(schema, false).a;
};

const CURRENCY = { $ref: '#/$defs/Currency' };
const BASE = { $ref: '#/$defs/Base' };
const number = { type: 'number' };
const { alpha, beta } = $defs.Base.properties;
const enumOf = (...values: string[]) => ({ type: 'string', enum: values });

test.each<[string, object, expected: object]>([
	['a reference', CURRENCY, enumOf('EUR', 'USD')],
	['a reference with signs in it', { $ref: '#/$defs/is~1paid%20~01' }, { type: 'boolean' }],
	['no limits', { additionalProperties: false, items: true }, {}],
	[
		'a reference and a description',
		{ ...CURRENCY, description: 'd' },
		{ ...enumOf('EUR', 'USD'), description: 'd' },
	],
	['fewer values than a reference', { ...CURRENCY, enum: ['EUR'] }, enumOf('EUR')],
	[
		'a reference and more properties',
		{ ...BASE, properties: { gamma: number } },
		{ ...object({ alpha, beta, gamma: number }), required: ['alpha', 'gamma'] },
	],
	[
		'allOf and properties',
		{ allOf: [BASE, object({ beta: { minLength: 2 } })], required: ['beta'] },
		{
			...object({ alpha, beta: { ...beta, minLength: 2 } }),
			required: ['alpha', 'beta', 'beta'],
		},
	],
	['types in capitals', { type: ['NUMBER', 'NULL'] }, { ...number, nullable: true }],
	['a number or text', { anyOf: [{ type: 'string', pattern: '5' }, number] }, number],
	['null in type', { type: ['number', 'null'] }, { ...number, nullable: true }],
	['null as a choice', { anyOf: [number, { type: 'null' }] }, { ...number, nullable: true }],
	['constants to choose from', { oneOf: [{ const: 'a' }, { const: 'b' }] }, enumOf('a', 'b')],
	['a constant', { const: 5 }, { ...number, enum: [5] }],
	['a title', { title: 't', type: 'string' }, { type: 'string', description: 't' }],
])('%s', (_, given, expected) => {
	expect(resolveField(given)).toEqual({ a: expected, hints: [] });
});

test.each<[string, object, string[]]>([
	['several types', { type: ['string', 'boolean'] }, ['type (several)']],
	['a real choice', { anyOf: [{ type: 'string' }, { type: 'boolean' }] }, ['anyOf']],
	['a tuple', { type: 'array', items: [{ type: 'string' }] }, ['items']],
	['a default and examples', { default: 5, examples: [1] }, ['default', 'examples']],
	['other properties', { additionalProperties: number }, ['additionalProperties']],
	['not', { type: 'array', items: { not: {} } }, ['items.not']],
])('what is not taken over is named: %s', (_, given, dropped) => {
	const places = dropped.map((each) => `properties.a.${each}`).join(', ');
	expect(resolveField(given).hints).toEqual([
		`The node left out these parts of the JSON Schema: ${places}.`,
	]);
});

test('types that JSON Schema does not have are named, and sent as they are', () => {
	const { a, hints } = resolveField({ type: ['money', 'null'] });
	expect(a).toEqual({ type: 'money', nullable: true });
	expect(hints).toEqual([
		expect.stringMatching(/doesn't have these types.*: properties\.a\.type "money"\.$/),
	]);
});

test('a schema that leads back to itself is inlined once', () => {
	const { schema, hints } = resolve(
		object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } }),
	);
	const { name, children } = schema.properties!.children.items!.properties!;
	expect([name, children.items]).toEqual([{ type: 'string' }, {}]);
	const place = 'properties.children.items.properties.children.items.$ref';
	expect(hints).toEqual([expect.stringContaining(`${place} (it leads back to itself)`)]);
});

const deep = (levels: number): IDataObject =>
	levels === 0 ? { type: 'string' } : object({ a: deep(levels - 1) });
const refersTo = ($ref: string) => object({ a: { $ref } });
const wide = (levels: number) => {
	const names = [...Array(levels).keys()];
	const two = (level: number) =>
		object({ a: { $ref: `#/$defs/${level}` }, b: { $ref: `#/$defs/${level}` } });
	return {
		...two(0),
		$defs: Object.fromEntries([...names.map((level) => [level, two(level + 1)]), [levels, {}]]),
	};
};

test.each<[string, object, RegExp]>([
	['no object', { type: 'array', items: {} }, /doesn't describe an object/],
	['another file', refersTo('other.json'), /refers to "other.json", which it doesn't contain/],
	['nowhere', refersTo('#/$defs/No'), /refers to "#\/\$defs\/No", which it doesn't contain/],
	['an invalid encoding', refersTo('#/%ff'), /doesn't contain/],
	['3,000 levels', deep(3000), /nested more than 100 levels deep/],
	['references that multiply', wide(20), /it has more than 500,000 characters/],
])('%s can not be used', (_, schema, message) => {
	expect(() => resolve(schema)).toThrow(message);
});

const LONG = 'a'.repeat(100);
const PER_ARTICLE = { ...$defs.Base, description: 'one per article' };
const NESTED = { type: 'array', items: { type: 'array', items: { type: 'boolean' } } };
const ORDER = object({ net: { type: 'number', description: 'before taxes' }, tags: NESTED });

const lines = { type: 'array', items: { type: 'string', pattern: '^x' }, maxItems: 1 };

test.each<[given: object, type: string, description?: string, keywords?: object]>([
	[{}, 'string'],
	[{ type: 'number', description: ' with tax ' }, 'number', 'with tax'],
	[
		{ type: 'string', format: 'date', description: 'the due day' },
		...(['string', 'the due day. Date as YYYY-MM-DD.'] as const),
	],
	[
		{ enum: ['a', null] },
		...(['string', '{}. Null if there is none.', { enum: ['a', null] }] as const),
	],
	[{ type: 'string', format: 'email' }, 'string', '{}', { format: 'email' }],
	[lines, 'array', '{}', { maxItems: 1, items: lines.items }],
	[{ type: 'array', items: PER_ARTICLE }, 'array', '{}', { items: PER_ARTICLE }],
	[ORDER, 'object', '{}', { properties: ORDER.properties }],
	[{ enum: [LONG], description: 'A code.' }, 'string', 'A code. {}.', { enum: [LONG] }],
	[
		object({ due: { type: ['string', 'null'], format: 'date' } }),
		...(['object', '{}'] as const),
		{
			properties: {
				due: { type: ['string', 'null'], format: 'date', description: 'Date as YYYY-MM-DD' },
			},
		},
	],
])('%j is described', (...[given, type, expected, keywords]) => {
	const { description, ...rest } = wordsOf(given) as { description?: string };
	expect(rest).toEqual({ type });
	const [json] = /(?<=JSON Schema: )\{.*\}/.exec(description ?? '') ?? ['null'];
	expect(JSON.parse(json)).toEqual(keywords ?? null);
	expect(description?.replace(`JSON Schema: ${json}`, '{}')).toBe(expected);
});

test('the keywords of JSON Schema can be sent too', () => {
	const { schema } = resolve({
		...object({
			due: { type: ['string', 'null'], format: 'date' },
			lines: { type: 'array', items: { ...$defs.Base, required: [] } },
		}),
		required: ['due'],
	});
	expect(toOutputStructure(schema, true)).toEqual({
		due: {
			...{ type: 'string', format: 'date' },
			description: 'Date as YYYY-MM-DD. Null if there is none.',
		},
		lines: {
			type: 'array',
			items: { ...$defs.Base, required: [] },
			description: expect.stringContaining('JSON Schema: '),
		},
	});
});
