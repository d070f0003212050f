import type { IDataObject } from 'n8n-workflow';
import { Aborted } from '../../helpers/abort';
import { parseJsonForItems } from '../../helpers/exactJson';
import type { ApiClient } from '../../transport/apiClient';
import { serialize, type SerializedRequest } from '../../transport/request';
import type { ItemParameters, Operation } from '../operation';
import type { ItemResult } from './item';

/**
 * For Show Request Only: returns an item's first request as the result of the item, without sending it.
 * If the operation needs no request, returns its result.
 * @throws whatever the operation throws before its first request
 */
export async function preview(
	operation: Operation,
	parameters: ItemParameters,
): Promise<ItemResult> {
	const requests: SerializedRequest[] = [];
	const recorder: ApiClient = {
		async request(request) {
			requests.push(serialize(request));
			// Without a response, the operation can't continue.
			return await Promise.reject(new Aborted());
		},
		maxParallelRequests: () => 1,
	};
	const result = await operation.execute(parameters, recorder).catch((reason: unknown) => {
		if (requests.length === 0) throw reason;
		return { items: [] };
	});
	if (requests.length === 0) return { ...result, isPreview: true };
	const { method, path, text } = requests[0];
	const body = parseJsonForItems(text) as IDataObject;
	return { items: [{ sent: false, method, path, body }], isPreview: true };
}
