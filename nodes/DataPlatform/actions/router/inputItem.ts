import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { InputItem } from '../../parameters/inputItem';
import { isFile } from '../../parameters/inputItem';
import { isObject } from '../../helpers/values';

/** What an operation may see of an incoming item; binary data is read when it is asked for. */
export function itemView(
	context: IExecuteFunctions,
	{ json, binary = {} }: INodeExecutionData,
	itemIndex: number,
): InputItem {
	// n8n 2 keeps files there when the workflow's binary mode is "combined".
	const inJson = isObject(json._files) ? json._files : {};
	const filesInJson = Object.entries(inJson).flatMap(([name, file]) =>
		isFile(file) ? [[name, file] as const] : [],
	);
	return {
		json,
		timezone: context.getTimezone(),
		files: new Map([...filesInJson, ...Object.entries(binary)]),
		// The file itself: for a name n8n's helper looks elsewhere from mode to mode.
		readFile: async (file) => await context.helpers.getBinaryDataBuffer(itemIndex, file),
	};
}
