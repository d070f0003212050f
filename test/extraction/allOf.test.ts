import type { IDataObject } from 'n8n-workflow';
import {
	shapesOfSchema,
	UnusableSchema,
} from '../../nodes/DataPlatform/actions/ai/extract/fromSchema.ts';
import type { Shape } from '../../nodes/DataPlatform/actions/ai/extract/shape.ts';
import { extractor, messageOf, sentStructures } from './harness.ts';

const text = { type: 'string' };
const shapes = (entries: Record<string, Shape>) => new Map(Object.entries(entries));

describe('allOf', () => {
	test('of objects is one object, as OpenAPI composes them, at the root too', () => {
		const schema = {
			allOf: [
				{ $ref: '#/$defs/Document' },
				{ type: 'object', properties: { total: { type: 'number' } } },
			],
			properties: { note: text },
			$defs: {
				Document: {
					allOf: [{ $ref: '#/$defs/Thing' }, { properties: { date: { type: 'date' } } }],
				},
				Thing: { type: 'object', properties: { id: text } },
			},
		};
		expect(shapesOfSchema(schema)).toEqual({
			shapes: shapes({ id: text, date: { type: 'date' }, total: { type: 'number' }, note: text }),
			left: [],
		});
	});

	test('a property of several schemas says what all of them say', () => {
		const part = (kind: IDataObject, further: IDataObject = {}) => ({
			type: 'object',
			properties: { kind, ...further },
		});
		const schema = {
			type: 'object',
			properties: {
				field: {
					allOf: [
						part({ ...text, description: 'Of what kind', minLength: 1 }, { a: text }),
						part({ enum: ['x', 'y'], minLength: 1, maxLength: 9 }),
						true,
					],
					nullable: true,
				},
			},
		};
		expect(shapesOfSchema(schema)).toEqual({
			shapes: shapes({
				field: {
					type: 'object',
					nullable: true,
					members: shapes({
						kind: {
							...text,
							description: 'Of what kind',
							values: ['x', 'y'],
							rules: ['at least 1 character', 'at most 9 characters'],
						},
						a: text,
					}),
				},
			}),
			left: [],
		});
	});

	test('where they say different things, the later one wins, and a hint names it', () => {
		const of = (field: IDataObject) => ({ type: 'object', properties: { field } });
		const schema = {
			allOf: [of({ type: 'string', enum: ['1'] }), of({ type: 'number', enum: [1] })],
		};
		expect(shapesOfSchema(schema)).toEqual({
			shapes: shapes({ field: { type: 'number', values: [1] } }),
			left: ['allOf (two types)', 'allOf (two lists of allowed values)'],
		});
	});

	test('lists, and the elements of both', () => {
		const list = (name: string) => ({
			type: 'array',
			items: { type: 'object', properties: { [name]: text } },
		});
		const schema = { type: 'object', properties: { lines: { allOf: [list('a'), list('b')] } } };
		expect(shapesOfSchema(schema).shapes.get('lines')).toEqual({
			type: 'array',
			items: { type: 'object', members: shapes({ a: text, b: text }) },
		});
	});

	test('that leads back to itself ends', () => {
		const schema = {
			$ref: '#/$defs/A',
			$defs: { A: { allOf: [{ $ref: '#/$defs/A' }, { properties: { a: text } }] } },
		};
		expect(shapesOfSchema(schema)).toEqual({
			shapes: shapes({ a: text }),
			left: ['$ref (it leads back to itself)'],
		});
	});
});

/** Each level refers twice to the next one. */
function lattice(levels: number, keyword: 'properties' | 'allOf') {
	const twice = ($ref: string) =>
		keyword === 'allOf'
			? { allOf: [{ $ref }, { $ref }] }
			: { type: 'object', properties: { a: { $ref }, b: { $ref } } };
	const $defs = Object.fromEntries(
		Array.from({ length: levels }, (_, level) => [`L${level}`, twice(`#/$defs/L${level + 1}`)]),
	);
	return {
		type: 'object',
		properties: { field: { $ref: '#/$defs/L0' } },
		$defs: { ...$defs, [`L${levels}`]: { type: 'string', description: 'A text' } },
	};
}

describe('references that multiply', () => {
	test.each(['properties', 'allOf'] as const)('by %s: a few levels are read', (keyword) => {
		expect(shapesOfSchema(lattice(8, keyword)).left).toEqual([]);
	});

	test.each([
		[18, 'properties'],
		[40, 'properties'],
		[60, 'allOf'],
	] as const)('%i levels by %s are refused, soon', (levels, keyword) => {
		expect(() => shapesOfSchema(lattice(levels, keyword))).toThrow(
			new UnusableSchema(
				'describes too much: with its references followed, it comes to more than 500000 characters',
			),
		);
	});

	test('long descriptions and lists of values count', () => {
		const long = { type: 'string', description: 'a'.repeat(20_000), enum: ['b'.repeat(20_000)] };
		const fields = Array.from({ length: 30 }, (_, index) => [`f${index}`, { $ref: '#/$defs/L' }]);
		const schema = { type: 'object', properties: Object.fromEntries(fields), $defs: { L: long } };
		expect(() => shapesOfSchema(schema as IDataObject)).toThrow(/^describes too much/);
	});

	const { platform, extract } = extractor();

	test('the message names the parameter', async () => {
		const ended = await extract({
			parameters: {
				text: 'a',
				specifyStructure: 'schema',
				jsonSchema: JSON.stringify(lattice(30, 'properties')),
			},
			input: [{}],
		});
		expect(messageOf(ended)).toContain("'JSON Schema' describes too much");
		expect(platform.requests()).toHaveLength(0);
	});

	test('what allOf merged is sent', async () => {
		const schema = {
			allOf: [{ properties: { a: text } }, { properties: { b: { type: 'number' } } }],
		};
		await extract({
			parameters: { text: 'a', specifyStructure: 'schema', jsonSchema: JSON.stringify(schema) },
			input: [{}],
		});
		expect(sentStructures(platform)).toEqual([{ a: text, b: { type: 'number' } }]);
	});
});
