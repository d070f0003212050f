import type { TestFile } from './harness.ts';
import { extractor, FILES, messageOf, sentContent, storeBinaryData } from './harness.ts';
import { errorOf } from '../../support/engine/engine.ts';

const { platform, extract } = extractor();

const content = (...item: object[]) => ({
	fields: { field: [{ name: 'total', type: 'number' }] },
	inputType: 'content',
	content: { item },
});
const file = (name: string): TestFile => {
	return { name, mimeType: 'application/pdf', data: Buffer.from(name) };
};
const fileIn = (inputDataFieldName: unknown) =>
	content({ kind: 'file', inputDataFieldName, template: '{"type":"FILE","data":"%base64%"}' });

afterEach(async () => await storeBinaryData('default'));

const EARLIER = `={{ $('${FILES}').item.binary.data }}`;
const EARLIER_COMBINED = `={{ $('${FILES}').item._files.data }}`;

// `$binary` leaves out what n8n keeps in memory, and the binary mode "combined" hides it there.
test.each([
	['filesystem', 'separate', 'data', 'the item'],
	['filesystem', 'separate', EARLIER, 'an earlier node'],
	['filesystem', 'combined', '_files.data', 'the item'],
	['filesystem', 'combined', '={{ $json._files.data }}', 'the item'],
	['filesystem', 'combined', EARLIER_COMBINED, 'an earlier node'],
	['default', 'separate', ' data\u200b', 'the item'],
	['default', 'combined', '_files["data"]', 'the item'],
] as const)(
	'%s, binary mode %s: finds %s, a file of %s',
	async (storage, binaryMode, given, of) => {
		await storeBinaryData(storage);
		const ended = await extract({
			parameters: fileIn(given),
			input: [{}, {}],
			files: [file('one'), file('two')],
			workflowSettings: { binaryMode },
			withoutFiles: of === 'an earlier node',
		});
		expect(errorOf(ended)).toBeUndefined();
		expect(sentContent(platform)).toEqual(
			['one', 'two'].map((name) => [{ type: 'FILE', data: Buffer.from(name).toString('base64') }]),
		);
	},
);

const FORGED = { mimeType: 'text/plain', id: 'filesystem-v2:executions/2/binary_data/3' };

test.each(['name', '__proto__', 'forged', '_files.forged'])(
	'%s is not the name of a file, and the error lists the files of the item',
	async (name) => {
		const ended = await extract({
			parameters: fileIn(name),
			input: [{ name: 'data', forged: FORGED }],
			files: [file('a.pdf')],
		});
		expect(messageOf(ended)).toContain(
			`must be the name of a field with a file, but is "${name}" | See row 1 of Content Items. Files of this item: data.`,
		);
	},
);

test('texts and files are sent in their order, of the kind that an expression returns', async () => {
	const row = {
		kind: '={{ $json.kind }}',
		text: '={{ $json.text }}',
		inputDataFieldName: 'data',
		template: '={{ $json.template }}',
	};
	const template = { type: 'IMAGE', name: '%fileName%', data: '%base64%' };
	await extract({
		parameters: content(row, { kind: 'text', text: '={{ $json.text }}, then' }),
		input: [
			{ kind: 'text', text: 'one' },
			{ kind: 'file', text: 'two', template },
			{ kind: 'file', text: 'three', template: JSON.stringify(template) },
		],
		files: [file('a.png'), file('b.png'), file('c.png')],
	});
	const text = (words: string) => ({ type: 'TEXT', text: words });
	const image = (name: string) => {
		return { type: 'IMAGE', name, data: Buffer.from(name).toString('base64') };
	};
	expect(sentContent(platform)).toEqual([
		[text('one'), text('one, then')],
		[image('b.png'), text('two, then')],
		[image('c.png'), text('three, then')],
	]);
});

const FILE_ROW = { kind: 'file', inputDataFieldName: 'data' };

test('every placeholder in the template is filled in, and only once', async () => {
	const name = '%base64% of $& "q".pdf';
	const template = {
		type: '%fileExtension%',
		source: { url: 'data:%mimeType%;base64,%base64%', names: ['%fileName%', '%fileName%'] },
		other: ['%unknown%', null],
	};
	await extract({
		parameters: content({ ...FILE_ROW, template: JSON.stringify(template) }),
		input: [{}],
		files: [{ name, mimeType: 'application/pdf', data: Buffer.from([0, 255, 128, 7]) }],
	});
	const source = { url: 'data:application/pdf;base64,AP+ABw==', names: [name, name] };
	expect(sentContent(platform)).toEqual([[{ ...template, type: 'pdf', source }]]);
});

test('a placeholder for what n8n does not know of a file becomes empty', async () => {
	const template = { type: 'FILE', name: '%fileName%.%fileExtension%', data: '%base64%' };
	await extract({
		parameters: content({ ...FILE_ROW, template: JSON.stringify(template) }),
		input: [{}],
		files: [{ name: '', mimeType: 'x/unknown', data: Buffer.from('a') }],
	});
	expect(sentContent(platform)).toEqual([[{ type: 'FILE', name: '.', data: 'YQ==' }]]);
});

const BINARY_ROW = { ...FILE_ROW, inputDataFieldName: '={{ $binary }}', template: '{}' };

test.each<[string, ...object[]]>([
	["'Content Items' is empty"],
	["'Content Item (JSON)' is empty", FILE_ROW],
	[
		'"[0].type", which must be text, but is 5',
		{ ...FILE_ROW, template: '{"type": 5, "data": "%base64%"}' },
	],
	['must be the name of a field with a file, but is an object', BINARY_ROW],
	["'Content Item (JSON)' has no %base64%", { ...FILE_ROW, template: '{"type": "%fileName%"}' }],
	['has no %base64%', { ...FILE_ROW, template: '{"type": "DOC", "data": ["%BASE64%", null]}' }],
	['has no %base64%', { ...FILE_ROW, template: '{"type": "DOC", "%base64%": "data"}' }],
	['The other placeholders are %mimeType%,', { ...FILE_ROW, template: '{}' }],
])('invalid content: %s', async (message, ...rows) => {
	const ended = await extract({ parameters: content(...rows), input: [{}], files: [file('a')] });
	expect(messageOf(ended)).toContain(message);
	expect(platform.requests()).toHaveLength(0);
});
