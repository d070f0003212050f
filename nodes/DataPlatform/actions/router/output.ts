import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { escapeHtml, groupBy, truncate } from '../../helpers/values';
import type { Item } from './item';

const MAX_HINTS = 20;
const MAX_HINT_LENGTH = 500;
const MAX_NAMES = 10;

/** Returns the output items of an input item, paired with it: those of its result, or an error item. */
export function createOutputItems(node: INode, item: Item): INodeExecutionData[] {
	if (!item.result) return [createErrorItem(node, item)];
	// The output items share this object to save memory: one input item may become a million of them.
	const pairedItem = { item: item.itemIndex };
	return item.result.items.map((json) => ({ json, pairedItem }));
}

/** Creates the output item of a failed item: its identifiers, `error` and `details`. */
function createErrorItem(node: INode, { itemIndex, ids, error }: Item): INodeExecutionData {
	const { message, description, details } = error!;
	const json: IDataObject = {
		...ids,
		error: message,
		details: { description, itemIndex, ...ids, ...details },
	};
	const item = { json, pairedItem: { item: itemIndex } };
	if (node.onError !== 'continueErrorOutput') return item;
	// n8n moves a copy of an item with `error` to the error output. If `error` were enumerable, the copy
	// would have it too, and n8n would replace the copy's json with the message.
	return Object.defineProperty(item, 'error', { value: new Error(message) });
}

/** Returns the hints to show after an execution that didn't end with an error, as HTML. */
export function collectHints(items: Item[]): string[] {
	const failed = items.filter(({ error }) => error);
	const previews = items.filter(({ result }) => result?.isPreview).length;
	const pair = (item: Item, hints?: string[]) =>
		[...new Set(hints)].map((hint) => [hint, item] as const);
	const ofParameters = items.flatMap((item) => pair(item, item.hints));
	const ofResults = items.flatMap((item) => pair(item, item.result?.hints));
	const groups = [...groupBy(ofParameters), ...groupBy(ofResults)];
	const hints = groups.map(([hint, its]) => {
		// Escaped and shortened, because it may quote any text of an item or a response.
		const text = escapeHtml(truncate(hint, MAX_HINT_LENGTH));
		if (items.length === 1) return text;
		return `${text} [${its.length} of ${items.length} items: ${listNames(its)}]`;
	});
	if (previews > 0) {
		const which = previews < items.length ? ` for ${previews} of ${items.length} items` : '';
		hints.unshift(`Nothing was sent${which}: 'Show Request Only' is on under 'Request Options'`);
	}
	if (failed.length > 0) {
		const all = items.length === 1 ? '1 item' : `${items.length} items`;
		hints.unshift(`${failed.length} of ${all} failed: ${listNames(failed)}`);
	}
	const hidden = hints.length - MAX_HINTS;
	return hidden <= 0 ? hints : [...hints.slice(0, MAX_HINTS), `Hints that aren't shown: ${hidden}`];
}

function listNames(items: Item[]): string {
	const names = items.slice(0, MAX_NAMES).map(({ itemIndex, ids }) => {
		if (Object.hasOwn(ids, 'itemIndex')) return `item ${itemIndex}`;
		const texts = Object.values(ids).map((id) => truncate(String(id)));
		return texts.join(' / ') || `item ${itemIndex}`;
	});
	const more = items.length > MAX_NAMES ? ` and ${items.length - MAX_NAMES} more` : '';
	return escapeHtml(names.join(', ')) + more;
}
