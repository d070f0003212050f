import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from './client.ts';
import { start } from './client.ts';

let client: Client;
beforeAll(async () => {
	client = await start();
});
afterAll(() => client.simulator.close());

async function extract(changes: object) {
	const { status, data } = await client.call('extractData', changes);
	expect([status, data.message]).toEqual([200, undefined]);
	return data;
}

const text = (content: string) => ({ input: [{ type: 'TEXT', text: content }] });
const field = (type: string, description?: string, further: object = {}) => ({
	type,
	description,
	...further,
});

/** Documents with what the rules find in them, reviewed by hand: what they miss stands there as it is. */
const FOLDER = 'test/simulator/documents';
const documents = readdirSync(FOLDER).map((file) =>
	JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')),
);

test.each(documents)('$title', async ({ lines, fields, output }) => {
	const answer = await extract({ ...text(lines.join('\n')), outputStructure: fields });
	expect(answer.output).toEqual(output);
});

describe('what the answer says about itself', () => {
	test('no language model, the model asked for in brackets, and the request counted', async () => {
		await client.http.post('/_simulator/reset');
		const first = await extract({});
		const second = await extract({ model: 'large-1' });
		expect(first).toMatchObject({
			model: 'simulator-rules (no language model)',
			requestId: '00000000-0000-4000-8000-000000000001',
			isCustomerModel: false,
			modelProviderUsage: { contentItemsRead: 1, contentItemsIgnored: 0 },
		});
		expect(second.model).toBe('simulator-rules (no language model) [large-1]');
		expect(second.requestId).toBe('00000000-0000-4000-8000-000000000002');
	});
});

describe('content items', () => {
	const outputStructure = { total: field('number'), email: field('string') };
	const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64');

	test('texts and text in base64 are read in their order, other content is counted', async () => {
		const answer = await extract({
			outputStructure,
			input: [
				{ type: 'TEXT', text: 'Mail: ana@example.com' },
				{
					type: 'DOCUMENT',
					document: { mimeType: 'text/plain', data: base64('Total: 9.50 EUR, für Zoë') },
				},
				{
					type: 'IMAGE',
					data: base64(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49])),
				},
				{ type: 'OTHER' },
			],
		});
		expect(answer.output).toEqual({ total: 9.5, email: 'ana@example.com' });
		expect(answer.modelProviderUsage).toMatchObject({
			contentItemsRead: 2,
			contentItemsIgnored: 2,
		});
	});

	test('nothing to read gives nulls and empty lists', async () => {
		const answer = await extract({
			input: [],
			outputStructure: {
				...outputStructure,
				items: field('array'),
				who: field('object', 'with name and email'),
			},
		});
		expect(answer.output).toEqual({
			total: null,
			email: null,
			items: [],
			who: { name: null, email: null },
		});
	});
});

describe('answers on demand', () => {
	test('null, missing and any JSON', async () => {
		const answer = await extract({
			...text(
				'simulate: null total\nTotal: 5.00 EUR\n  simulate: missing email\r\nsimulate: value my field {"a":[1,null]}\na@b.example',
			),
			outputStructure: {
				total: field('number'),
				email: field('string'),
				'my field': field('string'),
			},
		});
		expect(answer.output).toEqual({ total: null, 'my field': { a: [1, null] } });
	});

	test('a value that is no JSON is refused', async () => {
		const { status, data } = await client.call('extractData', text('simulate: value total five'));
		expect([status, data.message]).toEqual([400, expect.stringContaining('simulate: value total')]);
	});
});

