import type { IDataObject } from 'n8n-workflow';
import { parseJsonForItems, parseJsonWithBigInts, stringifyJson } from '../../helpers/exactJson';
import { type ApiRequest, serialize } from '../../transport/request';
import type { ItemParameters, Operation, Result } from '../operation';

/** Items of n8n can't hold such a number. */
const LONG_NUMBERS =
	"'Show Request Only' shows very long whole numbers as text. The request has them as numbers.";

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
	const item = { ...ids, sent: false, method, path };
	if (text === '') return { items: [item] };
	const body = parseJsonForItems(text) as IDataObject;
	const isExact = stringifyJson(body) === stringifyJson(parseJsonWithBigInts(text));
	return { items: [{ ...item, body }], hints: isExact ? [] : [LONG_NUMBERS] };
}
