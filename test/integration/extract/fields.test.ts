import type { IDataObject } from 'n8n-workflow';
import { perElement } from '../../support/workflows.ts';
import { extractor, itemsOf, messageOf, textWith } from './harness.ts';

const { platform, extract } = extractor();

test('a name from an expression may contain a comma, but not be empty', async () => {
	const parameters = {
		text: 'a',
		fields: { field: [{ name: 'total' }, { name: '={{ $json.name }}' }] },
	};
	const named = await extract({ parameters, input: [{ name: 'net, total' }, { name: 'b' }] });
	expect(itemsOf(named).map((item) => Object.keys(item).at(-1))).toEqual(['net, total', 'b']);

	const unnamed = await extract({ parameters, input: [{ name: 'a' }, { name: '' }] });
	expect(messageOf(unnamed)).toContain("'Name' is empty");
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

describe('a name that the node uses itself', () => {
	test.each<[string, string, IDataObject]>([
		['Fields to Extract', 'issues', { fields: { field: [{ name: 'issues' }] } }],
		['JSON Example', 'extraction', example({ extraction: 'a' })],
		['JSON Example', 'error', { ...example({ lines: [{ error: 'a' }] }), ...perElement('lines') }],
	])('is invalid in %s: %s', async (parameter, name, parameters) => {
		const ended = await extract({ parameters: { ...parameters, text: 'a' }, input: [{}] });
		expect(messageOf(ended)).toContain(
			`'${parameter}' names a field "${name}", but the node uses this name itself | Choose another name`,
		);
		expect(platform.requests()).toHaveLength(0);
	});

	test('is valid in a column of One per Input Item', async () => {
		const parameters = { ...example({ lines: [{ issues: 'a' }] }), text: 'a' };
		expect(itemsOf(await extract({ parameters, input: [{}] }))).toHaveLength(1);
	});
});

test('each item has its own fields', async () => {
	const parameters = {
		text: 'a',
		specifyFields: 'example',
		jsonExample: '={{ $json.example }}',
		items: '={{ $json.list ? "perElement" : "perInput" }}',
		list: '={{ $json.list }}',
	};
	const lines = { lines: [{ a: 'b' }] };
	const input = [{ example: { total: 1 } }, { example: JSON.stringify(lines), list: 'lines' }];
	await extract({ parameters, input });
	const columns =
		'JSON Schema: {"items":{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}}';
	expect(platform.bodies()).toMatchObject([
		{ outputStructure: { total: { type: 'number' } } },
		{ outputStructure: { lines: { type: 'array', description: columns } } },
	]);
});
