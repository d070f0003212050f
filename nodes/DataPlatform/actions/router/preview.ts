import type { IDataObject } from 'n8n-workflow';
import { parseJsonForItems } from '../../helpers/exactJson';
import type { ApiClient } from '../../transport/apiClient';
import type { SerializedRequest } from '../../transport/request';
import { serialize } from '../../transport/request';
import type { ItemParameters, Operation, Result } from '../operation';

/** Returns the first request of an item as its result, without sending it (Show Request Only). */
export async function preview(
	operation: Operation,
	parameters: ItemParameters,
): Promise<Result & { isPreview: true }> {
	const request = await recordRequest(async (api) => await operation.execute(parameters, api));
	const { method, path, text, previewFields } = request;
	const body = parseJsonForItems(text) as IDataObject;
	return { items: [{ sent: false, method, path, body, ...previewFields?.() }], isPreview: true };
}

/** Ends a preview: without a response, an operation can't go on. */
class Recorded extends Error {}

/**
 * Returns the first request that `execute` makes, without sending it.
 * @throws whatever `execute` throws before
 */
async function recordRequest(
	execute: (api: ApiClient) => Promise<unknown>,
): Promise<SerializedRequest> {
	let recorded: SerializedRequest | undefined;
	const api: ApiClient = {
		async request(request) {
			recorded ??= serialize(request) as SerializedRequest;
			return await Promise.reject(new Recorded());
		},
		maxParallelRequests: () => 1,
	};
	await execute(api).catch((reason: unknown) => {
		if (!(reason instanceof Recorded)) throw reason;
	});
	return recorded!;
}
