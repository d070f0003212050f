import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { withoutUndefined } from '../../helpers/values';
import type { Item } from './item';

/** Returns the output items of an input item, paired with it: those of its result, or an error item. */
export function createOutputItems(node: INode, item: Item): INodeExecutionData[] {
	if (!item.result) return [createErrorItem(node, item)];
	// The output items share this object to save memory: one input item may become a million of them.
	const pairedItem = { item: item.itemIndex };
	return item.result.items.map((json) => ({ json, pairedItem }));
}

/** Creates the output item of a failed item: its identifiers, `error` and `details`. */
function createErrorItem(node: INode, { itemIndex, ids, error }: Item): INodeExecutionData {
	const { message, description, httpCode } = error!;
	const known = { description, httpCode, itemIndex, ...ids, ...error!.details };
	const details = withoutUndefined<IDataObject>(known);
	const json = { ...ids, error: message, details };
	const item = { json, pairedItem: { item: itemIndex } };
	if (node.onError !== 'continueErrorOutput') return item;
	// n8n moves a copy of an item with `error` to the error output. If `error` were enumerable, the copy
	// would have it too, and n8n would replace the copy's json with the message.
	return Object.defineProperty(item, 'error', { value: new Error(message) });
}
