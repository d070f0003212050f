import type { IDataObject } from 'n8n-workflow';
import {
	shapesOfSchema,
	UnusableSchema,
} from '../../nodes/DataPlatform/actions/ai/extract/fromSchema.ts';
import type { Shape } from '../../nodes/DataPlatform/actions/ai/extract/shape.ts';

const ofField = (field: unknown, further: IDataObject = {}) => {
	const { shapes, left } = shapesOfSchema({
		type: 'object',
		properties: { field } as IDataObject,
		...further,
	});
	return { shape: shapes.get('field'), left };
};
const members = (entries: Record<string, Shape>) => new Map(Object.entries(entries));

describe('what is taken over', () => {
	test.each<[string, object, Shape]>([
		['a type', { type: 'integer' }, { type: 'integer' }],
		['a description', { type: 'string', description: 'd' }, { type: 'string', description: 'd' }],
		[
			'allowed values',
			{ type: 'string', enum: ['a', 'b'] },
			{ type: 'string', values: ['a', 'b'] },
		],
		['allowed values without a type', { enum: [1, 2] }, { type: 'number', values: [1, 2] }],
		['allowed values of two kinds', { enum: [1, 'a'] }, { type: '', values: [1, 'a'] }],
		['a constant', { const: 'a' }, { type: 'string', values: ['a'] }],
		['a date', { type: 'string', format: 'date' }, { type: 'date' }],
		[
			'another format',
			{ type: 'string', format: 'date-time' },
			{ type: 'string', rules: ['in the format date-time'] },
		],
		[
			'bounds',
			{ type: 'number', minimum: 1, maximum: 9 },
			{ type: 'number', rules: ['at least 1', 'at most 9'] },
		],
		[
			'bounds of a text, and its pattern',
			{ type: 'string', minLength: 1, maxLength: 9, pattern: '^[A-Z]+$' },
			{
				type: 'string',
				rules: ['matching ^[A-Z]+$', 'at least 1 character', 'at most 9 characters'],
			},
		],
		[
			'bounds of a list',
			{ type: 'array', minItems: 2, maxItems: 1 },
			{ type: 'array', rules: ['at least 2 elements', 'at most 1 element'] },
		],
		['a number in the format date', { type: 'number', format: 'date' }, { type: 'number' }],
		['empty words', { type: 'string', title: '', description: '' }, { type: 'string' }],
		[
			'a list',
			{ type: 'array', items: { type: 'date' } },
			{ type: 'array', items: { type: 'date' } },
		],
		['a list of anything', { type: 'array', items: true }, { type: 'array' }],
		[
			'elements without a type',
			{ items: { type: 'string' } },
			{ type: 'array', items: { type: 'string' } },
		],
		[
			'members without a type',
			{ properties: { a: { type: 'string' } } },
			{ type: 'object', members: members({ a: { type: 'string' } }) },
		],
		['nothing at all', {}, { type: '' }],
		['null by a list of types', { type: ['null', 'number'] }, { type: 'number', nullable: true }],
		['null by nullable', { type: 'number', nullable: true }, { type: 'number', nullable: true }],
		[
			'null by anyOf',
			{ description: 'd', anyOf: [{ type: 'number' }, { type: 'null' }] },
			{ type: 'number', description: 'd', nullable: true },
		],
		['the only alternative', { anyOf: [{ type: 'number' }] }, { type: 'number' }],
		[
			'null by oneOf',
			{ oneOf: [{ type: 'null' }, { enum: ['a'] }] },
			{ type: 'string', values: ['a'], nullable: true },
		],
		[
			'allOf with one schema',
			{ allOf: [{ type: 'number' }], description: 'd' },
			{ type: 'number', description: 'd' },
		],
		['only null', { type: 'null' }, { type: '', nullable: true }],
	])('%s', (_, schema, shape) => {
		expect(ofField(schema)).toEqual({ shape, left: [] });
	});

	test('silent keywords are not named', () => {
		const schema = { default: 1, examples: [1], $comment: 'c', type: 'number' };
		const further = { $schema: 's', $id: 'i', required: ['field'], additionalProperties: false };
		expect(ofField(schema, further)).toEqual({ shape: { type: 'number' }, left: [] });
	});

	test('a field that is not among the required ones may be null', () => {
		const shape = { type: 'number', nullable: true };
		expect(ofField({ type: 'number' }, { required: ['other'] })).toEqual({ shape, left: [] });
	});

	test('the title describes where there is no description', () => {
		const shape = (description: string) => ({ shape: { type: 'number', description }, left: [] });
		expect(ofField({ type: 'number', title: 't' })).toEqual(shape('t'));
		expect(ofField({ type: 'number', title: 't', description: 'd' })).toEqual(shape('d'));
	});
});

