import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isObject, quote, valueAt } from '../helpers/values';
import { InvalidParameterError, parseText } from './validators';

/** One file of an item. */
export interface BinaryFile {
	mimeType: string;
	fileName: string;
	fileExtension: string;
	/** Its data, from wherever n8n stores them. */
	read(): Promise<Buffer>;
}

/** The incoming item, as far as an operation may look at it. */
export interface InputItem {
	json: IDataObject;
	/** The workflow's. */
	timezone: string;
	/** Its files by the names of their binary fields. */
	files: ReadonlyMap<string, IBinaryData>;
	/** Reads a file, of this item or another one, from wherever n8n stores it. */
	readFile(file: IBinaryData): Promise<Buffer>;
}

/** Creates what an operation may see of an input item. Files are read on request. */
export function createInputItem(
	context: IExecuteFunctions,
	{ json, binary = {} }: INodeExecutionData,
	itemIndex: number,
): InputItem {
	// n8n 2 keeps files there if the workflow's binary mode is "combined".
	const { _files } = json;
	const inJson = Object.entries(isObject(_files) ? _files : {}).flatMap(([name, file]) =>
		isFile(file) ? [[name, file] as const] : [],
	);
	return {
		json,
		timezone: context.getTimezone(),
		files: new Map([...inJson, ...Object.entries(binary)]),
		// The file itself: a name means something else in each binary mode.
		readFile: async (file) => await context.helpers.getBinaryDataBuffer(itemIndex, file),
	};
}

/**
 * A file: by the name of its binary field, by its path in the item (`_files.data`), as n8n 2 takes it
 * too, or itself, as an expression such as `{{ $('Mail').item.binary.data }}` gives it. Not yet read.
 * @throws InvalidParameterError that lists the binary fields that are there
 */
export function binaryFile(parameter: string, given: unknown, item: InputItem): BinaryFile {
	const file = isFile(given) ? given : fileNamed(parameter, given, item);
	const { mimeType, fileName = '', fileExtension = '' } = file;
	return { mimeType, fileName, fileExtension, read: async () => await item.readFile(file) };
}

function fileNamed(parameter: string, given: unknown, item: InputItem): IBinaryData {
	if (typeof given === 'object') {
		throw new InvalidParameterError(
			parameter,
			`must name a binary field or give a file, but is ${quote(given)}`,
			`${binaryFieldsInWords(item)} A file of an earlier step is {{ $('Name of the step').item.binary.data }}.`,
		);
	}
	const name = parseText(parameter, given);
	const file = item.files.get(name) ?? atPath(item.json, name);
	if (isFile(file)) return file;
	throw new InvalidParameterError(
		parameter,
		`names the binary field "${name}", which the item does not have`,
		binaryFieldsInWords(item),
	);
}

/** What binary fields the item has, as one sentence. */
export function binaryFieldsInWords({ files }: InputItem): string {
	if (files.size === 0) return 'The item has no binary fields: connect a step that gives a file.';
	const list = [...files].map(([name, file]) => `"${name}" (${inWords(file)})`).join(', ');
	return `The item has these binary fields: ${list}.`;
}

function inWords({ fileName, mimeType }: IBinaryData): string {
	return [fileName, mimeType].filter(Boolean).join(', ');
}

/** Whether n8n takes a value for a file: its data are in it, or stored under its id. */
export function isFile(value: unknown): value is IBinaryData {
	if (!isObject(value)) return false;
	const { mimeType, data, id } = value;
	return typeof mimeType === 'string' && (typeof data === 'string' || typeof id === 'string');
}

/**
 * What stands at a path such as `_files.data` or `mails[0].file`. A mere name is no path: what comes from
 * outside as `data` of an item must not pass for the file of that name.
 */
function atPath(json: IDataObject, path: string): unknown {
	if (!/[.[]/.test(path)) return undefined;
	return valueAt(json, path.split(/[.[\]'"]+/).filter(Boolean));
}
