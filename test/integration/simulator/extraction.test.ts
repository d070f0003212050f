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
const field = (type: string, description?: string) => ({ type, description });

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

test('lines of the text force null, a missing field, and any JSON', async () => {
	const response = await extract({
		...text(
			'simulate: value total null\nTotal: 5.00 EUR\n  simulate: missing email\r\nsimulate: value my field {"a":[1,null]}\na@b.example',
		),
		outputStructure: {
			total: field('number'),
			email: field('string'),
			'my field': field('string'),
		},
	});
	expect(response.output).toEqual({ total: null, 'my field': { a: [1, null] } });
});

test.each<[what: string, content: string, field: object, value: unknown]>([
	['the shortest label', 'Net total: 9\nTotal   1,469.06 EUR', { total: field('number') }, 1469.06],
	['a label with all words', 'Total: 9\nNet total: 12.50 €', { total_net: field('number') }, 12.5],
	['no label', 'Total: 9', { vat: field('number') }, null],
	['another word', 'From: Ana <ana@b.example>', { sender: field('string') }, 'Ana'],
	[
		'a date',
		'Date due: 3 March 2026',
		{ dueDate: field('string', 'Date as YYYY-MM-DD.') },
		'2026-03-03',
	],
	[
		'the first date',
		'Now\n2026-03-04 12:30',
		{ date: field('string', 'Date as YYYY-MM-DD.') },
		'2026-03-04',
	],
	['an email address', 'Write to ana@b.example.', { email: field('string') }, 'ana@b.example'],
	['the first line', '\nCafe Meridian\nTill 3', { merchant: field('string') }, 'Cafe Meridian'],
	[
		'an allowed value',
		'Priority: HIGH!',
		{ priority: field('string', 'One of: low, high') },
		'high',
	],
	['true or false', 'Paid: yes', { paid: field('boolean') }, true],
	['a list', 'Guests: Ana, Ben', { guests: field('array') }, ['Ana', 'Ben']],
	['an empty list', 'Guests', { guests: field('array') }, []],
])('it finds a value by %s: %j', async (_what, content, outputStructure, value) => {
	const { output } = await extract({ ...text(content), outputStructure });
	expect(Object.values(output as object)).toEqual([value]);
});

test('it finds order lines for the columns in the description that the node writes', async () => {
	const description =
		'The lines, each with "with". List of objects, each with article (text; what, and how), quantity (whole number) and totalPrice (number); null if there is none.';
	const { output } = await extract({
		...text('Please send us:\n- 2 x Desk lamp 39.90\n10 x Notebook A5     3.50'),
		outputStructure: { lines: field('array', description) },
	});
	expect(output).toEqual({
		lines: [
			{ article: 'Desk lamp', quantity: 2, totalPrice: 39.9 },
			{ article: 'Notebook A5', quantity: 10, totalPrice: 3.5 },
		],
	});
});
