import { shapesOfExample } from '../../nodes/DataPlatform/actions/ai/extract/fromExample.ts';
import type { Shape } from '../../nodes/DataPlatform/actions/ai/extract/shape.ts';
import { toDefinition } from '../../nodes/DataPlatform/actions/ai/extract/shape.ts';

const members = (entries: Record<string, Shape>) => new Map(Object.entries(entries));

test.each<[Shape, string | undefined]>([
	[{ type: 'string' }, undefined],
	[{ type: 'number', description: 'With tax' }, 'With tax'],
	[{ type: 'date' }, 'Date as YYYY-MM-DD.'],
	[{ type: 'date', description: 'when due' }, 'When due. Date as YYYY-MM-DD.'],
	[{ type: 'string', values: ['a', 'b', 3, null] }, 'One of "a", "b", 3, null.'],
	[{ type: 'string', nullable: true, description: 'Why?' }, 'Why? Null if there is none.'],
	[{ type: 'array' }, undefined],
	[{ type: 'array', items: { type: 'string' } }, 'List of texts.'],
	[
		{ type: 'array', items: { type: '', nullable: true } },
		'List of any values, null if there is none.',
	],
	[{ type: 'array', items: { type: 'tensor' } }, 'List of tensor values.'],
	[
		{ type: 'array', items: { type: 'string', values: ['a', 'b'] } },
		'List of texts, one of "a", "b".',
	],
	[
		{ type: 'array', items: { type: 'array', items: { type: 'integer' } } },
		'List of lists, each a list of whole numbers.',
	],
	[{ type: 'object', members: members({}) }, 'Object with any members.'],
	[{ type: 'object', members: members({ a: { type: '' } }) }, 'Object with a (any value).'],
	[
		{
			type: 'array',
			description: 'What was bought',
			items: {
				type: 'object',
				members: members({
					article: { type: 'string', description: 'its name' },
					quantity: { type: 'integer', rules: ['at least 1'] },
					gift: { type: 'boolean', nullable: true },
					tags: { type: 'array', items: { type: 'string' } },
					maker: { type: 'object', members: members({ city: { type: 'string' } }) },
				}),
			},
		},
		'What was bought. List of objects, each with article (text; its name), quantity (whole number; at least 1), gift (true or false; null if there is none), tags (list of texts) and maker (object with city (text)).',
	],
])('%# the shape in words', (shape, description) => {
	const type = shape.type === 'date' || shape.type === '' ? 'string' : shape.type;
	const expected = { type, ...(description !== undefined && { description }) };
	expect(toDefinition(shape, false)).toEqual(expected);
});

test('as members only with the option', () => {
	const shape = shapesOfExample({
		lines: [{ article: 'Lamp', quantity: 2, note: null, sizes: [1], mixed: 1 }, { mixed: 'a' }],
	}).get('lines')!;
	const description =
		'List of objects, each with article (text), quantity (number), note (any value; null if there is none), sizes (list of numbers) and mixed (any value).';
	expect(toDefinition(shape, false)).toEqual({ type: 'array', description });
	expect(toDefinition(shape, true)).toEqual({
		type: 'array',
		description,
		items: {
			type: 'object',
			properties: {
				article: { type: 'string' },
				quantity: { type: 'number' },
				note: {},
				sizes: { type: 'array', items: { type: 'number' } },
				mixed: {},
			},
		},
	});
});

test('dates, values and descriptions inside become members too', () => {
	const inner: Shape = {
		type: 'object',
		members: members({
			due: { type: 'date', description: 'When due' },
			state: { type: 'string', values: ['open'] },
		}),
	};
	expect(toDefinition({ type: 'array', items: inner }, true)).toMatchObject({
		items: {
			type: 'object',
			properties: {
				due: { type: 'string', format: 'date', description: 'When due' },
				state: { type: 'string', enum: ['open'] },
			},
		},
	});
});

test('members that the user wrote out win over those of the shape, not over type and description', () => {
	const furtherMembers = { items: 'own', type: 'own', description: 'own', weight: 1 };
	const shape: Shape = { type: 'array', items: { type: 'string' }, furtherMembers };
	expect(toDefinition(shape, true)).toEqual({
		items: 'own',
		weight: 1,
		type: 'array',
		description: 'List of texts.',
	});
	expect(toDefinition({ type: 'string', furtherMembers }, false)).toEqual({
		...furtherMembers,
		type: 'string',
	});
});

test.each<[string, unknown, Shape]>([
	['an empty list', [], { type: 'array' }],
	['a list of several kinds', [1, 'a'], { type: 'array' }],
	['a list with null', [null, 2], { type: 'array', items: { type: 'number', nullable: true } }],
	['a list of nothing but null', [null], { type: 'array' }],
	[
		'lists in a list',
		[[1], [], [2]],
		{ type: 'array', items: { type: 'array', items: { type: 'number' } } },
	],
	['lists of several kinds in a list', [[1], ['a']], { type: 'array', items: { type: 'array' } }],
	['a date', '2026-01-31', { type: 'date' }],
	[
		'a date among other text',
		['2026-01-31', 'today'],
		{ type: 'array', items: { type: 'string' } },
	],
	['null', null, { type: '', nullable: true }],
	['an empty object', {}, { type: 'object', members: new Map() }],
	[
		'objects that differ',
		[{ a: null }, { a: 5, b: 'x' }, { a: 6, c: 1 }, { c: true }],
		{
			type: 'array',
			items: {
				type: 'object',
				members: members({
					a: { type: 'number', nullable: true, optional: true },
					b: { type: 'string', optional: true },
					c: { type: '', optional: true },
				}),
			},
		},
	],
])('%s as an example', (_, value, shape) => {
	expect(shapesOfExample({ field: value }).get('field')).toEqual(shape);
});
