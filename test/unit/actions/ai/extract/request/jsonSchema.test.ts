import { aiExtract } from '../../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import {
	catchInvalid,
	readParameters,
	runOperation,
} from '../../../../../support/run-operation.ts';
import { object } from '../../../../../support/schemas/extraction.ts';

type JsonObject = Record<string, unknown>;

const $defs = {
	Base: object({ alpha: { type: 'number' }, beta: { type: 'string' } }, { required: ['alpha'] }),
	Currency: { enum: ['EUR', 'USD'] },
	'is/paid ~1': { type: 'boolean' },
};

/** Reads the JSON Schema of an object, and returns what is sent, with the hints. */
function read(jsonSchema: object, options: object = {}) {
	const parameters = { text: 'x', specifyFields: 'schema', jsonSchema, options };
	const { body, hints } = readParameters(aiExtract, parameters);
	return { structure: body.outputStructure as Record<string, JsonObject>, hints };
}

/** Reads a schema as that of the elements of a list, which are sent as JSON Schema. */
function resolve(items: object) {
	const jsonSchema = { ...object({ a: { type: 'array', items } }), $defs, definitions: {} };
	const { structure, hints } = read(jsonSchema, { sendJsonSchema: true });
	return { schema: structure.a.items, hints };
}

const CURRENCY = { $ref: '#/$defs/Currency' };
const BASE = { $ref: '#/$defs/Base' };
const number = { type: 'number' };
const text = { type: 'string' };

test.each<[string, object, expected?: object]>([
	['a reference with signs in it', { $ref: '#/$defs/is~1paid%20~01' }, { type: 'boolean' }],
	['a reference', CURRENCY, $defs.Currency],
	[
		'more keywords than a reference',
		{ ...CURRENCY, title: 't' },
		{ ...$defs.Currency, title: 't' },
	],
	[
		'other properties than a reference',
		{ ...BASE, properties: { gamma: number } },
		{ allOf: [$defs.Base, { properties: { gamma: number } }] },
	],
	['limits', { additionalProperties: false, items: true, not: {}, minProperties: 2 }],
	['parts', { allOf: [{ pattern: 'a' }, { pattern: 'b' }] }],
	['types in capitals', { type: ['NUMBER', 'NULL'] }],
	['several types', { type: ['integer', 'string'] }],
	['a choice', { anyOf: [text, number] }],
	['null as a choice', { anyOf: [number, { type: 'null' }] }],
	['constants with a meaning', { oneOf: [{ const: 'A', title: 'Active', description: 'pays' }] }],
	['a title', { title: 't', description: 'd', type: 'string' }],
	['a tuple', { type: 'array', prefixItems: [text] }],
	['schemas of other properties', { additionalProperties: number, patternProperties: { a: text } }],
	['shorthand', { properties: { a: 'number' } }, { properties: { a: number } }],
	['properties that are called like keywords', { properties: { default: text, $ref: text } }],
	['constants that look like keywords', { const: { default: 1, $ref: 2 } }],
	['no examples', { ...text, default: 'a', examples: ['a'], example: 'a', $comment: 'a' }, text],
])('%s: the schema is sent as it is, with references filled in', (_, given, schema = given) => {
	expect(resolve(given)).toEqual({ schema, hints: [] });
});

test.each<[string, object, expected: JsonObject]>([
	[
		'a number or text of digits',
		{ anyOf: [{ ...text, pattern: '^-?\\d+(\\.\\d+)?$' }, number] },
		number,
	],
	['a number or text', { anyOf: [number, text] }, text],
	['a number or a word', { anyOf: [{ type: 'integer' }, { enum: ['unlimited'] }] }, text],
	['a number or true', { type: ['number', 'boolean'] }, number],
	['a whole number or any number', { anyOf: [{ type: 'integer' }, number] }, number],
	['two kinds of objects', { oneOf: [object({ a: text }), object({ b: text })] }, object({})],
	['constants', { oneOf: [{ const: 1 }, { const: 2 }] }, number],
	['a value of any type', {}, text],
])('%s: one type is sent', (_, a, { type }: JsonObject) => {
	expect(read(object({ a })).structure.a.type).toBe(type);
});

