import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { Item } from './item';
import { escapeHtml } from '../../helpers/n8n';
import { groupBy, truncate } from '../../helpers/values';

const MAX_HINTS = 20;
const MAX_HINT_LENGTH = 500;
const MAX_NAMES = 10;

/** Returns the output items of an input item, paired with it: those of its result, or one with its error. */
export function createOutputItems(node: INode, item: Item): INodeExecutionData[] {
	const { itemIndex, ids, result, error } = item;
	// The output items share this object to save memory: one input item may become a million of them.
	const pairedItem = { item: itemIndex };
	if (result) return result.items.map((json) => ({ json, pairedItem }));
	const { message, description, details, cause } = error!;
	const allDetails = { description, itemIndex, ...ids, ...details };
	const output = { json: { ...ids, error: message, details: allDetails }, pairedItem };
	if (node.onError !== 'continueErrorOutput') return [output];
	// n8n moves a copy of an item with `error` to the error output. If `error` were enumerable, the copy
	// would have it too, and n8n would replace the copy's json with the message.
	return [Object.defineProperty(output, 'error', { value: new Error(message, { cause }) })];
}

/** Returns the hints to show after an execution that didn't end with an error, as HTML. */
export function collectHints(items: Item[]): string[] {
	const failed = items.filter(({ error }) => error);
	const pair = (item: Item, hints: string[] = []) => hints.map((hint) => [hint, item] as const);
	const ofParameters = items.flatMap((item) => pair(item, item.hints));
	const ofResults = items.flatMap((item) => pair(item, item.result?.hints));
	const hints = [...groupBy([...ofParameters, ...ofResults])].map(([hint, itsItems]) => {
		// Escaped and shortened, because it may quote any text of an item or a response.
		const text = escapeHtml(truncate(hint, MAX_HINT_LENGTH));
		if (items.length === 1) return text;
		const itemsOfHint = [...new Set(itsItems)];
		return `${text} [${itemsOfHint.length} of ${items.length} items: ${listNames(itemsOfHint)}]`;
	});
	const previews = items.filter(({ isPreview }) => isPreview).length;
	if (previews > 0) {
		const which = previews < items.length ? ` for ${previews} of ${items.length} items` : '';
		hints.unshift(`Nothing was sent${which}: 'Show Request Only' is on under 'Request Options'`);
	}
	if (failed.length > 0) {
		const all = items.length === 1 ? '1 item' : `${items.length} items`;
		hints.unshift(`${failed.length} of ${all} failed: ${listNames(failed)}`);
	}
	const hidden = hints.splice(MAX_HINTS).length;
	return hidden === 0 ? hints : [...hints, `Hints that aren't shown: ${hidden}`];
}

function listNames(items: Item[]): string {
	const names = items.slice(0, MAX_NAMES).map(({ itemIndex, ids }) => {
		const texts = Object.entries(ids).map(([name, id]) =>
			name === 'itemIndex' ? `item ${itemIndex}` : truncate(String(id)),
		);
		return texts.join(' / ') || `item ${itemIndex}`;
	});
	const more = items.length > MAX_NAMES ? ` and ${items.length - MAX_NAMES} more` : '';
	return escapeHtml(names.join(', ')) + more;
}
