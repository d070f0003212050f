import type { INodeProperties } from 'n8n-workflow';
import { compact } from '../../../parameters/compact';
import type { MessageContent } from '../../../transport/contract';
import { requestSchemas } from '../../../parameters/requestSchemas';
import { stringifyJson } from '../../../helpers/exactJson';
import { isObject } from '../../../helpers/values';
import { InvalidParameterError } from '../../../parameters/validators';
import type { BinaryFile, InputItem } from '../../../parameters/inputItem';
import { binaryFile, describeFiles } from '../../../parameters/inputItem';
import { hintUnlisted, validateSchema } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';
import { json, rows, select, showFor, text } from './parameters';

const contentRow: INodeProperties[] = [
	select(
		'Kind',
		'kind',
		'',
		`file | File | Any file, in the format that you enter below
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
		'The content item in the format of your platform. The node fills in %base64%, %mimeType%, %fileName% and %fileExtension%.',
		{ placeholder: 'e.g. {"type": "THE_TYPE", "data": "%base64%"}', ...showFor('kind', 'file') },
	),
];

/** What to extract from (api-spec.md 2.7, input). */
export const inputParameters: INodeProperties[] = [
	select(
		'Input',
		'inputType',
		'What to extract from',
		`content | Content Items | Several texts and files in one request
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
	compact(
		rows('Content Items', 'content', 'Sent in one request, in this order', {
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
		'JSON array of content items, such as {"type": "TEXT", "text": "…"}',
		{
			required: true,
			default: '[\n  { "type": "TEXT", "text": "" }\n]',
			...showFor('inputType', 'json'),
		},
	),
];

/** One content item to extract from. */
export interface Content {
	/** The content item; for a file, without the file's content. */
	known: MessageContent;
	/** Reads the file. Throws InvalidParameterError when it contains no text. */
	readFile?: () => Promise<MessageContent>;
}

const KINDS = { text: readText, textFile: readTextFromFile, file: readFileContent };
const CONTENT = { type: 'array', items: requestSchemas.MessageContent };

/**
 * Reads what to extract from, except for the content of files.
 * @throws InvalidParameterError when there is nothing, or a file is missing
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
	const parameter = read.displayName(source);
	if (content.length === 0) {
		throw new InvalidParameterError(parameter, 'is empty', 'Add at least one text or file.');
	}
	const known = content.map((each) => each.known);
	validateSchema(parameter, known, CONTENT);
	return { content, hints: hintUnlisted(parameter, known, CONTENT) };
}

/**
 * The content items as they are sent. Files are read one after another.
 * @throws InvalidParameterError when a file contains no text
 */
export async function readFiles(contents: Content[]): Promise<MessageContent[]> {
	const items: MessageContent[] = [];
	for (const { known, readFile } of contents) items.push(readFile ? await readFile() : known);
	return items;
}

/** How many characters the content has: of text its own, of other content those of its JSON. */
export function charactersOf(contents: MessageContent[]): number {
	return contents.reduce(
		(sum, content) => sum + (textOf(content) ?? stringifyJson(content)).length,
		0,
	);
}

/** The text of a content item; undefined when it is something else. */
export function textOf({ type, text }: MessageContent): string | undefined {
	return type === 'TEXT' && typeof text === 'string' ? text : undefined;
}

function textContent(text: string): MessageContent {
	return { type: 'TEXT', text };
}

function readText(read: ParameterReader): Content {
	return { known: textContent(read.requiredText('text')) };
}

function readTextFromFile(row: ParameterReader, item: InputItem): Content {
	const parameter = row.displayName('inputDataFieldName');
	const file = fileOfRow(row, item);
	return {
		known: textContent(''),
		async readFile() {
			const text = readTextFile(await file.read());
			if (text !== undefined && text.trim() !== '') return textContent(text);
			throw new InvalidParameterError(
				parameter,
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
			// Made only where it is asked for: it is a third longer than the file.
			const values = {
				...file,
				get base64() {
					return data.toString('base64');
				},
			};
			return fillTemplate(template, values) as MessageContent;
		},
	};
}

function fileOfRow(row: ParameterReader, item: InputItem): BinaryFile {
	const given = row.required('inputDataFieldName', row.value('inputDataFieldName'));
	return binaryFile(row.displayName('inputDataFieldName'), given, item);
}

type Placeholders = Omit<BinaryFile, 'read'> & { base64: string };

/** The template with its placeholders replaced in every text. */
function fillTemplate(template: unknown, values: Placeholders): unknown {
	if (typeof template === 'string') {
		return template.replace(
			/%(base64|mimeType|fileName|fileExtension)%/g,
			(_, name: keyof Placeholders) => values[name],
		);
	}
	if (Array.isArray(template)) return template.map((element) => fillTemplate(element, values));
	if (!isObject(template)) return template;
	return Object.fromEntries(
		Object.entries(template).map(([name, member]) => [name, fillTemplate(member, values)]),
	);
}

const MARKS: Array<{ mark: number[]; encoding: string }> = [
	{ mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
	{ mark: [0xff, 0xfe], encoding: 'utf-16le' },
	{ mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The characters of 0x80 to 0x9f in Windows-1252, which Node 20 decodes as Latin-1. Five are not used. */
const WINDOWS_SIGNS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/** How files start that contain no text although most of their bytes may look like it. */
const NO_TEXT = ['%PDF-', 'PK\u0003\u0004', '{\\rtf', '\u0089PNG', 'GIF8', '\u00ff\u00d8\u00ff'];

const SAMPLE = 4096;

/** A control character that text doesn't contain. */
const NOT_IN_TEXT = /(?![\t\n\f\r\u0080-\u009f])\p{Cc}/u;

/**
 * The text of a file in UTF-8, UTF-16 or Windows-1252, of which Latin-1 is a part. The encoding is found by
 * the byte order mark, by the zero bytes of UTF-16, or by trying.
 * @returns undefined when the file contains no such text
 */
function readTextFile(data: Buffer): string | undefined {
	const start = data.subarray(0, 8).toString('latin1');
	if (NO_TEXT.some((beginning) => start.startsWith(beginning))) return undefined;
	const marked = MARKS.find(({ mark }) => mark.every((byte, index) => data[index] === byte));
	const text = marked ? decode(data, marked.encoding) : decodeUnmarked(data);
	return text !== undefined && NOT_IN_TEXT.test(text) ? undefined : text;
}

function decodeUnmarked(data: Buffer): string | undefined {
	const sample = data.subarray(0, SAMPLE);
	// In UTF-16, every second byte of Western text is zero: the odd ones if it is little-endian.
	const zeros = (odd: number) =>
		sample.filter((byte, index) => byte === 0 && index % 2 === odd).length;
	if (zeros(1) > zeros(0)) return decode(data, 'utf-16le');
	if (zeros(0) > 0) return decode(data, 'utf-16be');
	// Text in Windows-1252 is mostly ASCII; text of other scripts in their own encodings isn't.
	const isMostlyAscii = sample.filter((byte) => byte >= 0x80).length * 3 <= sample.length;
	return decode(data, 'utf-8') ?? (isMostlyAscii ? decodeWindows(data) : undefined);
}

function decode(data: Buffer, encoding: string): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(data);
	} catch {
		return undefined;
	}
}

function decodeWindows(data: Buffer): string {
	return data
		.toString('latin1')
		.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80]);
}
