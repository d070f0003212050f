import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../../helpers/exactJson';
import { type ApiRequest, serialize } from '../../transport/request';
import type { ItemParameters, Operation, Result } from '../operation';

/**
 * For Show Request Only: returns an item's first request as the result of the item, without sending it.
 * @param ids the item's IDs, which the output item contains
 * @throws whatever the operation throws before its first request
 */
export async function preview(
	operation: Operation,
	parameters: ItemParameters,
	ids: IDataObject,
): Promise<Result> {
	const request = await new Promise<ApiRequest>((resolve, reject) => {
		const api = {
			// Never settles: without a response, the operation can't continue.
			request: async (unsent: ApiRequest) => await new Promise<never>(() => resolve(unsent)),
			maxParallelRequests: () => 1,
		};
		const noRequest = () => reject(new Error('The operation sends no request'));
		operation.execute(parameters, api).then(noRequest, reject);
	});
	const { method, path, text } = serialize(request);
	const body = parseJsonText(text) as IDataObject | undefined;
	return { items: [{ ...ids, sent: false, method, path, ...(body && { body }) }] };
}
