import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { getValueAt } from '../../../helpers/paths';
import { quote } from '../../../helpers/values';
import { type InputItem, isFile } from '../../../parameters/inputItem';
import { InvalidParameterError, parseName } from '../../../parameters/validators';

export interface BinaryFile extends Required<
	Pick<IBinaryData, 'mimeType' | 'fileName' | 'fileExtension'>
> {
	/** Reads the content, wherever n8n stores it. */
	read(): Promise<Buffer>;
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
	const name = parseName(parameter, given);
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

/**
 * Returns the value at a path such as `_files.data` or `docs[0].file`. Returns undefined for a plain name
 * such as `report`, because a plain name means a binary field, not a field of the JSON.
 */
function getAtPath(json: IDataObject, path: string): unknown {
	if (!/[.[]/.test(path)) return undefined;
	return getValueAt(json, path.split(/[.[\]'"]/).filter(Boolean));
}
