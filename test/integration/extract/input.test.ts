import { errorOf, jsonOf, pairsOf } from '../../support/engine/engine.ts';
import type { TestFile } from './harness.ts';
import { extractor, sentContent, storeBinaryData, messageOf } from './harness.ts';

const { platform, extract } = extractor();

const fields = { outputStructure: { field: [{ name: 'total', type: 'number' }] } };
const content = (...item: object[]) => ({ ...fields, inputType: 'content', content: { item } });
const TEXT = (text: string) => ({ type: 'TEXT', text });

const TEXT_FILES: Array<[name: string, data: Buffer, text: string]> = [
	['UTF-8', Buffer.from('Größe: 5 € 日本'), 'Größe: 5 € 日本'],
	['UTF-8 with a mark', Buffer.from('\ufeffGröße: 5 €'), 'Größe: 5 €'],
	['UTF-8 that was encoded twice', Buffer.from('It\u00e2\u0080\u0099s'), 'It\u00e2\u0080\u0099s'],
	['UTF-16 LE with a mark', Buffer.from('\ufeffGröße: 日本', 'utf16le'), 'Größe: 日本'],
	['UTF-16 BE with a mark', Buffer.from('\ufeffGröße: 日本', 'utf16le').swap16(), 'Größe: 日本'],
	['Latin-1', Buffer.from('Größe: ½ für ñandú', 'latin1'), 'Größe: ½ für ñandú'],
	[
		'Windows-1252',
		Buffer.from('Signs that Latin-1 lacks: \u0080 \u0093ä\u0094 \u0096\u009e\u009f', 'latin1'),
		'Signs that Latin-1 lacks: € “ä” –žŸ',
	],
];

const NO_TEXT: Array<[name: string, mimeType: string, data: Buffer]> = [
	['invoice.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\n')],
	['scan.png', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
	['list.zip', 'application/zip', Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1')],
	['photo.jpg', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x41])],
	['letter.rtf', 'application/rtf', Buffer.from('{\\rtf1\\ansi Hello}')],
	['program.bin', 'application/octet-stream', Buffer.from([1, 2, 3, 0x41, 0x42])],
	['half.txt', 'text/plain', Buffer.from('\ufeffa', 'utf16le').subarray(0, 3)],
	['euc-jp.txt', 'text/plain', Buffer.from([0xc6, 0xfc, 0xcb, 0xdc, 0xb8, 0xec])],
	['utf-16-without-mark.txt', 'text/plain', Buffer.from('請求書番号', 'utf16le')],
	['shift-jis.txt', 'text/plain', Buffer.from([0x93, 0xfa, 0x81, 0x41, 0x96, 0x7b])],
];

const row = (field: string) => ({ kind: 'textFile', inputDataFieldName: field });
const ADVICE = 'Enter the name of a field with a file, or connect a node that outputs one.';

