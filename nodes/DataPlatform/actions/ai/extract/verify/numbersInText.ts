import type { TextRange } from '../../../../helpers/visibleText';
import { CURRENCIES, EXACT_SPELLINGS } from '../currencies';
import type { NumberFormat } from '../issues';
import { omitUnlikelyFractions, interpretDigits, powerOf } from '../numbers';
import { OWN_WORD } from './text';

export interface NumberInText {
	/** The possible values without sign, as `numberKey` formats them: 5 and 5000000 for `5 million`. */
	keys: string[];
	isNegative: boolean;
	hasFraction: boolean;
	/** Codes of the currencies next to the number: '' for a sign that several currencies share (`$`). */
	currencies: string[];
	range: TextRange;
}

/** Matches `2½` as a whole, so that 2 isn't found in it. `interpretDigits` later rejects `2½`. */
const NUMBERS = /(?<![\p{L}\d.,])[.,]\d+|\d+(?:[.,']\d+)*[¼½¾⅐-⅞]?/gu;
/** Digits that may be columns of a CSV line: `3,64.90` is 3 and 64.90. But `3,640.90` is one number. */
const LINE_OF_CSV = /(?<![\d.]|\d,)\d+(?:,\d+)+\.\d+(?![\d.])/g;
const GROUPED_BY_BLANKS = /(?<![\d.,])[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?![\d.,]\d|\d)/g;

/** Signs, currencies and words such as million are looked up within this many characters of a number. */
const MARGIN = 14;

const WORD_BEFORE = /(?:^|[^\p{L}])(\p{L}{0,3}\p{Sc}|\p{L}{1,8}|s\/)\.? ?$/u;
const WORDS_AFTER = /^ ?(百万|[\u2e80-\uffff]|\p{L}*)\.? ?(\p{L}{0,3}\p{Sc}|\p{L}{0,8})/u;
const SCALED_CURRENCY = /^(k|mm?|t)(\p{Sc}|\p{L}{3})$/u;

/** A minus before a number, but not the hyphen in `PO-4711` or the dash in `10 - 20`. */
const MINUS = /(?<![\d\p{L})])(?<!\d\s{1,4}(?=-\)?\s))-\)?\s{0,2}(?:[^\d\s()-]{1,4} ?)?$/u;
const MINUS_AFTER = /^(?: ?(?:\p{Sc}|\p{L}{2,3}))?-(?![\d\p{L}-])/u;
const PARENTHESIS_BEFORE = /\( ?[^\d\s()]{0,4} ?$/;
const PARENTHESIS_AFTER = /^ ?[^\d\s()]{0,4} ?\)/;

/** Returns one key for equal numbers: `33.9` for `033.90`. Numbers too long for a double stay as is. */
export function numberKey(decimal: string, power = 0): string {
	return decimal.length > 16 ? decimal : String(Number(`${decimal}e${power}`));
}

/**
 * Finds the numbers in a normalized text without dates, times and IBANs. In `1 234 567`, it finds four
 * numbers: 1234567, and 1, 234 and 567, which may be columns of a table.
 */
export function numbersIn(plain: string, format: NumberFormat): NumberInText[] {
	const single = plain.replace(GROUPED_BY_BLANKS, (digits, from: number) =>
		isWhole(digits, textBefore(plain, from)) ? ' '.repeat(digits.length) : digits,
	);
	const columns = single.replace(LINE_OF_CSV, (digits) =>
		interpretDigits(digits).point === undefined ? digits.replaceAll(',', ' ') : digits,
	);
	const found = [...columns.matchAll(NUMBERS), ...plain.matchAll(GROUPED_BY_BLANKS)];
	return found.flatMap(({ 0: digits, index }) => toNumberInText(plain, digits, index, format));
}

function textBefore(plain: string, at: number): string {
	return plain.slice(Math.max(0, at - MARGIN), at);
}

/**
 * Whether digits with spaces can only be one number: `EUR 1 299,00`, `Total: 1 299,00`, `1 000` and
 * `1 234 567,89`. Without a label, `1 299,00` may be the quantity 1 and the price 299,00.
 */
function isWhole(digits: string, before: string): boolean {
	const isLabeled = /:\s*$/.test(before) || CURRENCIES.get(wordBefore(before)) !== undefined;
	return isLabeled || / 0| \d+ .*[.,]/.test(digits);
}

function wordBefore(before: string): string {
	return WORD_BEFORE.exec(before)?.[1] ?? '';
}

function toNumberInText(
	plain: string,
	digits: string,
	from: number,
	format: NumberFormat,
): NumberInText[] {
	const range = { from, to: from + digits.length };
	const before = textBefore(plain, from);
	const after = plain.slice(range.to, range.to + MARGIN);
	const [, word, next] = WORDS_AFTER.exec(after)!;
	const names = [wordBefore(before), word, next];
	const toCode = (name: string) => CURRENCIES.get(name) ?? [];
	const [currency] = names.flatMap(toCode);
	// The text is in lower case, so `pen` and `top` may be words instead of currencies.
	const currencies = names.filter((name) => !EXACT_SPELLINGS.has(name)).flatMap(toCode);
	const [power = 0] = [...names.map(powerOfCurrency), powerOf(word, currency)].filter(Boolean);
	const possible: Partial<Record<NumberFormat, string>> = interpretDigits(digits);
	const meant = possible[format];
	const decimals = omitUnlikelyFractions(
		currency,
		meant === undefined ? [...new Set(Object.values(possible))] : [meant],
	);
	const hasFraction = decimals.some((decimal) => decimal.includes('.'));
	const isStandalone = hasFraction || isStandaloneNumber(digits, before, after);
	if (decimals.length === 0 || !isStandalone) return [];
	const isAmount = hasFraction || currency !== undefined;
	const isNegative =
		MINUS.test(before) ||
		(isAmount && MINUS_AFTER.test(after)) ||
		(isAmount && PARENTHESIS_BEFORE.test(before) && PARENTHESIS_AFTER.test(after));
	const keys = decimals.flatMap((each) => [...new Set([numberKey(each), numberKey(each, power)])]);
	return [{ keys, isNegative, hasFraction, currencies, range }];
}

/** Returns the power of ten of a letter before a currency: 3 for `kEUR`. */
function powerOfCurrency(name: string): number | undefined {
	const [, scale, currency] = SCALED_CURRENCY.exec(name) ?? [];
	return scale === undefined ? undefined : powerOf(scale, CURRENCIES.get(currency));
}

/** Whether digits without decimals are a number. In codes such as `A4` and `0815`, they aren't. */
function isStandaloneNumber(digits: string, before: string, after: string): boolean {
	if (/^0/.test(digits) && digits.length > 3) return false;
	const letters = /(\d?)(\p{L}{1,14})$/u.exec(before);
	if (!letters || OWN_WORD.test(before.at(-1)!)) return true;
	const [, digit, word] = letters;
	if (word === 'x' || CURRENCIES.get(wordBefore(before)) !== undefined) return true;
	return digit === '' && word.length > 1 && digits.length < 5 && !/^\p{L}/u.test(after);
}
