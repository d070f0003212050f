import { valueAt } from '../helpers/values';

const NAME = String.raw`\.([A-Za-z_]\w*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]`;
const ITEM_FIELD = new RegExp(String.raw`^=\{\{\s*\$json((?:${NAME})+)\s*\}\}$`);

/** The path of an expression that is only a field of the item, such as a dragged `{{ $json.streamId }}`. */
export function itemFieldPath(parameter: unknown): string[] | undefined {
	const way = typeof parameter === 'string' ? ITEM_FIELD.exec(parameter)?.[1] : undefined;
	if (way === undefined) return undefined;
	return [...way.matchAll(new RegExp(NAME, 'g'))].map(([, dotted, single, double]) =>
		[dotted, single, double].join(''),
	);
}

/** Returns the text, number or boolean at the path; undefined for anything else. */
export function itemField(json: unknown, path: string[]): string | number | boolean | undefined {
	const value = valueAt(json, path);
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	return isPlain ? (value as string | number | boolean) : undefined;
}