describe.each(['default', 'filesystem'] as const)('files, binary data mode %s', (mode) => {
	beforeAll(async () => await storeBinaryData(mode));
	afterAll(async () => await storeBinaryData('default'));

	test('Text From File finds the charset of each file', async () => {
		const ended = await extract({
			parameters: content(row('={{ $json.field }}')),
			input: TEXT_FILES.map(([name]) => ({ field: `${name}.txt` })),
			files: TEXT_FILES.map(([name, data]) => [
				{ field: `${name}.txt`, name: `${name}.txt`, mimeType: 'text/plain', data },
			]),
		});
		expect(errorOf(ended)).toBeUndefined();
		expect(sentContent(platform)).toEqual(TEXT_FILES.map(([, , text]) => [TEXT(text)]));
		expect(pairsOf(ended)).toEqual(TEXT_FILES.map((_, index) => index));
	});

	test('Text From File fails for a file without text, and the error lists the files of the item', async () => {
		const notes = { field: 'notes', name: 'notes.md', mimeType: 'text/markdown' };
		const ended = await extract({
			parameters: content(row('data')),
			input: NO_TEXT.map(() => ({})),
			files: NO_TEXT.map(([name, mimeType, data]) => [
				{ name, mimeType, data },
				{ ...notes, data: Buffer.from('a') },
			]),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(jsonOf(ended)).toEqual(
			NO_TEXT.map(([name, mimeType], itemIndex) => ({
				error: `'Input Data Field Name' names a file without readable text: ${name} (${mimeType})`,
				itemIndex,
				details: {
					description: `The item has files in these fields: "data" (${name}, ${mimeType}), "notes" (notes.md, text/markdown). Use a file with text in UTF-8, UTF-16 or Windows-1252, or put an Extract From File node before this node.`,
					itemIndex,
					kind: 'invalid',
					parameter: 'Input Data Field Name',
				},
			})),
		);
		expect(platform.requests()).toHaveLength(0);
	});

	test('the error names an empty file, a field that does not exist, and an item without files', async () => {
		const empty = { name: 'empty.txt', mimeType: 'text/plain', data: Buffer.from('\ufeff \n') };
		const ended = await extract({
			parameters: content(row('={{ $json.field }}')),
			input: [{ field: 'data' }, { field: 'attachment' }, { field: 'data' }],
			files: [[empty], [empty], []],
			settings: { onError: 'continueRegularOutput' },
		});
		const words = jsonOf(ended).map(({ error, details }) => [
			error,
			(details as { description: string }).description,
		]);
		expect(words).toEqual([
			[
				"'Input Data Field Name' names a file that is empty: empty.txt (text/plain)",
				expect.stringContaining('"data" (empty.txt, text/plain)'),
			],
			[
				'\'Input Data Field Name\' names "attachment", but the item has no such file',
				`The item has files in these fields: "data" (empty.txt, text/plain). ${ADVICE}`,
			],
			[
				'\'Input Data Field Name\' names "data", but the item has no such file',
				`The item has no files. ${ADVICE}`,
			],
		]);
	});

	test('Content Items sends texts and files in their order, with other kinds for each item', async () => {
		const file = (name: string, mimeType: string, data: string): TestFile[] => [
			{ name, mimeType, data: Buffer.from(data) },
		];
		const any = {
			text: '={{ $json.text }}',
			inputDataFieldName: 'data',
			template: '={{ $json.template }}',
		};
		const template = { type: 'IMAGE', name: '%fileName%' };
		const ended = await extract({
			parameters: content(
				{ ...any, kind: '={{ $json.first }}' },
				{ kind: 'text', text: '={{ $json.text }}, then:' },
				{ ...any, kind: '={{ $json.second }}' },
			),
			input: [
				{ text: 'one', first: 'text', second: 'textFile', template },
				{ text: 'two', first: 'textFile', second: 'file', template },
				{ text: 'three', first: 'file', second: 'text', template: JSON.stringify(template) },
			],
			files: [
				file('a.txt', 'text/plain', 'text of a'),
				file('b.csv', 'text/csv', 'x;y'),
				file('c.png', 'image/png', '\u0089PNG'),
			],
		});
		expect(errorOf(ended)).toBeUndefined();
		expect(sentContent(platform)).toEqual([
			[TEXT('one'), TEXT('one, then:'), TEXT('text of a')],
			[TEXT('x;y'), TEXT('two, then:'), { type: 'IMAGE', name: 'b.csv' }],
			[{ type: 'IMAGE', name: 'c.png' }, TEXT('three, then:'), TEXT('three')],
		]);
	});

	test('File fills every placeholder, anywhere in the template, and only once', async () => {
		const data = Buffer.from([0, 255, 128, 7]);
		const template = {
			type: '%fileExtension%',
			source: { url: 'data:%mimeType%;base64,%base64%', names: ['%fileName%', '%fileName%'] },
			'%mimeType%': 1,
			pages: null,
			other: '%unknown%',
		};
		const ended = await extract({
			parameters: content({
				kind: 'file',
				inputDataFieldName: 'data',
				template: '={{ $json.template }}',
			}),
			input: [
				{ template },
				{ template: JSON.stringify({ type: 'DOCUMENT', title: '%fileName%' }) },
				{ template: { type: 'TEXT', text: 'Named %fileName%' } },
			],
			files: [
				[{ name: 'a.pdf', mimeType: 'application/pdf', data }],
				[{ name: '%base64% of $& "q" %mimeType%.pdf', mimeType: 'application/pdf', data }],
				[{ name: 'c.txt', mimeType: 'text/plain', data }],
			],
		});
		expect(errorOf(ended)).toBeUndefined();
		expect(sentContent(platform)).toEqual([
			[
				{
					type: 'pdf',
					source: { url: 'data:application/pdf;base64,AP+ABw==', names: ['a.pdf', 'a.pdf'] },
					'%mimeType%': 1,
					pages: null,
					other: '%unknown%',
				},
			],
			[{ type: 'DOCUMENT', title: '%base64% of $& "q" %mimeType%.pdf' }],
			[TEXT('Named c.txt')],
		]);
	});
});

test.each([
	[{ kind: 'file', inputDataFieldName: 'data' }, "'Content Item (JSON)' is empty"],
	[
		{ kind: 'file', inputDataFieldName: 'data', template: '["%base64%"]' },
		"'Content Item (JSON)' must be a JSON object",
	],
	[
		{ kind: 'file', inputDataFieldName: 'data', template: '{"type": 5, "data": "%base64%"}' },
		'\'Content Item (JSON)\' contains "type", which must be text, but is 5',
	],
	[{ kind: 'text', text: '' }, "'Text' is empty"],
	[{ kind: 'textFile', inputDataFieldName: '' }, "'Input Data Field Name' is empty"],
	[{ kind: 'video' }, "'Kind' must be one of file, text, textFile"],
])('the content row %j is invalid', async (given, reason) => {
	const data = Buffer.from('a');
	const ended = await extract({
		parameters: content(given),
		input: [{}],
		files: [[{ name: 'a.txt', mimeType: 'text/plain', data }]],
	});
	expect(messageOf(ended)).toContain(reason);
	expect(platform.requests()).toHaveLength(0);
});

test('Content Items without a row is invalid', async () => {
	const ended = await extract({ parameters: content(), input: [{}] });
	expect(messageOf(ended)).toContain("'Content Items' is empty | Add at least one text or file.");
});
