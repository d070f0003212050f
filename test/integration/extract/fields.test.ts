import type { IDataObject } from 'n8n-workflow';
import { perElement } from '../../support/workflows.ts';
import { extractor, itemsOf, messageOf, textWith } from './harness.ts';

const { platform, extract } = extractor();

describe('a name from an expression', () => {
	const extractNamed = async (...names: string[]) =>
		await extract({
			parameters: {
				text: 'a',
				fields: { field: [{ name: 'total' }, { name: '={{ $json.name }}' }] },
			},
			input: names.map((name) => ({ name })),
		});

	test('is invalid if it is empty for an item', async () => {
		expect(messageOf(await extractNamed('a', '', 'b'))).toContain("'Name' is empty");
		expect(platform.requests()).toHaveLength(0);
	});

	test('may contain a comma', async () => {
		const items = itemsOf(await extractNamed('net, total', 'b'));
		expect(items.map((item) => Object.keys(item))).toEqual([
			['total', 'net, total'],
			['total', 'b'],
		]);
	});
});

test('the items and properties of an Output Structure are converted', async () => {
	const number = { type: 'number' };
	const outputStructure = {
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
			text: textWith(output),
			specifyFields: 'structure',
			outputStructure: JSON.stringify(outputStructure),
			options: { convertTypes: true },
		},
		input: [{}],
	});
	expect(itemsOf(ended)).toEqual([
		{ order: { paid: true, lines: [{ price: 1299 }] }, prices: [1, 2.5], other: ['1'] },
	]);
});

const example = (json: object) => ({
	specifyFields: 'example',
	jsonExample: JSON.stringify(json),
});

describe.each(['issues', 'extraction', 'error'])('a field to extract named %s', (name) => {
	const ways: Array<[string, string, IDataObject]> = [
		['the field list', 'Fields to Extract', { fields: { field: [{ name }] } }],
		['an example', 'JSON Example', example({ [name]: 'a' })],
		[
			'a structure',
			'Output Structure',
			{ specifyFields: 'structure', outputStructure: { [name]: {} } },
		],
		[
			'a column',
			'JSON Example',
			{ ...example({ lines: [{ [name]: 'a' }] }), ...perElement('lines') },
		],
	];

	test.each(ways)('is invalid in %s', async (_, parameter, parameters) => {
		const ended = await extract({ parameters: { ...parameters, text: 'a' }, input: [{}] });
		expect(messageOf(ended)).toContain(
			`'${parameter}' names a field "${name}", but the node uses this name itself | Choose another name`,
		);
		expect(platform.requests()).toHaveLength(0);
	});

	test('is valid in a column of One per Input Item, and in a Raw Response', async () => {
		const column = example({ lines: [{ [name]: 'a' }] });
		const raw = { ...example({ [name]: 'a' }), items: 'raw' };
		for (const parameters of [column, raw]) {
			const ended = await extract({ parameters: { ...parameters, text: 'a' }, input: [{}] });
			expect(itemsOf(ended)).toHaveLength(1);
		}
	});
});
