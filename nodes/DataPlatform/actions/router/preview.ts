import type { IDataObject } from 'n8n-workflow';
import { Aborted } from '../../helpers/abort';
import { parseJsonForItems } from '../../helpers/exactJson';
import { serialize, type SerializedRequest } from '../../transport/request';
import type { ItemParameters, Operation } from '../operation';
import type { Item } from './item';

/**
 * For Show Request Only: returns an item's first request as the result of the item, without sending it.
 * @throws whatever the operation throws before its first request
 */
export async function preview(
	operation: Operation,
	parameters: ItemParameters,
): Promise<NonNullable<Item['result']>> {
	const requests: SerializedRequest[] = [];
	const request = async (unsent: Parameters<typeof serialize>[0]) => {
		requests.push(serialize(unsent));
		// Without a response, the operation can't continue.
		return await Promise.reject(new Aborted());
	};
	const recorder = { request, maxParallelRequests: () => 1 };
	await operation.execute(parameters, recorder).catch((reason: unknown) => {
		if (requests.length === 0) throw reason;
	});
	const shown = requests.slice(0, 1).map(({ method, path, text }) => {
		return { method, path, body: parseJsonForItems(text) as IDataObject };
	});
	return { items: [{ sent: false, ...shown[0] }], isPreview: true };
}
