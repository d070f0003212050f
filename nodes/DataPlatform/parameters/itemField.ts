import { isObject } from '../helpers/values';

const NAME = String.raw`\.([A-Za-z_]\w*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]`;
const ITEM_FIELD = new RegExp(String.raw`^=\{\{\s*\$json((?:${NAME})+)\s*\}\}$`);

/**
 * The names on the way to a field of the item, when an expression is nothing else than that: what
 * n8n writes when a field is dragged onto a parameter, `{{ $json.streamId }}`.
 */
export function itemFieldPath(parameter: unknown): string[] | undefined {
	const way = typeof parameter === 'string' ? ITEM_FIELD.exec(parameter)?.[1] : undefined;
	if (way === undefined) return undefined;
	return [...way.matchAll(new RegExp(NAME, 'g'))].map(([, dotted, single, double]) =>
		[dotted, single, double].join(''),
	);
}

/** The text, number or boolean at the end of the way; undefined for everything else. */
export function itemField(json: unknown, path: string[]): string | number | boolean | undefined {
	const value = path.reduce<unknown>(
		(parent, name) => (isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined),
		json,
	);
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	return isPlain ? (value as string | number | boolean) : undefined;
}
