import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject, mapMembers, quote, trimInvisible } from '../../../../helpers/values';
import { type InputItem, isFile } from '../../../../parameters/inputItem';
import type { ParameterReader } from '../../../../parameters/reader';
import { hintUnlisted } from '../../../../parameters/validateSchema';
import { isUnset } from '../../../../parameters/validators';
import { requestSchemas } from '../../../../transport/contract';
import { showOnlyForExtract } from '../options.description';

/** The parameters for the content to extract from (api-spec.md 2.7, input). */
export const inputParameters: INodeProperties[] = [
	{
		displayName: 'Input',
		name: 'inputType',
		type: 'options',
		options: [
			{ name: 'Content Items', value: 'content', description: 'Texts and files in one request' },
			{ name: 'JSON', value: 'json', description: 'Content items in the format of the API' },
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
		description: 'Texts and files, sent in one request and in this order',
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
							{ name: 'File', value: 'file', description: 'Such as a PDF or an image' },
							{
								name: 'Text',
								value: 'text',
								description: 'To send a text file, put an Extract from File node before this node',
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
						hint: 'Name of the input field that contains the file. Expressions can return the file itself, except $binary.',
						displayOptions: { show: { kind: ['file'] } },
					},
					{
						displayName: 'Content Item (JSON)',
						name: 'template',
						type: 'json',
						default: '',
						placeholder: 'e.g. {"type": "THE_TYPE", "data": "%base64%"}',
						description:
							"The item in your platform's format. The node fills in %base64%, %mimeType%, %fileName% and %fileExtension%.",
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

/** A content item. If it has a file, its texts may contain placeholders such as `%base64%`. */
export interface Content {
	item: IDataObject;
	file?: IBinaryData;
}

/**
 * Reads the content to extract from. Files are read later, by `readFiles`.
 * @returns the content, and a hint if it has members that the API doesn't document
 * @throws InvalidParameterError if there is no content, a text is empty, a file is missing or has no
 * place in its template, or JSON doesn't match the API
 */
export function readInput(read: ParameterReader, { files }: InputItem) {
	const inputType = read.choice<'content' | 'json' | 'text'>('inputType');
	if (inputType === 'text') return { content: [readText(read)], hints: [] };
	const parameter = inputType === 'json' ? 'inputJson' : 'content';
	const content: Content[] =
		inputType === 'json'
			? (read.jsonArray(parameter) ?? []).map((item) => ({ item: item as IDataObject }))
			: read.rows(parameter).map((row) => readRow(row, files));
	if (content.length === 0) {
		throw read.invalid(parameter, 'is empty', 'Add at least one text or file.');
	}
	const items = content.map(({ item }) => item);
	const hints = hintUnlisted(read.displayName(parameter), items, [requestSchemas.MessageContent]);
	const empty = items.findIndex(isEmptyText);
	if (empty < 0) return { content, hints };
	throw read.invalid(parameter, `contains "[${empty}].text", which is empty`, SCAN_ADVICE);
}

/** Extract From File returns an empty text for a scan. */
const SCAN_ADVICE =
	"Is it a scan? Then run OCR first. To go on without it, set 'On Error' to 'Continue'.";

function readText(read: ParameterReader): Content {
	const text = read.text('text');
	if (text !== undefined) return { item: { type: 'TEXT', text } };
	throw read.invalid('text', 'is empty', SCAN_ADVICE);
}

/** Whether a content item is a text without content. Without `text`, another member may have the content. */
function isEmptyText({ type, ...members }: IDataObject): boolean {
	const mayLackContent = Object.hasOwn(members, 'text') || Object.keys(members).length === 0;
	return type === 'TEXT' && mayLackContent && isUnset(members['text']);
}

/** A file is given by the name of its field, or by an expression that returns the file itself. */
function readRow(row: ParameterReader, files: InputItem['files']): Content {
	if (row.choice('kind') === 'text') return readText(row);
	const item = row.required('template', row.jsonObject('template')) as IDataObject;
	const given = row.required('inputDataFieldName', row.fileOrText('inputDataFieldName'));
	// In n8n's combined binary mode, fields have paths such as `_files.data` and `_files["data"]`.
	const text = typeof given === 'object' ? '' : String(given);
	const path = trimInvisible(text);
	const name = path.replace(/^_files(?:\.|\[["'])|["']\]$/g, '');
	const file = isFile(given) ? given : (files.get(path) ?? files.get(name));
	if (!file) {
		const reason = `must be the name of a field with a file, but is ${quote(given)}`;
		const advice = `Files of this item: ${[...files.keys()].join(', ') || 'none'}. For a file of an earlier node, use {{ $('Node name').item.binary.data }}.`;
		throw row.invalid('inputDataFieldName', reason, advice);
	}
	if (hasContent(item)) return { item, file };
	const advice =
		'Put %base64% where your platform expects the file. The other placeholders are %mimeType%, %fileName% and %fileExtension%.';
	throw row.invalid('template', "has no %base64%, so the file wouldn't be sent", advice);
}

/** Whether a template has a place for the content of the file. */
function hasContent(template: unknown): boolean {
	if (typeof template === 'string') return template.includes('%base64%');
	return Object.values(template ?? {}).some(hasContent);
}

/** Reads the files, and returns the content items to send. */
export async function readFiles(contents: Content[], from: InputItem): Promise<IDataObject[]> {
	const items = contents.map(async ({ item, file }) => {
		if (!file) return item;
		const { mimeType, fileName = '', fileExtension = '' } = file;
		const base64 = (await from.readFile(file)).toString('base64');
		return fillTemplate(item, { base64, mimeType, fileName, fileExtension }) as IDataObject;
	});
	return await Promise.all(items);
}

function fillTemplate(template: unknown, values: Record<string, string>): unknown {
	const fill = (part: unknown) => fillTemplate(part, values);
	if (Array.isArray(template)) return template.map(fill);
	if (isObject(template)) return mapMembers(template, fill);
	if (typeof template !== 'string') return template;
	const placeholders = /%(base64|mimeType|fileName|fileExtension)%/g;
	return template.replace(placeholders, (_, name: string) => values[name]);
}
