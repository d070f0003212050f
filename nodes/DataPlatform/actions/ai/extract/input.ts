import type { INodeProperties } from 'n8n-workflow';
import { isObject, mapMembers } from '../../../helpers/values';
import { decodeText } from '../../../helpers/textFile';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import { json, rows, select, showFor, text } from '../../../parameters/declare';
import type { MessageContent } from '../../../transport/contract';
import { requestSchemas } from '../../../parameters/requestSchemas';
import { InvalidParameterError } from '../../../parameters/validators';
import type { InputItem } from '../../../parameters/inputItem';
import { hintUnlisted, type Schema, validateSchema } from '../../../parameters/schema';
import type { ParameterReader } from '../../../parameters/reader';
import { type BinaryFile, describeFiles, findBinaryFile } from './binaryFile';

const contentRow: INodeProperties[] = [
	select(
		'Kind',
		'kind',
		'',
		`file | File | A file of any type, inserted into the content item below
		text | Text
		textFile | Text From File | A file that contains text, such as TXT, CSV, Markdown, HTML, JSON, XML or EML`,
		{ default: 'text' },
	),
	text('Text', 'text', '', { typeOptions: { rows: 3 }, ...showFor('kind', 'text') }),
	text('Input Data Field Name', 'inputDataFieldName', '', {
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'Name of the input field that contains the file. An expression can also return the file itself.',
		...showFor('kind', 'textFile', 'file'),
	}),
	json(
		'Content Item (JSON)',
		'template',
		'The content item in the format of your platform. The node fills in %base64%, %mimeType%, %fileName% and %fileExtension% for the file.',
		{ placeholder: 'e.g. {"type": "THE_TYPE", "data": "%base64%"}', ...showFor('kind', 'file') },
	),
];

/** The parameters for the content to extract from (api-spec.md 2.7, input). */
export const inputParameters: INodeProperties[] = [
	select(
		'Input',
		'inputType',
		'What to extract from',
		`content | Content Items | Texts and files in one request
		json | JSON | The list of content items in the format of the API
		text | Text | One text, such as an email or a note`,
		{ default: 'text' },
	),
	text('Text', 'text', 'The text to extract from, such as an email, a note or a page', {
		typeOptions: { rows: 4 },
		required: true,
		placeholder: 'e.g. Invoice 4711 of 3 May, total 99.50 EUR',
		...showFor('inputType', 'text'),
	}),
	shortenForAssistants(
		rows('Content Items', 'content', 'The node sends all rows in one request, in this order', {
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add content',
			required: true,
			options: [{ displayName: 'Content', name: 'item', values: contentRow }],
			...showFor('inputType', 'content'),
		}),
	),
	json(
		'Input (JSON)',
		'inputJson',
		'JSON array of content items, such as [{"type": "TEXT", "text": "…"}]',
		{
			required: true,
			default: '[\n  { "type": "TEXT", "text": "" }\n]',
			...showFor('inputType', 'json'),
		},
	),
];

export interface Content {
	/** The content item. If it needs a file, the file's content is still missing. */
	known: MessageContent;
	/** Returns `known` with the file's content. Throws InvalidParameterError if a text file has no text. */
	readFile?: () => Promise<MessageContent>;
}

const KINDS = { text: readText, textFile: readTextFromFile, file: readFileContent };
const CONTENT: Schema = [requestSchemas.MessageContent];

/**
 * Reads the content to extract from. Files are read later, by `readFiles`.
 * @throws InvalidParameterError if there is no content, a file is missing, or JSON doesn't match the API
 */
export function readInput(
	read: ParameterReader,
	item: InputItem,
): { content: Content[]; hints: string[] } {
	const sources = {
		text: (): Content[] => [readText(read)],
		content: () =>
			read.rows('content').map((row) => KINDS[row.choice<keyof typeof KINDS>('kind')](row, item)),
		inputJson: () =>
			read
				.required('inputJson', read.jsonArray('inputJson'))
				.map((known) => ({ known: known as MessageContent })),
	};
	const type = read.choice('inputType');
	const source = (type === 'json' ? 'inputJson' : type) as keyof typeof sources;
	const content = sources[source]();
	if (content.length === 0) {
		throw read.invalid(source, 'is empty', 'Add at least one text or file.');
	}
	const parameter = read.displayName(source);
	const known = content.map((each) => each.known);
	validateSchema(parameter, known, CONTENT);
	return { content, hints: hintUnlisted(parameter, known, CONTENT) };
}

/**
 * Reads the files and returns the content items to send.
 * @throws InvalidParameterError if a text file has no text
 */
export async function readFiles(contents: Content[]): Promise<MessageContent[]> {
	const items: MessageContent[] = [];
	for (const { known, readFile } of contents) items.push(readFile ? await readFile() : known);
	return items;
}

export function textOf({ type, text }: MessageContent): string | undefined {
	return type === 'TEXT' && typeof text === 'string' ? text : undefined;
}

function readText(read: ParameterReader): Content {
	return { known: { type: 'TEXT', text: read.requiredText('text') } };
}

function readTextFromFile(row: ParameterReader, item: InputItem): Content {
	const file = fileOfRow(row, item);
	return {
		known: { type: 'TEXT', text: '' },
		async readFile() {
			const text = decodeText(await file.read());
			if (text !== undefined && text.trim() !== '') return { type: 'TEXT', text };
			throw new InvalidParameterError(
				row.displayName('inputDataFieldName'),
				`names a file ${text === undefined ? 'without readable text' : 'that is empty'}: ${file.fileName || 'unnamed'} (${file.mimeType})`,
				`${describeFiles(item)} Use a file with text in UTF-8, UTF-16 or Windows-1252, or put an Extract From File node before this node.`,
			);
		},
	};
}

function readFileContent(row: ParameterReader, item: InputItem): Content {
	const template = row.required('template', row.jsonObject('template'));
	const file = fileOfRow(row, item);
	validateSchema(row.displayName('template'), template, requestSchemas.MessageContent);
	return {
		known: template as MessageContent,
		async readFile() {
			const data = await file.read();
			// Base64 is a third longer than the file, so it's created only if the template has %base64%.
			const valueOf = (name: Placeholder) =>
				name === 'base64' ? data.toString('base64') : file[name];
			return fillTemplate(template, valueOf) as MessageContent;
		},
	};
}

function fileOfRow(row: ParameterReader, item: InputItem): BinaryFile {
	const given = row.required('inputDataFieldName', row.value('inputDataFieldName'));
	return findBinaryFile(row.displayName('inputDataFieldName'), given, item);
}

type Placeholder = 'base64' | keyof Omit<BinaryFile, 'read'>;

function fillTemplate(template: unknown, valueOf: (name: Placeholder) => string): unknown {
	const fill = (part: unknown) => fillTemplate(part, valueOf);
	if (Array.isArray(template)) return template.map(fill);
	if (isObject(template)) return mapMembers(template, fill);
	if (typeof template !== 'string') return template;
	const placeholders = /%(base64|mimeType|fileName|fileExtension)%/g;
	return template.replace(placeholders, (_, name: Placeholder) => valueOf(name));
}
