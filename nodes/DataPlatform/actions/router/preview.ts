import type { IDataObject } from 'n8n-workflow';
import { parseJsonForItems } from '../../helpers/exactJson';
import { Aborted } from '../../helpers/executionController';
import type { ApiClient } from '../../transport/apiClient';
import { serialize, type SerializedRequest } from '../../transport/request';
import type { ItemParameters, Operation } from '../operation';
import type { ItemResult } from './item';

/**
 * For Show Request Only: returns an item's first request as the result of the item, without sending it.
 * @throws whatever the operation throws before its first request
 */
export async function preview(
	operation: Operation,
	parameters: ItemParameters,
): Promise<ItemResult> {
	let recorded: SerializedRequest | undefined;
	const recorder: ApiClient = {
		async request(request) {
			recorded ??= serialize(request);
			// Without a response, the operation can't continue.
			return await Promise.reject(new Aborted());
		},
		maxParallelRequests: () => 1,
	};
	await operation.execute(parameters, recorder).catch((reason: unknown) => {
		if (!recorded) throw reason;
	});
	const { method, path, text } = recorded!;
	const body = parseJsonForItems(text) as IDataObject;
	return { items: [{ sent: false, method, path, body }], isPreview: true };
}
