import type { IDataObject } from 'n8n-workflow';
import { RefusedParameter } from './checks';

/** One file of an item. */
export interface BinaryFile {
	data: Buffer;
	mimeType: string;
	fileName: string;
	fileExtension: string;
}

/** The incoming item, as far as an operation may look at it. */
export interface InputItem {
	json: IDataObject;
	/** The binary fields, each in words such as `invoice.pdf, application/pdf`. */
	binaryFields: ReadonlyMap<string, string>;
	/** Reads a binary field from wherever n8n stores it. */
	readBinary(field: string): Promise<BinaryFile>;
}

/**
 * The file in a binary field.
 * @throws RefusedParameter that lists the binary fields that are there
 */
export async function binaryFile(
	parameter: string,
	field: string,
	item: InputItem,
): Promise<BinaryFile> {
	if (item.binaryFields.has(field)) return await item.readBinary(field);
	throw new RefusedParameter(
		parameter,
		`names the binary field "${field}", which the item does not have`,
		binaryFieldsInWords(item),
	);
}

/** What binary fields the item has, as one sentence. */
export function binaryFieldsInWords({ binaryFields }: InputItem): string {
	if (binaryFields.size === 0)
		return 'The item has no binary fields: connect a step that gives a file.';
	const list = [...binaryFields].map(([name, words]) => `"${name}" (${words})`).join(', ');
	return `The item has these binary fields: ${list}.`;
}
