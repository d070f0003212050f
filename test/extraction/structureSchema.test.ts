import { hintsOf } from '../../harness/engine/engine.ts';
import { extractor, itemsOf, messageOf, NOTHING_FOUND, sentStructures } from './harness.ts';

const { platform, extract } = extractor();

const refused = async (parameters: object) => {
	const ended = await extract({ parameters: { text: 'a', ...parameters }, input: [{}] });
	expect(platform.requests()).toHaveLength(0);
	return messageOf(ended);
};

describe('From JSON Schema', () => {
	const fromSchema = { text: 'a', specifyStructure: 'schema', jsonSchema: '={{ $json.schema }}' };

	test('references, allowed values, null and nesting, per item; what is left is named', async () => {
		const schemas = [
			{
				type: 'object',
				required: ['total'],
				properties: {
					total: { $ref: '#/$defs/Money', description: 'With tax' },
					state: { enum: ['open', 'paid'] },
				},
				$defs: { Money: { type: 'number', minimum: 0, multipleOf: 0.01 } },
			},
			JSON.stringify({
				type: 'object',
				properties: {
					due: { type: ['string', 'null'], format: 'date' },
					note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
					age: { type: 'integer', nullable: true },
				},
			}),
			{
				type: 'object',
				properties: {
					lines: {
						type: 'array',
						items: { type: 'object', properties: { price: { type: 'number' } } },
						minItems: 1,
					},
				},
			},
		];
		const ended = await extract({
			parameters: fromSchema,
			input: schemas.map((schema) => ({ schema })),
		});
		itemsOf(ended);
		expect(sentStructures(platform)).toEqual([
			{
				total: { type: 'number', description: 'With tax. At least 0.' },
				state: { type: 'string', description: 'One of "open", "paid"; null if there is none.' },
			},
			{
				due: { type: 'string', description: 'Date as YYYY-MM-DD; null if there is none.' },
				note: { type: 'string', description: 'Null if there is none.' },
				age: { type: 'integer', description: 'Null if there is none.' },
			},
			{
				lines: {
					type: 'array',
					description: 'List of objects, each with price (number); at least 1 element.',
				},
			},
		]);
		expect(hintsOf(ended)).toEqual([
			'Not sent of the schema, because the node has no words for it: properties.total.multipleOf. [1 of 3 items: item 0]',
			NOTHING_FOUND,
		]);
	});

	test.each([
		['{"type": "array"}', 'does not describe an object'],
		['{"type": "object", "properties": {}}', 'names no field to extract'],
		[
			'{"$ref": "#/$defs/A"}',
			'refers to "#/$defs/A", which it does not have | Correct the schema.',
		],
		['[]', 'must be a JSON object, but is a list'],
	])('%s is refused', async (jsonSchema, reason) => {
		expect(
			(await refused({ specifyStructure: 'schema', jsonSchema })).replaceAll('&quot;', '"'),
		).toContain(`'JSON Schema' ${reason}`);
	});
});
