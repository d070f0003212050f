import type { INodeProperties } from 'n8n-workflow';
import { isObject, mapMembers } from '../../../helpers/values';
import type { InputItem } from '../../../parameters/inputItem';
import { type BinaryFile, findBinaryFile } from './binaryFile';
import { hintUnlisted, type Schema, validateSchema } from '../../../parameters/schema';
import type { ParameterReader } from '../../../parameters/reader';
import { requestSchemas } from '../../../parameters/requestSchemas';
import type { MessageContent } from '../../../transport/contract';

const showOnlyForExtract = { resource: ['ai'], operation: ['extract'] };

/** The parameters for the content to extract from (api-spec.md 2.7, input). */
export const inputParameters: INodeProperties[] = [
	{
		displayName: 'Input',
		name: 'inputType',
		type: 'options',
		options: [
			{ name: 'Content Items', value: 'content', description: 'Texts and files in one request' },
			{
				name: 'JSON',
				value: 'json',
				description: 'The list of content items in the format of the API',
			},
			{ name: 'Text', value: 'text', description: 'One text, such as an email or a note' },
		],
		default: 'text',
		description: 'What to extract from',
		displayOptions: { show: showOnlyForExtract },
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Invoice 4711 of 3 May, total 99.50 EUR',
		description: 'The text to extract from, such as an email, a note or a web page',
		displayOptions: { show: { ...showOnlyForExtract, inputType: ['text'] } },
	},
	{
		displayName: 'Content Items',
		name: 'content',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Content Item',
		required: true,
		default: {},
		description: 'The texts and files to extract from, sent in one request and in this order',
		displayOptions: { show: { ...showOnlyForExtract, inputType: ['content'] } },
		options: [
			{
				displayName: 'Content Item',
				name: 'item',
				values: [
					{
						displayName: 'Kind',
						name: 'kind',
						type: 'options',
						options: [
							{
								name: 'File',
								value: 'file',
								description: 'A file that your platform accepts, such as a PDF or an image',
							},
							{
								name: 'Text',
								value: 'text',
								description: 'To send a text file, put an Extract From File node before this node',
							},
						],
						default: 'text',
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
						displayName: 'Input Data Field Name',
						name: 'inputDataFieldName',
						type: 'string',
						default: 'data',
						placeholder: 'e.g. data',
						hint: 'Name of the input field that contains the file. An expression can also return the file itself.',
						displayOptions: { show: { kind: ['file'] } },
					},
					{
						displayName: 'Content Item (JSON)',
						name: 'template',
						type: 'json',
						default: '',
						placeholder: 'e.g. {"type": "THE_TYPE", "data": "%base64%"}',
						description:
							'The content item in the format of your platform. The node fills in %base64%, %mimeType%, %fileName% and %fileExtension% for the file.',
						displayOptions: { show: { kind: ['file'] } },
					},
				],
			},
		],
	},
	{
		displayName: 'Input (JSON)',
		name: 'inputJson',
		type: 'json',
		required: true,
		default: '[\n  { "type": "TEXT", "text": "" }\n]',
		description: 'JSON array of content items, such as [{"type": "TEXT", "text": "…"}]',
		displayOptions: { show: { ...showOnlyForExtract, inputType: ['json'] } },
	},
];

/** A content item. If there is a file, the item's texts may contain placeholders such as `%base64%`. */
export interface Content {
	item: MessageContent;
	file?: BinaryFile;
}

const CONTENT: Schema = [requestSchemas.MessageContent];

/**
 * Reads the content to extract from. Files are read later, by `readFiles`.
 * @throws InvalidParameterError if there is no content, a file is missing, or JSON doesn't match the API
 */
export function readInput(
	read: ParameterReader,
	inputItem: InputItem,
): { content: Content[]; hints: string[] } {
	const type = read.choice<'content' | 'json' | 'text'>('inputType');
	const parameter = type === 'json' ? 'inputJson' : type;
	const content = readContent(read, parameter, inputItem);
	if (content.length === 0) {
		throw read.invalid(parameter, 'is empty', 'Add at least one text or file.');
	}
	const items = content.map(({ item }) => item);
	validateSchema(read.displayName(parameter), items, CONTENT);
	return { content, hints: hintUnlisted(read.displayName(parameter), items, CONTENT) };
}

function readContent(read: ParameterReader, parameter: string, item: InputItem): Content[] {
	switch (parameter) {
		case 'content':
			return read
				.rows(parameter)
				.map((row) => (row.choice('kind') === 'file' ? readFileRow(row, item) : readText(row)));
		case 'inputJson':
			return read
				.required(parameter, read.jsonArray(parameter))
				.map((given) => ({ item: given as MessageContent }));
		default:
			return [readText(read)];
	}
}

function readText(read: ParameterReader): Content {
	return { item: { type: 'TEXT', text: read.requiredText('text') } };
}

function readFileRow(row: ParameterReader, item: InputItem): Content {
	const template = row.required('template', row.jsonObject('template'));
	const field = row.required('inputDataFieldName', row.value('inputDataFieldName'));
	const file = findBinaryFile(row.displayName('inputDataFieldName'), field, item);
	validateSchema(row.displayName('template'), template, requestSchemas.MessageContent);
	return { item: template as MessageContent, file };
}

/** Reads the files, one after another, and returns the content items to send. */
export async function readFiles(contents: Content[]): Promise<MessageContent[]> {
	const items: MessageContent[] = [];
	for (const { item, file } of contents) items.push(file ? await insertFile(item, file) : item);
	return items;
}

/** Returns the text of a content item; undefined if it isn't text. */
export function textOf({ type, text }: MessageContent): string | undefined {
	return type === 'TEXT' && typeof text === 'string' ? text : undefined;
}

type Placeholder = 'base64' | keyof Omit<BinaryFile, 'read'>;

async function insertFile(item: MessageContent, file: BinaryFile): Promise<MessageContent> {
	const data = await file.read();
	// Base64 is a third longer than the file, so it's created only where it's needed.
	const valueOf = (name: Placeholder) => (name === 'base64' ? data.toString('base64') : file[name]);
	return fillTemplate(item, valueOf) as MessageContent;
}

function fillTemplate(template: unknown, valueOf: (name: Placeholder) => string): unknown {
	const fill = (part: unknown) => fillTemplate(part, valueOf);
	if (Array.isArray(template)) return template.map(fill);
	if (isObject(template)) return mapMembers(template, fill);
	if (typeof template !== 'string') return template;
	const placeholders = /%(base64|mimeType|fileName|fileExtension)%/g;
	return template.replace(placeholders, (_, name: Placeholder) => valueOf(name));
}
