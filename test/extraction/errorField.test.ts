import type { IDataObject } from 'n8n-workflow';
import { jsonOf } from '../../harness/engine/engine.ts';
import { perElement } from '../../harness/workflows.ts';
import { answering, extractor, itemsOf, messageOf } from './harness.ts';

const { platform, extract } = extractor();

const listed = (...names: string[]) => ({
	text: '={{ $json.text }}',
	outputStructure: { field: names.map((name) => ({ name, type: 'otherType', otherType: 'any' })) },
});
const texts = (...answers: object[]) => answers.map((fields) => ({ text: answering(fields) }));

describe('a field "error", by which n8n takes an item for a failed one', () => {
	const ways: Array<[string, IDataObject]> = [
		['in the field list', { outputStructure: { field: [{ name: 'error' }] } }],
		['in an example', { specifyStructure: 'example', jsonExample: '{"error": "a"}' }],
		[
			'in a schema',
			{
				specifyStructure: 'schema',
				jsonSchema: '{"type": "object", "properties": {"error": {"type": "string"}}}',
			},
		],
		[
			'in a structure',
			{ specifyStructure: 'structure', structureJson: '{"error": {"type": "string"}}' },
		],
		[
			'in the elements that are split out',
			{
				specifyStructure: 'example',
				jsonExample: '{"lines": [{"error": "a"}]}',
				...perElement('lines'),
			},
		],
		[
			'as the name of single values',
			{
				specifyStructure: 'example',
				jsonExample: '{"lines": ["a"]}',
				...perElement('lines'),
				options: { elementName: 'error' },
			},
		],
		['as the details field', { ...listed('total'), options: { detailsField: 'error' } }],
	];

	test.each(ways)('%s is refused before anything is paid', async (_, parameters) => {
		const ended = await extract({
			parameters: { ...parameters, text: '={{ $json.text }}' },
			input: [{ text: 'a' }],
		});
		expect(messageOf(ended)).toContain(
			'names a field "error": n8n treats an item with such a field as failed',
		);
		expect(platform.requests()).toHaveLength(0);
	});

	test('with Raw Response it is no matter', async () => {
		for (const [, parameters] of ways) {
			const ended = await extract({
				parameters: { ...parameters, text: 'a', extractionFormat: 'raw' },
				input: [{}],
			});
			expect(itemsOf(ended)).toHaveLength(1);
		}
	});

	test('one that the answer brings by itself fails the item, which keeps what arrived', async () => {
		const answers = [
			{ total: 1 },
			{ total: 2, error: 'Too long' },
			{ total: 3, error: null },
			{ total: 4, error: false },
		];
		platform.faults(
			answers.map((output, index) => ({
				fault: 'wrong-shape',
				body: { output, requestId: `r${index}` },
				when: { request: index + 1 },
			})),
		);
		const ended = await extract({
			parameters: listed('total'),
			input: answers.map((_, index) => ({ text: `text ${index}` })),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(jsonOf(ended)).toEqual([
			{ total: 1 },
			{
				error: 'The answer holds a field "error": n8n treats an item with such a field as failed',
				itemIndex: 1,
				details: {
					itemIndex: 1,
					description: expect.stringContaining('what arrived is in the details'),
					received: { output: answers[1], requestId: 'r1' },
				},
			},
			{ total: 3, error: null },
			{ total: 4, error: false },
		]);
	});

	test('one in an element that is split out too', async () => {
		const ended = await extract({
			parameters: { ...listed('lines'), ...perElement('lines') },
			input: texts(
				{ lines: [{ a: 1 }] },
				{ lines: [{ a: 2 }, { error: 'x' }] },
				{ lines: [{ a: 3 }] },
			),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(jsonOf(ended)).toMatchObject([
			{ a: 1 },
			{ error: expect.any(String), details: { received: { output: { lines: [{ a: 2 }, {}] } } } },
			{ a: 3 },
		]);
	});
});
