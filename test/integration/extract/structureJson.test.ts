import { jsonOf } from '../../support/engine/engine.ts';
import { answering, extractor, itemsOf, sentStructures } from './harness.ts';

const { platform, extract } = extractor();

describe('Output Structure (JSON)', () => {
	test('is sent as it is, from objects and text', async () => {
		const structures: object[] = [
			{ total: { type: 'number', description: 'd', minimum: 0, nested: { a: [1] } } },
			{ lines: { type: 'list<row>' } },
			{ toString: { type: 'string' }, constructor: { type: 'number' } },
			{ untyped: { description: 'b' } },
		];
		const input = structures.map((structure, index) => ({
			structure: index === 1 ? JSON.stringify(structure) : structure,
		}));
		const ended = await extract({
			parameters: {
				text: 'a',
				specifyStructure: 'structure',
				structureJson: '={{ $json.structure }}',
			},
			input,
		});
		expect(jsonOf(ended).map((json) => Object.keys(json))).toEqual([
			['total'],
			['lines'],
			['toString', 'constructor'],
			['untyped'],
		]);
		expect(sentStructures(platform)).toEqual(structures);
	});

	test('Convert Types follows items and properties', async () => {
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
});
