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

test('each item has its own fields, and Show Request Only shows what would be sent', async () => {
	const parameters = {
		text: 'a',
		specifyFields: 'example',
		jsonExample: '={{ $json.example }}',
		items: '={{ $json.list ? "perElement" : "perInput" }}',
		list: '={{ $json.list }}',
		options: { instructions: 'Be exact' },
	};
	const input = [
		{ example: { total: 1 } },
		{ example: '{"lines": [{"a": "b"}]}', list: 'lines' },
		{ example: { paid: true } },
	];
	const columns =
		'JSON Schema: {"items":{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}}';
	const structures = [
		{ total: { type: 'number' } },
		{ lines: { type: 'array', description: columns } },
		{ paid: { type: 'boolean' } },
	];
	const bodies = structures.map((outputStructure) => ({
		input: [{ type: 'TEXT', text: 'a' }],
		outputStructure,
		instructions: 'Be exact',
	}));
	const requestOptions = { showRequest: true, maxConcurrency: 1 };
	const preview = await extract({ parameters: { ...parameters, requestOptions }, input });
	expect(platform.requests()).toHaveLength(0);
	expect(itemsOf(preview)).toEqual(
		bodies.map((body) => ({ sent: false, method: 'POST', path: '/api/ai/v1/extract', body })),
	);

	await extract({ parameters, input });
	expect(platform.bodies()).toEqual(bodies);
});
