import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { InputItem } from '../parameters/inputItem';

/** What an operation may see of an incoming item; binary data is read when it is asked for. */
export function itemView(
	context: IExecuteFunctions,
	{ json, binary = {} }: INodeExecutionData,
	itemIndex: number,
): InputItem {
	return {
		json,
		binaryFields: new Map(
			Object.entries(binary).map(([field, file]) => [field, inWords(file)] as const),
		),
		async readBinary(field) {
			const { mimeType, fileName = '', fileExtension = '' } = binary[field];
			const data = await context.helpers.getBinaryDataBuffer(itemIndex, field);
			return { data, mimeType, fileName, fileExtension };
		},
	};
}

function inWords({ fileName, mimeType }: IBinaryData): string {
	return [fileName, mimeType].filter(Boolean).join(', ');
}
