import { stringifyJson } from '../../../../helpers/exactJson';
import { trimInvisible } from '../../../../helpers/values';
import type { FieldSchema } from '../jsonSchema';
import { foldCase, normalize } from '../text/normalize';

/** What models write for a missing value, without spaces and punctuation. `-` is the empty text then. */
const PLACEHOLDERS = new Set([
	'',
	...(
		'na nan nil none null undefined unknown notapplicable notavailable notfound notmentioned notprovided ' +
		'notspecified notstated'
	).split(' '),
]);

/** Placeholders that are also values: the code of Namibia, the symbol of sodium, and a negative result. */
const MAY_BE_VALUES = ['NA', 'Na', '-'];

export function isEmpty(value: unknown): boolean {
	return typeof value === 'string' ? trimInvisible(value) === '' : (value ?? null) === null;
}

/** Whether a value only says that there is none, such as `(N/A)`, unless it's one of the allowed values. */
export function isPlaceholder(value: unknown, schema: FieldSchema = {}): value is string {
	if (typeof value !== 'string' || value.length > 20) return false;
	const word = simplify(value);
	if (!PLACEHOLDERS.has(word.replace(/[-./()<>"']/g, ''))) return false;
	return !schema.enum?.some((one) => simplify(one) === word);
}

export const hasNoValue = (value: unknown) => isEmpty(value) || isPlaceholder(value);

/** Whether a placeholder can be the value of a text field. */
export function mayBeValue(value: string, { type = 'string' }: FieldSchema): boolean {
	return type === 'string' && MAY_BE_VALUES.includes(value.trim());
}

/** Returns a value as text without accents, spaces and upper case. */
export function simplify(value: unknown): string {
	const text = typeof value === 'string' ? value : stringifyJson(value ?? null);
	return foldCase(normalize(text)).replace(/\s/g, '');
}