describe('references', () => {
	const $defs = {
		Money: { type: 'number', description: 'An amount' },
		'a/b~c d': { type: 'boolean' },
		List: { type: 'array', items: { $ref: '#/$defs/Money' } },
		Node: {
			type: 'object',
			properties: {
				name: { type: 'string' },
				children: { type: 'array', items: { $ref: '#/$defs/Node' } },
			},
		},
		A: { $ref: '#/$defs/B' },
		B: { $ref: '#/$defs/A' },
		'%zz': { type: 'date' },
	};
	const at = (reference: object) => ofField(reference, { $defs });

	test.each<[object, Shape]>([
		[{ $ref: '#/$defs/Money' }, { type: 'number', description: 'An amount' }],
		[
			{ $ref: '#/$defs/Money', description: 'The total', nullable: true },
			{ type: 'number', description: 'The total', nullable: true },
		],
		[
			{ anyOf: [{ $ref: '#/$defs/Money' }, { type: 'null' }], description: 'The total' },
			{ type: 'number', description: 'The total', nullable: true },
		],
		[{ allOf: [{ $ref: '#/$defs/Money' }] }, { type: 'number', description: 'An amount' }],
		[{ $ref: '#/$defs/a~1b~0c%20d' }, { type: 'boolean' }],
		[{ $ref: '#/$defs/%zz' }, { type: 'date' }],
		[
			{ $ref: '#/$defs/List' },
			{ type: 'array', items: { type: 'number', description: 'An amount' } },
		],
	])('%j', (reference, shape) => {
		expect(at(reference)).toEqual({ shape, left: [] });
	});

	test('one that leads back to itself ends there, and is named', () => {
		expect(at({ $ref: '#/$defs/Node' })).toEqual({
			shape: {
				type: 'object',
				members: members({
					name: { type: 'string' },
					children: { type: 'array', items: { type: 'object' } },
				}),
			},
			left: ['properties.field.properties.children.items.$ref (it leads back to itself)'],
		});
		expect(at({ $ref: '#/$defs/A' })).toEqual({
			shape: { type: '' },
			left: ['properties.field.$ref (it leads back to itself)'],
		});
		expect(ofField({ type: 'array', items: { $ref: '#' } }).left).toEqual([
			'properties.field.items.properties.field.items.$ref (it leads back to itself)',
		]);
	});

	test('the whole schema may be one', () => {
		const { shapes } = shapesOfSchema({ $ref: '#/$defs/Node', $defs });
		expect([...shapes.keys()]).toEqual(['name', 'children']);
	});

	test.each([
		['#/$defs/constructor', 'refers to "#/$defs/constructor", which it does not have'],
		['#/$defs/Money/type', 'refers to "#/$defs/Money/type", which it does not have'],
		[
			'https://schemas.example/money',
			'refers to "https://schemas.example/money", which is not part of it',
		],
	])('%s is refused', ($ref, message) => {
		expect(() => at({ $ref })).toThrow(new UnusableSchema(message));
	});
});

test.each<[object, string[]]>([
	[{ type: 'number', multipleOf: 5 }, ['multipleOf']],
	[{ type: 'array', items: [{ type: 'string' }] }, ['items']],
	[{ type: 'object', additionalProperties: { type: 'number' } }, ['additionalProperties']],
	[{ anyOf: [{ type: 'string' }, { type: 'number' }] }, ['anyOf']],
	[{ allOf: [{ type: 'string' }, false] }, ['allOf']],
	[{ type: ['string', 'number', 'null'] }, ['type (more than one)']],
	[{ type: 'object', properties: { a: { not: {} } } }, ['properties.a.not']],
	[{ type: 'array', items: { constructor: 1 } }, ['items.constructor']],
])('%j: what cannot be expressed is named', (schema, left) => {
	expect(ofField(schema).left).toEqual(left.map((place) => `properties.field.${place}`));
});

test.each([{}, { type: 'array', items: {} }, { type: 'string' }, { type: 'object' }])(
	'%j describes no object',
	(schema) => {
		expect(() => shapesOfSchema(schema)).toThrow('does not describe an object');
	},
);
