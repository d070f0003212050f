import { expectExtractions, jsonOf, outputOf, rehearse } from './rehearsal.ts';

rehearse('order-email-to-line-items.json', (run) => {
	expectExtractions(run, 1);
	const orderLines = {
		type: 'array',
		description: expect.stringContaining(
			'"article":{"type":"string"},"quantity":{"type":"number"},"price":{"type":"number"}',
		),
	};
	expect(run.requests[0].body).toEqual({
		input: [{ type: 'TEXT', text: expect.stringContaining('- 2 x Desk lamp 39.90') }],
		outputStructure: {
			orderNumber: { type: 'string', description: 'The order number' },
			email: { type: 'string', description: 'Email address of the sender' },
			orderLines,
			total: { type: 'number', description: 'Total amount' },
		},
	});
	expect(jsonOf(run.items)).toEqual([
		{ orderNumber: '2026-0815', article: 'Desk lamp', quantity: 2, price: 39.9 },
		{ orderNumber: '2026-0815', article: 'Office chair', quantity: 1, price: 249 },
		{ orderNumber: '2026-0815', article: 'Notebook', quantity: 10, price: 3.5 },
	]);
});

rehearse('receipts-to-expense-lines.json', async (run, example) => {
	expectExtractions(run, 2);
	const cafe = { date: '2026-11-05', merchant: 'Cafe Meridian' };
	const stationer = { date: '2026-11-06', merchant: 'Market Stationers' };
	expect(outputOf(run, 'Format expense line')).toEqual([
		{ ...cafe, description: '2 x Flat white', amount: 7.6 },
		{ ...cafe, description: '1 x Croissant', amount: 2.9 },
		{ ...cafe, description: '1 x Orange juice', amount: 4.2 },
		{ ...stationer, description: '10 x Notebook', amount: 35 },
		{ ...stationer, description: '1 x Stapler', amount: 12.5 },
	]);
	const { expenses } = run.items[0].binary!;
	expect(expenses).toMatchObject({ fileName: 'expenses.csv', mimeType: 'text/csv' });

	const handedIn = await example.handIn('Book Corner\n2026-11-07\n\n1 x Atlas 24.00\n');
	expect(outputOf(handedIn, 'Format expense line')).toEqual([
		{ date: '2026-11-07', merchant: 'Book Corner', description: '1 x Atlas', amount: 24 },
	]);
});

rehearse('pdf-invoices-to-rows.json', (run) => {
	expectExtractions(run, 2);
	expect(outputOf(run, 'Keep invoice fields')).toEqual([
		{ invoiceNumber: '2026-117', vendor: 'Northwind Paper Ltd', date: '2026-05-12', total: 1299 },
	]);
	expect(outputOf(run, 'Write review request')).toEqual([
		{
			subject: 'Review the invoice from Weber Cleaning GmbH',
			text: expect.stringMatching(
				/^invoiceNumber: .+\n\nThe text of the file:\nWeber Cleaning GmbH[^]*Total: 238\.00 EUR/,
			),
		},
	]);
});

rehearse('email-attachments-to-rows.json', (run) => {
	expectExtractions(run, 2);
	const paper = {
		file: 'invoice-2026-204.pdf',
		invoiceNumber: '2026-204',
		vendor: 'Northwind Paper Ltd',
	};
	const lamps = { file: 'KV-1187.PDF', invoiceNumber: 'KV-1187', vendor: 'Weber Lighting GmbH' };
	expect(outputOf(run, 'Keep row fields')).toEqual([
		{ ...paper, article: 'Copy paper A4', quantity: 40, amount: 1180 },
		{ ...paper, article: 'Toner black', quantity: 2, amount: 119 },
		{ ...lamps, article: 'Desk lamp', quantity: 12, amount: 478.8 },
	]);
});