test('a hint names types that JSON Schema does not have', () => {
	const { structure, hints } = read(object({ a: { type: 'nubmer' }, b: 'txt' }));
	expect(structure.a).toEqual({ type: 'string', description: 'JSON Schema: {"type":"nubmer"}' });
	expect(hints).toEqual([expect.stringContaining(': properties.a.type, properties.b.type.')]);
});

test.each<[object, string | undefined]>([
	[{ description: 'Only goods that were shipped' }, 'Only goods that were shipped'],
	[{ title: 'Invoice', description: 'In cents' }, 'Invoice. In cents.'],
	[{ description: { en: 'In cents' } }, '{"en":"In cents"}'],
	[{ title: null, description: null }, undefined],
	[{ title: 'Invoice', additionalProperties: false, $id: 'a' }, undefined],
	[{ minProperties: 1 }, 'JSON Schema of the result: {"minProperties":1}'],
	[
		{ allOf: [{ ...object({ b: text }), description: 'd' }] },
		'JSON Schema of the result: {"allOf":[{"description":"d"}]}',
	],
])('%j goes to the end of the instructions', (root, expected) => {
	const jsonSchema = { ...object({ a: text }), ...root };
	const parameters = { text: 'x', specifyFields: 'schema', jsonSchema };
	expect(readParameters(aiExtract, parameters).body.instructions).toBe(expected);
	const options = { instructions: 'Be exact' };
	const { instructions } = readParameters(aiExtract, { ...parameters, options }).body;
	expect(instructions).toBe(['Be exact', ...(expected ? [expected] : [])].join('\n\n'));
});

test('an empty `enum` is sent, and allows no value', async () => {
	const jsonSchema = object({ a: { ...text, enum: [] } });
	const options = { flagIssues: { settings: {} } };
	const parameters = { text: 'x', specifyFields: 'schema', jsonSchema, options };
	const { items, sent } = await runOperation(aiExtract, parameters, { output: { a: 'x' } });
	expect(JSON.stringify(sent[0].body)).toContain('enum');
	expect(items).toMatchObject([{ a: 'x', issues: [{ kind: 'notAllowed' }] }]);
});

test('a schema that leads back to itself is inlined once', () => {
	const children = { type: 'array', items: { $ref: '#' } };
	const { structure, hints } = read(object({ children }), { sendJsonSchema: true });
	const inlined = object({ children: { type: 'array', items: {} } });
	expect(structure.children.items).toMatchObject(inlined);
	const place = 'properties.children.items.properties.children.items.$ref';
	expect(hints).toEqual([expect.stringContaining(`${place} (it leads back to itself)`)]);
});

const refersTo = ($ref: string) => object({ a: { $ref } });
const deep = (levels: number): object =>
	levels === 0 ? { type: 'string' } : object({ a: deep(levels - 1) });
const META_SCHEMAS = [
	'json-schema-draft-07',
	'json-schema-2019-09/meta/applicator',
	'json-schema-2020-12/meta/applicator',
	'json-schema-2020-12/meta/content',
	'json-schema-2020-12/meta/unevaluated',
];

test.each(META_SCHEMAS)('every keyword of %s that has schemas gets its references', (file) => {
	const { properties } = jest.requireActual<{ properties: Record<string, JsonObject> }>(
		`ajv/dist/refs/${file}.json`,
	);
	for (const [keyword, rule] of Object.entries(properties)) {
		const isForSchemas = /"#"|"#meta"|schemaArray/.test(JSON.stringify(rule));
		if (!isForSchemas || keyword === 'definitions') continue;
		const wrap = (schema: object) => ('additionalProperties' in rule ? { a: schema } : schema);
		expect(resolve({ [keyword]: wrap(CURRENCY) }).schema).toEqual({
			[keyword]: wrap($defs.Currency),
		});
	}
});

test('names in `dependencies` stay', () => {
	const dependencies = { a: ['b'], c: true };
	expect(resolve({ dependencies }).schema).toEqual({ dependencies });
});

