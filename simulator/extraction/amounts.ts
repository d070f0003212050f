/** Amounts of money and other numbers, in English and German notation. */

const SIGNS: Record<string, string> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY', 円: 'JPY' };
const CURRENCY = '(?:€|\\$|£|¥|円|EUR|USD|GBP|CHF|JPY|CAD|AUD|Euro)';
const NUMBER = "-?\\d{1,3}(?:[.,'’\\u00a0 ]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|-?\\d+(?:[.,]\\d+)?";
/** A number with a currency beside it, or one with two decimals that is no part of a date. */
const AMOUNT = new RegExp(
	`${CURRENCY}\\s?(?:${NUMBER})|(?:${NUMBER})\\s?${CURRENCY}|(?<![\\d.,-])-?(?:\\d{1,3}(?:[.,]\\d{3})+|\\d+)[.,]\\d{2}(?![\\d.,]*\\d)`,
	'gu',
);
const ANY_NUMBER = new RegExp(NUMBER, 'u');

/** The amounts in a text, as they are written there. */
export const findAmounts = (text: string): string[] => text.match(AMOUNT) ?? [];

/** The currencies in a text, as ISO 4217 codes. */
export function findCurrencies(text: string): string[] {
	const found = text.match(new RegExp(CURRENCY, 'gu')) ?? [];
	return found.map((written) => SIGNS[written] ?? (written === 'Euro' ? 'EUR' : written));
}

/**
 * The first number of a text. The last separator is the decimal point, unless exactly three digits
 * follow a separator that could part thousands.
 *
 * @returns undefined when the text has no number
 */
export function parseNumber(text: string): number | undefined {
	const written = ANY_NUMBER.exec(text)?.[0];
	if (written === undefined) return undefined;
	const compact = written.replace(/['’\u00a0 ]/g, '');
	const thousands = /^-?\d{1,3}(?:,\d{3})+$|^-?\d{1,3}(?:\.\d{3}){1,}$/.test(compact);
	if (thousands) return Number(compact.replace(/[.,]/g, ''));
	const point = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
	if (point < 0) return Number(compact);
	return Number(`${compact.slice(0, point).replace(/[.,]/g, '')}.${compact.slice(point + 1)}`);
}
