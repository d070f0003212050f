import { escapeHtml, groupBy, truncate } from '../../helpers/values';
import type { Item } from './item';

const MAX_HINTS = 20;
const MAX_HINT_LENGTH = 500;
const MAX_NAMES = 10;

/**
 * Returns the hints to show after an execution that didn't end with an error, as HTML.
 * @param parameterHints maps each hint about the parameters to the indices of its items
 */
export function collectHints(
	items: Item[],
	parameterHints: ReadonlyMap<string, number[]>,
): string[] {
	const failed = items.filter(({ error }) => error);
	const previews = items.filter(({ result }) => result?.isPreview).length;
	const hints = [
		failed.length > 0 &&
			`${failed.length} of ${items.length === 1 ? '1 item' : `${items.length} items`} failed: ${listNames(failed)}`,
		previews > 0 &&
			`Nothing was sent${previews < items.length ? ` for ${previews} of ${items.length} items` : ''}: Show Request Only is on under Request Options`,
		...[...parameterHints, ...collectResultHints(items)].map(([hint, indices]) => {
			if (items.length === 1) return toHtml(hint);
			if (indices.length === items.length) return `${toHtml(hint)} [all ${items.length} items]`;
			const names = listNames(indices.map((index) => items[index]));
			return `${toHtml(hint)} [${indices.length} of ${items.length} items: ${names}]`;
		}),
	];
	const different = [...new Set(hints.filter((hint) => hint !== false))];
	const hidden = different.length - MAX_HINTS;
	if (hidden <= 0) return different;
	return [...different.slice(0, MAX_HINTS), `Hints that aren't shown: ${hidden}`];
}

/** Maps each hint of the results to the indices of its items. */
function collectResultHints(items: Item[]): Map<string, number[]> {
	return groupBy(
		items.flatMap(({ itemIndex, result }) =>
			[...new Set(result?.hints)].map((hint) => [hint, itemIndex] as const),
		),
	);
}

/** Escapes and shortens a hint, because it may quote any text of an item or a response. */
const toHtml = (text: string) => escapeHtml(truncate(text, MAX_HINT_LENGTH));

function listNames(items: Item[]): string {
	const names = items.slice(0, MAX_NAMES).map(({ itemIndex, ids }) => {
		const entries = Object.entries(ids).filter(([name]) => name !== 'itemIndex');
		return entries.map(([, id]) => truncate(String(id))).join(' / ') || `item ${itemIndex}`;
	});
	const more = items.length > MAX_NAMES ? ` and ${items.length - MAX_NAMES} more` : '';
	return escapeHtml(names.join(', ')) + more;
}
