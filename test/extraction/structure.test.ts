import { hintsOf } from '../../harness/engine/engine.ts';
import {
	extractor,
	itemsOf,
	messageOf,
	modelSettings,
	NOTHING_FOUND,
	sentStructures,
} from './harness.ts';

const { platform, extract } = extractor();

const members = { options: modelSettings({ sendJsonSchema: true }) };
const refused = async (parameters: object) => {
	const ended = await extract({ parameters: { text: 'a', ...parameters }, input: [{}] });
	expect(platform.requests()).toHaveLength(0);
	return messageOf(ended);
};

describe('Field List', () => {
	const list = (...field: object[]) => ({ text: 'a', outputStructure: { field } });

	test('types, allowed values, elements and further members, from expressions, per item', async () => {
		const row = {
			name: "={{ $json.name ?? '' }}",
			type: "={{ $json.type ?? '' }}",
			otherType: "={{ $json.otherType ?? '' }}",
			elementType: "={{ $json.elements ?? '' }}",
			description: "={{ $json.description ?? '' }}",
			options: {
				values: "={{ $json.values ?? '' }}",
				furtherPropertiesJson: "={{ $json.members ?? '' }}",
			},
		};
		const fields = [
			{ name: 'state', type: 'string', values: 'open, paid , ,late', description: 'The state' },
			{ name: 'rate', type: 'integer', values: '1, 2,3' },
			{ name: 'known', type: 'boolean', members: { weight: 2 } },
			{ name: 'due', type: 'date', members: '{"strict": true}' },
			{ name: 'tags', type: 'array', elements: 'string', values: ['new', 'vip'] },
			{ name: 'sizes', type: 'array', values: '[38, 40]' },
			{ name: 'rows', type: 'array', elements: 'object', description: 'Rows, each with a and b' },
			{ name: 'anything', type: 'array' },
			{ name: 'vector', type: 'otherType', otherType: 'tensor' },
			{ name: 'place', type: 'otherType', otherType: 'geo' },
			{ name: 'amount', type: 'number', values: [1.5, 2] },
		];
		const ended = await extract({
			parameters: { ...list(row), ...members },
			input: fields,
		});
		itemsOf(ended);
		expect(sentStructures(platform)).toEqual([
			{
				state: {
					type: 'string',
					description: 'The state. One of "open", "paid", "late".',
					enum: ['open', 'paid', 'late'],
				},
			},
			{ rate: { type: 'integer', description: 'One of 1, 2, 3.', enum: [1, 2, 3] } },
			{ known: { type: 'boolean', weight: 2 } },
			{ due: { type: 'string', description: 'Date as YYYY-MM-DD.', format: 'date', strict: true } },
			{
				tags: {
					type: 'array',
					description: 'List of texts, one of "new", "vip".',
					items: { type: 'string', enum: ['new', 'vip'] },
				},
			},
			{
				sizes: {
					type: 'array',
					description: 'List of numbers, one of 38, 40.',
					items: { type: 'number', enum: [38, 40] },
				},
			},
			{
				rows: {
					type: 'array',
					description: 'Rows, each with a and b. List of objects.',
					items: { type: 'object' },
				},
			},
			{ anything: { type: 'array' } },
			{ vector: { type: 'tensor' } },
			{ place: { type: 'geo' } },
			{ amount: { type: 'number', description: 'One of 1.5, 2.', enum: [1.5, 2] } },
		]);
	});

	test('several rows keep their order; a row without a type is text', async () => {
		await extract({
			parameters: list({ name: 'b' }, { name: 'a', description: 'First!' }, { name: 'c d' }),
			input: [{}],
		});
		expect(sentStructures(platform).map((structure) => JSON.stringify(structure))).toEqual([
			'{"b":{"type":"string"},"a":{"type":"string","description":"First!"},"c d":{"type":"string"}}',
		]);
	});

	test.each<[object[], string]>([
		[[], "'Fields to Extract' names no field to extract"],
		[[{ type: 'string' }], "'Fields to Extract' names no field to extract"],
		[[{ type: 'number' }], "'Name' is empty"],
		[[{ name: 'a' }, { description: 'what?' }], "'Name' is empty"],
		[[{ name: 'a' }, { name: 'a' }], '\'Fields to Extract\' names the field "a" twice'],
		[[{ name: 'a', type: 'otherType' }], "'Type Name' is empty"],
		[
			[{ name: 'a', options: { furtherPropertiesJson: '[1]' } }],
			"'Properties (JSON)' must be a JSON object",
		],
		[
			[{ name: 'a', options: { furtherPropertiesJson: '{' } }],
			"'Properties (JSON)' is not valid JSON",
		],
		[[{ name: 'a', options: { values: '[1' } }], "'Allowed Values' is not valid JSON"],
	])('%j is refused', async (field, reason) => {
		expect(await refused({ outputStructure: { field } })).toContain(reason);
	});
});