describe('hostile input', () => {
	test('field names that objects have already', async () => {
		const outputStructure = JSON.parse(
			'{"__proto__":{"type":"string"},"constructor":{"type":"number"},"toString":{"type":"array"},"":{"type":"string"}}',
		);
		const { output } = await extract({ ...text('constructor: 5'), outputStructure });
		expect(Object.keys(output)).toEqual(['__proto__', 'constructor', 'toString', '']);
		expect(output.constructor).toBe(5);
	});

	test('JSON nested 1,000 deep, unknown types, and a long text', async () => {
		const deep = '{"a":'.repeat(1000) + '{"total":7}' + '}'.repeat(1000);
		const outputStructure = { total: field('number'), odd: field('tensor', 'anything') };
		expect((await extract({ ...text(deep), outputStructure })).output).toEqual({
			total: 7,
			odd: null,
		});
		const long = 'word, '.repeat(100_000) + '\nTotal: 7 EUR';
		expect((await extract({ ...text(long), outputStructure })).output.total).toBe(7);
	});
});

describe('shapes', () => {
	const rows = 'Tasks:\n- Ana: write the report, due 2026-12-01\n- Ben: read it, due 2026-12-02';
	const read = [
		{ owner: 'Ana', dueDate: '2026-12-01' },
		{ owner: 'Ben', dueDate: '2026-12-02' },
	];

	test.each([
		[
			'further members like JSON Schema',
			field('array', '', {
				items: {
					type: 'object',
					properties: { owner: { type: 'string' }, dueDate: { type: 'date' } },
				},
			}),
		],
		[
			'properties without items',
			field('list', '', { properties: { owner: 'string', dueDate: 'date' } }),
		],
		[
			'name (type) in the description',
			field('array', 'Array of objects, each with owner (string, who does it), dueDate (date)'),
		],
		[
			'the words that the node writes',
			field(
				'array',
				'What to do. List of objects, each with owner (text; one who does it) and dueDate (date as YYYY-MM-DD).',
			),
		],
		[
			'name: type in the description',
			field('array', 'objects like { "owner": string, "dueDate": date }'),
		],
	])('a list of objects by %s', async (_, definition) => {
		const { output } = await extract({ ...text(rows), outputStructure: { tasks: definition } });
		expect(output).toEqual({ tasks: read });
	});

	test('members that are only named are text', async () => {
		const definition = field('array', 'List of objects, each with owner and due date');
		const { output } = await extract({ ...text(rows), outputStructure: { tasks: definition } });
		expect(output).toEqual({ tasks: read });
	});

	test('objects inside objects, declared and described', async () => {
		const content = 'Customer name: Ana Silva\nCustomer city: Lisbon\nSupplier name: Ben Ode';
		const declared = field('object', '', {
			properties: {
				customer: {
					type: 'object',
					properties: { name: { type: 'string' }, city: { type: 'string' } },
				},
				supplier: { type: 'object', properties: { name: { type: 'string' } } },
			},
		});
		const described = field(
			'object',
			'customer (object with name (string), city (string)), supplier (object with name (string))',
		);
		for (const parties of [declared, described]) {
			const { output } = await extract({ ...text(content), outputStructure: { parties } });
			expect(output.parties).toEqual({
				customer: { name: 'Ana Silva', city: 'Lisbon' },
				supplier: { name: 'Ben Ode' },
			});
		}
	});

	test('allowed values', async () => {
		const outputStructure = {
			priority: field('string', 'One of: low, medium, high'),
			mood: field('string', '', { enum: ['happy', 'angry'] }),
			size: field('string', '', { enum: ['S', 'M'] }),
		};
		const { output } = await extract({
			...text('Priority: HIGH!\nThe customer is angry.'),
			outputStructure,
		});
		expect(output).toEqual({ priority: 'high', mood: 'angry', size: null });
	});

	test('lists of numbers and of dates', async () => {
		const outputStructure = {
			amounts: field('array', 'all amounts', { items: { type: 'number' } }),
			dates: field('date[]'),
			numbers: field('array', 'Amounts. List of numbers.'),
			day: field('string', 'Date as YYYY-MM-DD.'),
		};
		const content = 'We paid 1.234,50 € on 03.11.2026 and 10 € on 5 November 2026.';
		const { output } = await extract({ ...text(content), outputStructure });
		expect(output).toEqual({
			amounts: [1234.5, 10],
			dates: ['2026-11-03', '2026-11-05'],
			numbers: [1234.5, 10],
			day: '2026-11-03',
		});
	});
});
