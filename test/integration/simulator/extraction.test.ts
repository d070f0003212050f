import type { SimulatorUnderTest } from './client.ts';
import { start } from './client.ts';

let client: SimulatorUnderTest;
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

test('the response says that there is no model, and has a request ID that counts up', async () => {
	await client.control.reset();
	expect(await extract({ model: 'large-1' })).toMatchObject({
		model: 'simulator-no-model',
		requestId: '00000000-0000-4000-8000-000000000001',
		isCustomerModel: false,
		modelProviderUsage: {
			note: expect.stringContaining('No language model read this'),
			contentItemsRead: 1,
			contentItemsIgnored: 0,
		},
	});
	expect((await extract({})).requestId).toBe('00000000-0000-4000-8000-000000000002');
});

describe('forced values', () => {
	test('null, missing, and any JSON', async () => {
		const response = await extract({
			...text(
				'simulate: null total\nTotal: 5.00 EUR\n  simulate: missing email\r\nsimulate: value my field {"a":[1,null]}\na@b.example',
			),
			outputStructure: {
				total: field('number'),
				email: field('string'),
				'my field': field('string'),
			},
		});
		expect(response.output).toEqual({ total: null, 'my field': { a: [1, null] } });
	});
});

describe('values that it finds', () => {
	test('the value of the shortest label with all words of the name', async () => {
		const outputStructure = {
			total: field('number'),
			dueDate: field('string', 'When? Date as YYYY-MM-DD.'),
			invoiceNumber: field('string'),
			total_net: field('number'),
			vat: field('number'),
		};
		const content =
			'Invoice R-7\nNet total: 1.234,50 €\nTotal   1,469.06 EUR\nDate due: 3. März 2026\nInvoice date: 2026-02-01';
		expect((await extract({ ...text(content), outputStructure })).output).toEqual({
			total: 1469.06,
			dueDate: '2026-03-03',
			invoiceNumber: 'R-7',
			total_net: 1234.5,
			vat: null,
		});
	});

	test.each([
		[
			'items',
			field('array', '', {
				items: { type: 'object', properties: { owner: {}, dueDate: { type: 'date' } } },
			}),
		],
		[
			'the description that the node writes, after a sentence with another "with"',
			field(
				'array',
				'All tasks, each with its owner. List of objects, each with owner (text; one who does it) and dueDate (date as YYYY-MM-DD).',
			),
		],
	])('rows with properties from %s', async (_, definition) => {
		const rows =
			'Tasks:\n- Ana: write the report, due 2026-12-01\n- Ben: read it, due 1 December 2026';
		const { output } = await extract({ ...text(rows), outputStructure: { tasks: definition } });
		expect(output).toEqual({
			tasks: [
				{ owner: 'Ana', dueDate: '2026-12-01' },
				{ owner: 'Ben', dueDate: '2026-12-01' },
			],
		});
	});

	test.each([
		['2 x Widget 9.50', 'quantity, unitPrice and totalPrice', [2, 9.5, 9.5]],
		['2 x Widget @ 9.50 19.00', 'count, unitCost and totalAmount', [2, 9.5, 19]],
	])('the order line %s for the columns %s', async (line, columns, values) => {
		const numbers = columns.replace(/\w+(?=,| and|$)/g, '$& (number)');
		const lines = field('array', `each with ${numbers}`);
		const { output } = await extract({ ...text(line), outputStructure: { lines } });

		expect((output as { lines: object[] }).lines.map(Object.values)).toEqual([values]);
	});

	test('allowed values and Booleans', async () => {
		const outputStructure = {
			priority: field('string', 'One of: low, medium, high'),
			tone: field('string', 'One of "happy", "angry".'),
			size: field('string', '', { enum: ['S', 'M'] }),
			paid: field('boolean'),
			isUrgent: field('boolean'),
			shipped: field('boolean'),
		};
		const content = 'Priority: HIGH!\nPaid: no\nThis is urgent. The customer is angry.';
		expect((await extract({ ...text(content), outputStructure })).output).toEqual({
			priority: 'high',
			tone: 'angry',
			size: null,
			paid: false,
			isUrgent: true,
			shipped: false,
		});
	});

	test('lists of values', async () => {
		const outputStructure = {
			amounts: field('array', 'List of numbers.'),
			guests: field('array'),
			emails: field('array'),
		};
		const content =
			'Amounts:\n- 1.234,50 €\n- 10 €\n\nGuests: Ana, Ben and Cy\nana@b.example ben@b.example';
		expect((await extract({ ...text(content), outputStructure })).output).toEqual({
			amounts: [1234.5, 10],
			guests: ['Ana', 'Ben', 'Cy'],
			emails: ['ana@b.example', 'ben@b.example'],
		});
	});
});