describe('From JSON Example', () => {
	const fromExample = {
		text: 'a',
		specifyStructure: 'example',
		jsonExample: "={{ $json.example ?? '' }}",
	};
	const examples = [
		{ total: 99.5, paid: true, note: null },
		JSON.stringify({ buyer: { name: 'Ada', cities: ['Rome'] }, empty: [] }),
		{
			lines: [
				{ article: 'Lamp', quantity: 2 },
				{ quantity: 1, gift: true },
			],
		},
	].map((example) => ({ example }));

	test('objects and text, in words', async () => {
		const ended = await extract({ parameters: fromExample, input: examples });
		itemsOf(ended);
		expect(hintsOf(ended)).toEqual([]);
		expect(sentStructures(platform)).toEqual([
			{
				total: { type: 'number' },
				paid: { type: 'boolean' },
				note: { type: 'string', description: 'Null if there is none.' },
			},
			{
				buyer: {
					type: 'object',
					description: 'Object with name (text) and cities (list of texts).',
				},
				empty: { type: 'array' },
			},
			{
				lines: {
					type: 'array',
					description:
						'List of objects, each with article (text), quantity (number) and gift (true or false).',
				},
			},
		]);
	});

	test('as members too with the option', async () => {
		await extract({ parameters: { ...fromExample, ...members }, input: examples });
		expect(sentStructures(platform)).toMatchObject([
			{ total: { type: 'number' } },
			{
				buyer: {
					properties: {
						name: { type: 'string' },
						cities: { type: 'array', items: { type: 'string' } },
					},
				},
			},
			{
				lines: {
					items: {
						type: 'object',
						properties: {
							article: { type: 'string' },
							quantity: { type: 'number' },
							gift: { type: 'boolean' },
						},
					},
				},
			},
		]);
	});

	test('a schema in the example box is read as one, and the user told', async () => {
		const schema = { type: 'object', properties: { total: { type: 'number' } } };
		const input = [
			schema,
			{ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' },
			{ type: 'object', properties: 'of the house' },
		].map((example) => ({ example }));
		const ended = await extract({ parameters: fromExample, input });
		itemsOf(ended);
		expect(sentStructures(platform)).toEqual([
			{ total: { type: 'number' } },
			{ total: { type: 'number' } },
			{ type: { type: 'string' }, properties: { type: 'string' } },
		]);
		expect(hintsOf(ended)).toEqual([
			"'JSON Example' holds a JSON Schema and was read as one. Choose From JSON Schema under Specify Fields. [2 of 3 items: item 0, item 1]",
			NOTHING_FOUND,
		]);
	});

	test('a list is refused with the way to do it', async () => {
		const jsonExample = '[{"article": "Lamp"}]';
		expect(await refused({ specifyStructure: 'example', jsonExample })).toBe(
			`'JSON Example' must be a JSON object, but is a list | Write it as {"name": …}. For a list, wrap it: {"entries": [ … ]}, and choose One Item per List Element as Output.`,
		);
	});

	test.each([
		['{}', "'JSON Example' names no field to extract"],
		['"text"', "'JSON Example' must be a JSON object, but is text"],
		['{"a": }', "'JSON Example' is not valid JSON"],
		[' ', "'JSON Example' is empty"],
	])('%s is refused', async (jsonExample, reason) => {
		expect(await refused({ specifyStructure: 'example', jsonExample })).toContain(reason);
	});
});
