import type { INodeProperties } from 'n8n-workflow';
import { compact } from '../../../parameters/compact';
import type { MessageContent } from '../../../transport/contract';
import { requestSchemas } from '../../../transport/requestSchemas';
import { writtenJson } from '../../../helpers/exactJson';
import { isObject } from '../../../helpers/values';
import { InvalidParameterError } from '../../../parameters/validators';
import type { BinaryFile, InputItem } from '../../../parameters/inputItem';
import { binaryFieldsInWords, binaryFile } from '../../../parameters/inputItem';
import { hintUnlisted, validateSchema } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';
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
			{
				name: 'Automatic',
				value: AUTOMATIC,
				description: 'UTF-8, UTF-16 and Windows-1252 are found',
			},
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
	compact({
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
	}),
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

/** How long the input may be. */
export const maxCharactersOption: INodeProperties = {
	displayName: 'Max Characters',
	name: 'maxCharacters',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 100_000,
	builderHint: { propertyHint: 'Left out: no bound' },
	description: 'Refuses an item with a longer input before anything is sent; 0 for no bound',
};

/** One piece of what to extract from. */
export interface Content {
	/** The content item; of a file, as far as it is known before the file is read. */
	known: MessageContent;
	/** Where it comes from a file: the whole of it. Throws InvalidParameterError when the file holds no text. */
	ofFile?: () => Promise<MessageContent>;
}

const KINDS = { text: textFromPanel, textFile: textFromFile, file: fileByTemplate };
const CONTENT = { type: 'array', items: requestSchemas.MessageContent };

/**
 * What to extract from; files are there, and not yet read.
 * @returns it, and what the user should know of it
 * @throws InvalidParameterError when there is nothing, or a file is missing
 */
export function readExtractInput(
	read: ParameterReader,
	item: InputItem,
): { content: Content[]; hints: string[] } {
	const sources = {
		text: (): Content[] => [textFromPanel(read)],
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
 * The content items as they are sent, files read one after another.
 * @throws InvalidParameterError when a file holds no text
 */
export async function readFiles(contents: Content[]): Promise<MessageContent[]> {
	const items: MessageContent[] = [];
	for (const { known, ofFile } of contents) items.push(ofFile ? await ofFile() : known);
	return items;
}

/** How many characters the content has; of what is no text, how many its JSON has. */
export function charactersOf(contents: MessageContent[]): number {
	return contents.reduce((sum, content) => {
		const text = content.type === 'TEXT' && typeof content.text === 'string';
		return sum + (text ? (content.text as string) : writtenJson(content)).length;
	}, 0);
}

/**
 * Refuses content that is longer than it may be.
 * @throws InvalidParameterError
 */
export function refuseTooLong(contents: MessageContent[], most: number | undefined): void {
	if (most === undefined) return;
	const characters = charactersOf(contents);
	if (characters <= most) return;
	throw new InvalidParameterError(
		maxCharactersOption.displayName,
		`is ${most}, but the input has ${characters} characters`,
		'Shorten the text, split it into several items, or raise Max Characters under Options.',
	);
}

function textContent(text: string): MessageContent {
	return { type: 'TEXT', text };
}

function textFromPanel(read: ParameterReader): Content {
	return { known: textContent(read.requiredText('text')) };
}

function textFromFile(row: ParameterReader, item: InputItem): Content {
	const parameter = row.displayName('binaryField');
	const file = fileOfRow(row, item);
	const encoding = row.choice('encoding');
	return {
		known: textContent(''),
		async ofFile() {
			const text = textOfFile(await file.read(), encoding);
			if (text !== undefined && text.trim() !== '') return textContent(text);
			throw new InvalidParameterError(
				parameter,
				`holds ${text === undefined ? 'no text that can be read' : 'an empty file'}: ${file.fileName || 'a file'} (${file.mimeType})`,
				`${binaryFieldsInWords(item)} Choose one that holds text, choose its File Encoding, or send the file by the kind "File".`,
			);
		},
	};
}

function fileByTemplate(row: ParameterReader, item: InputItem): Content {
	const template = row.required('template', row.jsonObject('template'));
	const file = fileOfRow(row, item);
	validateSchema(row.displayName('template'), template, requestSchemas.MessageContent);
	return {
		known: template as MessageContent,
		async ofFile() {
			const data = await file.read();
			// Made only where it is asked for: it is a third longer than the file.
			const values = {
				...file,
				get base64() {
					return data.toString('base64');
				},
			};
			return filledIn(template, values) as MessageContent;
		},
	};
}

function fileOfRow(row: ParameterReader, item: InputItem): BinaryFile {
	const given = row.required('binaryField', row.value('binaryField'));
	return binaryFile(row.displayName('binaryField'), given, item);
}

type Placeholders = Omit<BinaryFile, 'read'> & { base64: string };

/** Fills the placeholders in, in every text of the template. */
function filledIn(template: unknown, values: Placeholders): unknown {
	if (typeof template === 'string') {
		return template.replace(
			/%(base64|mimeType|fileName|fileExtension)%/g,
			(_, name: keyof Placeholders) => values[name],
		);
	}
	if (Array.isArray(template)) return template.map((element) => filledIn(element, values));
	if (!isObject(template)) return template;
	return Object.fromEntries(
		Object.entries(template).map(([name, member]) => [name, filledIn(member, values)]),
	);
}
