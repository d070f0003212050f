import type { INodeProperties } from 'n8n-workflow';
import type { MessageContent } from '../../api/contract';
import { requestSchemas } from '../../api/requestSchemas';
import { isObject } from '../../values';
import { RefusedParameter } from '../../parameters/checks';
import type { BinaryFile, InputItem } from '../../parameters/inputItem';
import { binaryFieldsInWords, binaryFile } from '../../parameters/inputItem';
import { refuseViolation } from '../../parameters/json';
import type { ParameterReader } from '../../parameters/reader';
import { AUTOMATIC, ENCODINGS } from './encodings';
import { textOfFile } from './textFile';

const contentRow: INodeProperties[] = [
	{
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		default: 'text',
		options: [
			{ name: 'Text', value: 'text' },
			{
				name: 'Text From File',
				value: 'textFile',
				description: 'A file that holds text: TXT, CSV, Markdown, HTML, JSON, XML, EML',
			},
			{
				name: 'File',
				value: 'file',
				description: 'A file of any kind, in a form that you write below',
			},
		],
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		displayOptions: { show: { kind: ['text'] } },
	},
	{
		displayName: 'Binary Field',
		name: 'binaryField',
		type: 'string',
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the input field that holds the file, or the file itself by an expression',
		displayOptions: { show: { kind: ['textFile', 'file'] } },
	},
	{
		displayName: 'File Encoding',
		name: 'encoding',
		type: 'options',
		default: AUTOMATIC,
		description:
			'How the file holds its text. Found by itself are UTF-8, UTF-16 and Windows-1252: choose the encoding where letters come out wrong.',
		options: [
			{ name: 'Automatic', value: AUTOMATIC },
			...ENCODINGS.map(({ name, value }) => ({ name, value })),
		],
		displayOptions: { show: { kind: ['textFile'] } },
	},
	{
		displayName: 'Content Item (JSON)',
		name: 'template',
		type: 'json',
		default: '',
		placeholder: 'e.g. {"type": "THE_TYPE", "data": "%base64%"}',
		description:
			'The content item in the form that your instance takes. The API documents no other type than TEXT, so THE_TYPE and the properties are yours to fill in. %base64%, %mimeType%, %fileName% and %fileExtension% are replaced.',
		displayOptions: { show: { kind: ['file'] } },
	},
];

/** What to extract from (api-spec.md 2.7, input). */
export const extractInputFields: INodeProperties[] = [
	{
		displayName: 'Input',
		name: 'inputType',
		type: 'options',
		default: 'text',
		description: 'What to extract from',
		options: [
			{ name: 'Text', value: 'text', description: 'One text, such as a mail or a note' },
			{
				name: 'Content Items',
				value: 'content',
				description: 'Several texts and files together, in order',
			},
			{ name: 'JSON', value: 'json', description: 'The whole list as the API takes it' },
		],
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Invoice 4711 of 3 May, total 99.50 EUR',
		description: 'The text to extract from, such as a mail, a note or a page',
		displayOptions: { show: { inputType: ['text'] } },
	},
	{
		displayName: 'Content Items',
		name: 'content',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add content',
		required: true,
		default: {},
		description: 'Sent together as one request, in this order',
		displayOptions: { show: { inputType: ['content'] } },
		options: [{ displayName: 'Content', name: 'item', values: contentRow }],
	},
	{
		displayName: 'Input (JSON)',
		name: 'inputJson',
		type: 'json',
		required: true,
		default: '[\n  { "type": "TEXT", "text": "" }\n]',
		description:
			'A JSON array of content items. The API documents {"type": "TEXT", "text": "…"} and leaves other types open.',
		displayOptions: { show: { inputType: ['json'] } },
	},
];

/**
 * The content to extract from.
 * @throws RefusedParameter when there is none, or a file is missing or holds no text
 */
export async function readExtractInput(
	read: ParameterReader,
	item: InputItem,
): Promise<MessageContent[]> {
	const sources = {
		text: () => [textContent(read.requiredText('text'))],
		json: () => contentFromJson(read),
		content: async () => await contentFromRows(read, item),
	};
	return await sources[read.choice<keyof typeof sources>('inputType')]();
}

function textContent(text: string): MessageContent {
	return { type: 'TEXT', text };
}

function contentFromJson(read: ParameterReader): MessageContent[] {
	const content = read.required('inputJson', read.jsonArray('inputJson'));
	return checkedContent(read.displayName('inputJson'), content);
}

async function contentFromRows(read: ParameterReader, item: InputItem): Promise<MessageContent[]> {
	const kinds = { text: textFromRow, textFile: textFromFile, file: fileByTemplate };
	const content: MessageContent[] = [];
	for (const row of read.rows('content')) {
		content.push(await kinds[row.choice<keyof typeof kinds>('kind')](row, item));
	}
	return checkedContent(read.displayName('content'), content);
}

function checkedContent(parameter: string, content: unknown[]): MessageContent[] {
	if (content.length === 0) {
		throw new RefusedParameter(parameter, 'is empty', 'Add at least one text or file.');
	}
	refuseViolation(parameter, content, { type: 'array', items: requestSchemas.MessageContent });
	return content as MessageContent[];
}

function textFromRow(row: ParameterReader): MessageContent {
	return textContent(row.requiredText('text'));
}

async function textFromFile(row: ParameterReader, item: InputItem): Promise<MessageContent> {
	const parameter = row.displayName('binaryField');
	const file = await fileOfRow(row, item);
	const text = textOfFile(file.data, row.choice('encoding'));
	if (text !== undefined && text.trim() !== '') return textContent(text);
	throw new RefusedParameter(
		parameter,
		`holds ${text === undefined ? 'no text that can be read' : 'an empty file'}: ${file.fileName || 'a file'} (${file.mimeType})`,
		`${binaryFieldsInWords(item)} Choose one that holds text, choose its File Encoding, or send the file by the kind "File".`,
	);
}

async function fileByTemplate(row: ParameterReader, item: InputItem): Promise<MessageContent> {
	const template = row.required('template', row.jsonObject('template'));
	const file = await fileOfRow(row, item);
	const content = filledIn(template, file);
	refuseViolation(row.displayName('template'), content, requestSchemas.MessageContent);
	return content as MessageContent;
}

async function fileOfRow(row: ParameterReader, item: InputItem): Promise<BinaryFile> {
	const given = row.required('binaryField', row.value('binaryField'));
	return await binaryFile(row.displayName('binaryField'), given, item);
}

const PLACEHOLDERS: Record<string, (file: BinaryFile) => string> = {
	base64: ({ data }) => data.toString('base64'),
	mimeType: ({ mimeType }) => mimeType,
	fileName: ({ fileName }) => fileName,
	fileExtension: ({ fileExtension }) => fileExtension,
};

/** Fills the placeholders in, in every text of the template. */
function filledIn(template: unknown, file: BinaryFile): unknown {
	if (typeof template === 'string') {
		return template.replace(/%(base64|mimeType|fileName|fileExtension)%/g, (_, name: string) =>
			PLACEHOLDERS[name](file),
		);
	}
	if (Array.isArray(template)) return template.map((element) => filledIn(element, file));
	if (!isObject(template)) return template;
	return Object.fromEntries(
		Object.entries(template).map(([name, member]) => [name, filledIn(member, file)]),
	);
}
