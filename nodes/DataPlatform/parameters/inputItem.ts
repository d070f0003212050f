import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getValueAt } from '../helpers/paths';
import { isObject, quote } from '../helpers/values';
import { InvalidParameterError, parseText } from './validators';

export interface BinaryFile extends Required<
	Pick<IBinaryData, 'mimeType' | 'fileName' | 'fileExtension'>
> {
	/** Reads the content, wherever n8n stores it. */
	read(): Promise<Buffer>;
}

/** An input item, as passed to `readParameters` of an operation. */
export interface InputItem {
	json: IDataObject;
	/** The time zone of the workflow. */
	timezone: string;
	/** The item's files by field name. */
	files: ReadonlyMap<string, IBinaryData>;
	/** Reads the content of a file, wherever n8n stores it. The file may belong to another item. */
	readFile(file: IBinaryData): Promise<Buffer>;
}

/** Creates an input item. Doesn't read the files. */
export function createInputItem(
	context: IExecuteFunctions,
	{ json, binary = {} }: INodeExecutionData,
	itemIndex: number,
): InputItem {
	// n8n 2 keeps files in `json._files` if the workflow's binary mode is "combined".
	const { _files } = json;
	const filesInJson = Object.entries((_files ?? {}) as Record<string, IBinaryData>);
	return {
		json,
		timezone: context.getTimezone(),
		files: new Map([...filesInJson.filter(([, file]) => isFile(file)), ...Object.entries(binary)]),
		// Passes the file, not its name, because n8n looks up names differently in each binary mode.
		readFile: async (file) => await context.helpers.getBinaryDataBuffer(itemIndex, file),
	};
}

/**
 * Finds a file by its field name (`data`) or its path in the item's JSON (`_files.data`). Also accepts a
 * file that an expression returned, such as `{{ $('Email').item.binary.data }}`.
 * @throws InvalidParameterError if there is no such file. The error lists the item's files.
 */
export function findBinaryFile(parameter: string, given: unknown, item: InputItem): BinaryFile {
	const file = isFile(given) ? given : findFileByName(parameter, given, item);
	const { mimeType, fileName = '', fileExtension = '' } = file;
	return { mimeType, fileName, fileExtension, read: async () => await item.readFile(file) };
}

function findFileByName(parameter: string, given: unknown, item: InputItem): IBinaryData {
	if (typeof given === 'object') {
		throw new InvalidParameterError(
			parameter,
			`must be the name of a field with a file, but is ${quote(given)}`,
			`${describeFiles(item)} For a file of an earlier node, use {{ $('Node name').item.binary.data }}.`,
		);
	}
	const name = parseText(parameter, given);
	const file = item.files.get(name) ?? getAtPath(item.json, name);
	if (isFile(file)) return file;
	throw new InvalidParameterError(
		parameter,
		`names "${name}", but the item has no such file`,
		`${describeFiles(item)} Enter the name of a field with a file, or connect a node that outputs one.`,
	);
}

/** Lists the files of the item in one sentence. */
export function describeFiles({ files }: InputItem): string {
	if (files.size === 0) return 'The item has no files.';
	const list = [...files].map(([name, { fileName, mimeType }]) => {
		return `"${name}" (${[fileName, mimeType].filter(Boolean).join(', ')})`;
	});
	return `The item has files in these fields: ${list.join(', ')}.`;
}

/** Whether a value has what n8n needs of a file: a MIME type, and content or the ID of stored content. */
export function isFile(value: unknown): value is IBinaryData {
	if (!isObject(value)) return false;
	const { mimeType, data, id } = value;
	return typeof mimeType === 'string' && (typeof data === 'string' || typeof id === 'string');
}

/**
 * Returns the value at a path such as `_files.data` or `docs[0].file`. Returns undefined for a plain name
 * such as `report`, because a plain name means a binary field, not a field of the JSON.
 */
function getAtPath(json: IDataObject, path: string): unknown {
	if (!/[.[]/.test(path)) return undefined;
	return getValueAt(json, path.split(/[.[\]'"]/).filter(Boolean));
}
