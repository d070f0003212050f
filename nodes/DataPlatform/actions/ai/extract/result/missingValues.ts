import { stringifyJson } from '../../../../helpers/exactJson';
import { isUnset } from '../../../../parameters/validators';
import type { FieldSchema } from '../jsonSchema';
import { foldCase, normalize } from '../text/normalize';

// Which values say that there is none:
// - `isUnset`: null and blanks
// - `isPlaceholder`: words such as `N/A`, unless the schema allows them as values
// - `hasNoValue`: either, whatever the schema allows
// - `mayBeValue`: placeholders that are also values, such as `NA`
// In `convert.ts`, `isEmpty` also considers the text that was sent.

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

/** Whether a value only says that there is none, such as `(N/A)`, unless it's one of the allowed values. */
export function isPlaceholder(value: unknown, schema: FieldSchema = {}): value is string {
	if (typeof value !== 'string' || value.length > 20) return false;
	const word = toComparable(value);
	if (!PLACEHOLDERS.has(word.replace(/[-./()<>"']/g, ''))) return false;
	return !schema.enum?.some((one) => toComparable(one) === word);
}

export const hasNoValue = (value: unknown) => isUnset(value) || isPlaceholder(value);

/** Whether a placeholder can be the value of a text field. */
export function mayBeValue(value: string, { type = 'string' }: FieldSchema): boolean {
	return type === 'string' && MAY_BE_VALUES.includes(value.trim());
}

/** Returns a value as text without accents, spaces and upper case. */
export function toComparable(value: unknown): string {
	const text = typeof value === 'string' ? value : stringifyJson(value ?? null);
	return foldCase(normalize(text)).replace(/\s/g, '');
}
