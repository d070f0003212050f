import type { IDataObject } from 'n8n-workflow';
import { parseJsonForItems } from '../../helpers/exactJson';
import { Aborted } from '../../helpers/executionController';
import type { ApiClient } from '../../transport/apiClient';
import { serialize, type SerializedRequest } from '../../transport/request';
import type { ItemParameters, Operation } from '../operation';
import type { ItemResult } from './item';

/**
 * Returns the first request of an item as its result, without sending it (Show Request Only). The hint about it
 * is in hints.ts.
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
			// A preview has no response with which the operation could continue.
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
