import {
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	UserError,
} from 'n8n-workflow';
import { isObject } from '../helpers/values';

const CHECK_FILE = 'Check whether an earlier node still has the file.';

/** An input item, as passed to `readParameters` of an operation. */
export interface InputItem {
	json: IDataObject;
	/** The item's files by field name. */
	files: ReadonlyMap<string, IBinaryData>;
	/**
	 * Reads the content of a file, wherever n8n stores it. The file may belong to another item.
	 * @throws UserError if n8n can't read it
	 */
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
		files: new Map([...filesInJson.filter(([, file]) => isFile(file)), ...Object.entries(binary)]),
		// Passes the file, not its name, because n8n looks up names differently in each binary mode.
		readFile: async (file) => {
			const content = context.helpers.getBinaryDataBuffer(itemIndex, file);
			return await content.catch((cause: UserError) => {
				const description = cause.description || CHECK_FILE;
				throw new UserError(cause.message, { description, cause });
			});
		},
	};
}

/** Whether a value has what n8n needs of a file: a MIME type, and content or the ID of stored content. */
export function isFile(value: unknown): value is IBinaryData {
	if (!isObject(value)) return false;
	const { mimeType, data, id } = value;
	return typeof mimeType === 'string' && (typeof data === 'string' || typeof id === 'string');
}