/** Each level refers to the next one twice. */
const wide = {
	...refersTo('#/$defs/0'),
	$defs: Array.from({ length: 13 }, (_, level) =>
		object({ a: { $ref: `#/$defs/${level + 1}` }, b: { $ref: `#/$defs/${level + 1}` } }),
	).concat({} as never),
};

test.each<[string, object, RegExp]>([
	['no object', { type: 'array', items: {} }, /names no field to extract \| Write it as/],
	['another file', refersTo('other.json'), /refers to "other.json", which it doesn't contain/],
	['an invalid encoding', refersTo('#/%ff'), /doesn't contain/],
	['150 levels', deep(150), /nested more than 100 levels deep/],
	['references that multiply', wide, /has more than 5,000 parts/],
])('%s can not be used', async (_, schema, message) => {
	const error = await catchInvalid(() => read(schema));
	expect(`${error.message} | ${error.description}`).toMatch(message);
});

test.each<[string, object, RegExp]>([
	['example', { ...refersTo('#/a'), $schema: 's' }, /contain \| Copy the target/],
	['example', deep(110), /levels deep \| Leave out/],
	['example', { $schema: 's' }, /no field to extract \| Name at least/],
	['structure', { a: { $ref: '#/a' } }, /contain \| Copy the target/],
	['schema', wide, /filled in \| Leave out/],
])('%s: the advice fits the reason', async (specifyFields, json, message) => {
	const parameter = { example: 'jsonExample', schema: 'jsonSchema' }[specifyFields];
	const values = { text: 'x', specifyFields, [parameter ?? 'outputStructure']: json };
	const error = await catchInvalid(() => readParameters(aiExtract, values));
	expect(`${error.message} | ${error.description}`).toMatch(message);
});

const PER_ARTICLE = { ...$defs.Base, description: 'one per article' };
const ORDER = object({
	net: { type: 'number', description: 'before taxes' },
	tags: { type: 'array', items: { type: 'array', items: { type: 'boolean' } } },
});
const DUE = { type: ['string', 'null'], format: 'date' };
const CODES = { type: 'array', items: { type: 'string', pattern: '^x' }, maxItems: 1 };

test.each<[given: object, type: string, description?: string, keywords?: object]>([
	[{}, 'string'],
	[{ type: 'number', description: ' with tax ' }, 'number', 'with tax'],
	[{ ...DUE, description: 'day' }, 'string', 'day. Date as YYYY-MM-DD. Null if there is none.'],
	[{ enum: ['a', null] }, 'string', '{}. Null if there is none.', { enum: ['a', null] }],
	[{ enum: ['a'], description: 'A code.' }, 'string', 'A code. {}.', { enum: ['a'] }],
	[{ enum: ['a'], description: 'Paid?' }, 'string', 'Paid? {}.', { enum: ['a'] }],
	[{ type: 'string', format: 'email' }, 'string', '{}', { format: 'email' }],
	[CODES, 'array', '{}', { items: CODES.items, maxItems: 1 }],
	[{ type: 'array', items: PER_ARTICLE }, 'array', '{}', { items: PER_ARTICLE }],
	[ORDER, 'object', '{}', { properties: ORDER.properties }],
	[object({ due: DUE }), 'object', '{}', { properties: { due: DUE } }],
])('%j is described', (...[given, type, expected, keywords]) => {
	const { description = '', ...rest } = read(object({ a: given })).structure.a;
	expect(rest).toEqual({ type });
	const [json] = /(?<=JSON Schema: )\{.*\}/.exec(String(description)) ?? ['null'];
	expect(JSON.parse(json)).toEqual(keywords ?? null);
	expect(String(description).replace(`JSON Schema: ${json}`, '{}')).toBe(expected ?? '');
});

test('Send JSON Schema also sends the keywords as such', () => {
	const jsonSchema = { ...object({ due: DUE, lines: CODES }), required: ['due'] };
	expect(read(jsonSchema, { sendJsonSchema: true }).structure).toEqual({
		due: { type: 'string', format: 'date', description: expect.stringContaining('Date') },
		lines: { ...CODES, description: expect.stringMatching(/JSON Schema: .*Null if there is none/) },
	});
});
