import type { IDataObject } from 'n8n-workflow';
import { perElement } from '../../support/workflows.ts';
import { answering, extractor, itemsOf, messageOf, sentStructures } from './harness.ts';

const { platform, extract } = extractor();

describe('names by an expression', () => {
	const named = async (...names: string[]) =>
		await extract({
			parameters: {
				text: 'a',
				outputStructure: { field: [{ name: 'total' }, { name: '={{ $json.name }}' }] },
			},
			input: names.map((name) => ({ name })),
		});

	test('a name that is empty for an item is invalid', async () => {
		expect(messageOf(await named('a', '', 'b'))).toContain("'Name' is empty");
		expect(platform.requests()).toHaveLength(0);
	});

	test('a name with a comma is one name', async () => {
		await named('net, total', 'b');
		expect(sentStructures(platform).map((structure) => Object.keys(structure as object))).toEqual([
			['total', 'net, total'],
			['total', 'b'],
		]);
	});
});

test('Output Structure (JSON): Convert Types follows items and properties', async () => {
	const number = { type: 'number' };
	const structureJson = {
		order: {
			type: 'object',
			properties: {
				paid: { type: 'boolean' },
				lines: { type: 'array', items: { type: 'object', properties: { price: number } } },
			},
		},
		prices: { type: 'array', items: number },
		other: { type: 'array', items: 'number', properties: [] },
	};
	const output = {
		order: { paid: 'yes', lines: [{ price: '1,299.00 EUR', note: '2' }] },
		prices: ['1', '2.5'],
		other: ['1'],
	};
	const ended = await extract({
		parameters: {
			text: answering(output),
			specifyStructure: 'structure',
			structureJson: JSON.stringify(structureJson),
			options: { convertTypes: true },
		},
		input: [{}],
	});
	expect(itemsOf(ended)).toEqual([
		{
			order: { paid: true, lines: [{ price: 1299 }] },
			prices: [1, 2.5],
			other: ['1'],
		},
	]);
});

describe('a field "error", which marks a failed item in n8n', () => {
	const inExample = { specifyStructure: 'example', jsonExample: '{"total": 1}' };
	const ways: Array<[string, IDataObject]> = [
		['in the field list', { outputStructure: { field: [{ name: 'error' }] } }],
		['in an example', { ...inExample, jsonExample: '{"error": "a"}' }],
		['in a structure', { specifyStructure: 'structure', structureJson: '{"error": {}}' }],
		[
			'in the elements that are split out',
			{ ...inExample, jsonExample: '{"lines": [{"error": "a"}]}', ...perElement('lines') },
		],
		['as the details field', { ...inExample, options: { detailsField: 'error' } }],
	];

	test.each(ways)('%s is invalid, and nothing is sent', async (_, parameters) => {
		const ended = await extract({
			parameters: { ...parameters, text: '={{ $json.text }}' },
			input: [{ text: 'a' }],
		});
		expect(messageOf(ended)).toContain(
			'names a field "error": n8n treats an item with such a field as failed',
		);
		expect(platform.requests()).toHaveLength(0);
	});

	test('is valid with Raw Response', async () => {
		for (const [, parameters] of ways) {
			const ended = await extract({
				parameters: { ...parameters, text: 'a', extractionFormat: 'raw' },
				input: [{}],
			});
			expect(itemsOf(ended)).toHaveLength(1);
		}
	});
});
