import { aiExtract } from '../../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { catchInvalid, readParameters } from '../../../../../support/run-operation.ts';

type JsonObject = Record<string, unknown>;

const object = (properties: object) => ({ type: 'object', properties });
const $defs = {
	Base: {
		...object({ alpha: { type: 'number' }, beta: { type: 'string' } }),
		required: ['alpha'],
	},
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
const { alpha, beta } = $defs.Base.properties as Record<string, object>;
const number = { type: 'number' };
const nullableNumber = { type: ['number', 'null'] };
const enumOf = (...values: string[]) => ({ type: 'string', enum: values });

test.each<[string, object, expected: object]>([
	['a reference with signs in it', { $ref: '#/$defs/is~1paid%20~01' }, { type: 'boolean' }],
	['no limits', { additionalProperties: false, items: true }, {}],
	[
		'a reference and a description',
		{ ...CURRENCY, description: 'd' },
		{ ...enumOf('EUR', 'USD'), description: 'd' },
	],
	[
		'a reference and more properties',
		{ ...BASE, properties: { gamma: number } },
		{ ...object({ alpha, beta, gamma: number }), required: ['alpha'] },
	],
	[
		'allOf',
		{ allOf: [BASE, object({ beta: { minLength: 2 } })] },
		{ ...object({ alpha, beta: { ...beta, minLength: 2 } }), required: ['alpha'] },
	],
	[
		'required properties of two parts',
		{ allOf: [BASE, { ...object({ gamma: number }), required: ['gamma'] }] },
		{ ...object({ alpha, beta, gamma: number }), required: ['alpha', 'gamma'] },
	],
	['types in capitals', { type: ['NUMBER', 'NULL'] }, nullableNumber],
	['a number or text', { anyOf: [{ type: 'string', pattern: '5' }, number] }, number],
	['a whole number or any number', { type: ['integer', 'string', 'number'] }, number],
	['null as a choice', { anyOf: [number, { type: 'null' }] }, nullableNumber],
	['constants to choose from', { oneOf: [{ const: 'a' }, { const: 'b' }] }, enumOf('a', 'b')],
	[
		'constants of a type',
		{ type: 'integer', oneOf: [{ const: 1 }, { const: 2 }] },
		{ type: 'integer', enum: [1, 2] },
	],
	['a constant', { const: 5 }, { ...number, enum: [5] }],
	['a title', { title: 't', type: 'string' }, { type: 'string', description: 't' }],
])('%s', (_, given, schema) => {
	expect(resolve(given)).toEqual({ schema, hints: [] });
});

test.each<[string, object, string]>([
	['several types', { type: ['string', 'boolean'] }, 'type'],
	['a real choice', { anyOf: [{ type: 'string' }, { type: 'boolean' }] }, 'anyOf'],
	['fewer values than a reference', { ...CURRENCY, enum: ['EUR'] }, 'enum (several)'],
	['two patterns', { allOf: [{ pattern: 'a' }, { pattern: 'b' }] }, 'pattern (several)'],
	['a tuple', { type: 'array', items: [{ type: 'string' }] }, 'items'],
	['other properties', { additionalProperties: number }, 'additionalProperties'],
	['a keyword that the node ignores', { not: {} }, 'not'],
])('what is not taken over is named: %s', (_, given, dropped) => {
	expect(resolve(given).hints).toEqual([
		`The node left out these parts of the JSON Schema: properties.a.items.${dropped}.`,
	]);
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
	[
		object({ due: DUE }),
		'object',
		'{}',
		{ properties: { due: { ...DUE, description: 'Date as YYYY-MM-DD' } } },
	],
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
