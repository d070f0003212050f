import type { INodeParameters } from 'n8n-workflow';

/** One document and how the panel of AI → Extract is filled in for it. */
export interface DocumentCase {
	title: string;
	/** The file beside this one. */
	file: string;
	mimeType: string;
	/** What the case shows. */
	shows: string;
	/** The panel's values beside resource, operation and input. */
	panel: INodeParameters;
}

const list = (...field: INodeParameters[]) => ({ outputStructure: { field } });

/** The ten documents, each with another way to name fields or to shape the items. */
export const documents: DocumentCase[] = [
	{
		title: 'Invoice mail',
		file: 'invoice-mail.eml',
		mimeType: 'message/rfc822',
		shows:
			'Line items, one per item, from a field list without any JSON; numbers and dates converted.',
		panel: {
			...list(
				{ name: 'invoiceNumber', description: 'Number of the invoice' },
				{ name: 'dueDate', type: 'date' },
				{ name: 'total', type: 'number', description: 'Total with tax' },
				{
					name: 'lines',
					type: 'array',
					elementType: 'object',
					description:
						'What was ordered, each with description (text), quantity (number) and unitPrice (number)',
				},
			),
			options: { splitOut: 'lines', convertTypes: true },
		},
	},
	{
		title: 'Receipt',
		file: 'receipt.txt',
		mimeType: 'text/plain',
		shows: 'The structure from an example of the result; a date in the example asks for dates.',
		panel: {
			specifyStructure: 'example',
			jsonExample: JSON.stringify({
				merchant: 'Shop',
				date: '2026-01-31',
				total: 9.5,
				items: [{ description: 'Tea', quantity: 1, amount: 9.5 }],
			}),
		},
	},
	{
		title: 'Order list (CSV)',
		file: 'orders.csv',
		mimeType: 'text/csv',
		shows: 'Each row of a table becomes an item, and nothing else comes along.',
		panel: {
			specifyStructure: 'example',
			jsonExample: JSON.stringify({
				orders: [{ orderId: '1', customer: 'Name', article: 'Lamp', quantity: 1, unitPrice: 1.5 }],
			}),
			options: { splitOut: 'orders', otherFields: 'leaveOut' },
		},
	},
	{
		title: 'Web page (HTML)',
		file: 'product-page.html',
		mimeType: 'text/html',
		shows: 'Fields with allowed values, and the details of the extraction beside them.',
		panel: {
			...list(
				{ name: 'title', description: 'What is sold' },
				{ name: 'price', type: 'number' },
				{ name: 'colour', options: { values: 'sand, white, black' } },
				{ name: 'availability', options: { values: 'in stock, sold out' } },
			),
			options: { detailsField: 'extraction', convertTypes: true },
		},
	},
	{
		title: 'Event (JSON)',
		file: 'order-event.json',
		mimeType: 'application/json',
		shows: 'A JSON Schema with a reference, a nested object and null; shapes also sent as members.',
		panel: {
			specifyStructure: 'schema',
			jsonSchema: JSON.stringify({
				type: 'object',
				properties: {
					event: { type: 'string' },
					occurredAt: { type: 'string', format: 'date-time' },
					customer: {
						type: 'object',
						properties: { name: { type: 'string' }, email: { type: 'string' } },
					},
					items: { type: 'array', items: { $ref: '#/$defs/Item' } },
					giftMessage: { type: ['string', 'null'] },
				},
				$defs: {
					Item: {
						type: 'object',
						properties: {
							sku: { type: 'string' },
							quantity: { type: 'integer' },
							price: { type: 'number' },
						},
					},
				},
			}),
			options: { sendJsonSchema: true },
		},
	},
	{
		title: 'Résumé',
		file: 'resume.md',
		mimeType: 'text/markdown',
		shows: 'A list of texts and a list of objects in one item.',
		panel: {
			specifyStructure: 'example',
			jsonExample: JSON.stringify({
				name: 'Name',
				email: 'a@b.example',
				skills: ['One'],
				experience: [{ company: 'Firm', role: 'Role', from: '2020-01', to: '2021-01' }],
			}),
		},
	},
	{
		title: 'Support ticket with history',
		file: 'support-ticket.txt',
		mimeType: 'text/plain',
		shows: 'Output Structure (JSON): sent as it is; instructions and model parameters beside it.',
		panel: {
			specifyStructure: 'structure',
			structureJson: JSON.stringify({
				ticket: { type: 'string', description: 'Number of the ticket' },
				priority: { type: 'string', description: 'One of: low, medium, high' },
				urgent: { type: 'boolean' },
				history: {
					type: 'array',
					description: 'List of objects, each with date, author and message',
				},
			}),
			options: {
				instructions: 'Keep the order of the history',
				modelParameters: { parameter: [{ name: 'temperature', value: '0' }] },
			},
		},
	},
	{
		title: 'Meeting notes',
		file: 'meeting-notes.md',
		mimeType: 'text/markdown',
		shows: 'One item per action item, each with the date of the meeting.',
		panel: {
			specifyStructure: 'example',
			jsonExample: JSON.stringify({
				date: '2026-01-31',
				actionItems: [{ owner: 'Name', action: 'What to do' }],
			}),
			options: { splitOut: 'actionItems', convertTypes: true },
		},
	},
	{
		title: 'German offer',
		file: 'german-offer.txt',
		mimeType: 'text/plain',
		shows: 'A file in Windows-1252; German numbers and dates converted.',
		panel: {
			...list(
				{ name: 'angebotsnummer' },
				{ name: 'datum', type: 'date' },
				{ name: 'kunde' },
				{ name: 'gesamtbetrag', type: 'number' },
				{ name: 'mwSt', type: 'number' },
			),
			options: { convertTypes: true },
		},
	},
	{
		title: 'Japanese invoice',
		file: 'japanese-invoice.txt',
		mimeType: 'text/plain',
		shows: 'Text in UTF-8, names of fields in Japanese; a Japanese date converted.',
		panel: {
			specifyStructure: 'example',
			jsonExample: JSON.stringify({
				請求書番号: 'A-1',
				支払期限: '2026-01-31',
				合計金額: 9.5,
				明細: [{ 品名: 'Tea', 数量: 1, 単価: 9.5 }],
			}),
			options: { convertTypes: true },
		},
	},
];
