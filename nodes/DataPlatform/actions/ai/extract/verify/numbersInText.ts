import type { NumberFormat } from '../issues';
import { currencyOf, decimalsIn, interpretDigits, powerOf } from '../numbers';
import { OWN_WORD, type TextRange } from './text';

export interface NumberInText {
	/** The possible values without sign, as `numberKey` formats them. */
	keys: string[];
	isNegative: boolean;
	hasFraction: boolean;
	range: TextRange;
}

const FRACTION = '[¼½¾⅐-⅞]';
const NUMBERS = new RegExp(String.raw`\d+(?:[.,']\d+)*${FRACTION}?|${FRACTION}`, 'gu');
const AT_END = new RegExp(`${FRACTION}$`, 'u');
const GROUPED_BY_BLANKS = /(?<![\d.,])[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?![\d.,]\d|\d)/g;

/** The signs, currency and scale word of a number are at most this many characters away. */
const AROUND = 14;

const CURRENCY_BEFORE = /(?:^|[^\p{L}])((?:\p{L}{0,3}\p{Sc}|\p{L}{1,8}|s\/)\.?) ?$/u;
const SCALE_BEFORE = /(?:^|[^\p{L}])(k|mm?|t)(\p{Sc}|\p{L}{3}) ?$/u;
const SCALE_AFTER = /^(k|mm?|t)(\p{L}{3})$/u;
const WORDS_AFTER = /^ ?(百万|[\u2e80-\uffff]|\p{L}*)\.? ?(\p{L}{0,3}\p{Sc}|\p{L}{0,8})/u;
const MINUS = /(^|[^\s])?(\s{0,4})-\)?(\s{0,2})(?:[^\d\s()-]{1,4} ?)?$/u;
const MINUS_AFTER = /^(?: ?(?:\p{Sc}|\p{L}{2,3}))?-(?![\d\p{L}-])/u;
const PARENTHESIS_BEFORE = /\( ?[^\d\s()]{0,4} ?$/;
const PARENTHESIS_AFTER = /^ ?[^\d\s()]{0,4} ?\)/;

const SEPARATOR_BEFORE = /(?<![\p{L}\d.,])[.,]$/u;

/** Returns the same key for equal numbers: `33.9` for `033.90`. Long numbers keep all digits. */
export function numberKey(decimal: string, power = 0): string {
	return decimal.length > 16 ? decimal : String(Number(`${decimal}e${power}`));
}

/**
 * Finds the numbers in a normalized text without dates. In `1 234 567`, it finds four: the whole number,
 * and 1, 234 and 567, which may be columns of a table.
 */
export function numbersIn(plain: string, format: NumberFormat): NumberInText[] {
	/** `EUR 1 299,00`, `: 1 299,00` and `1 000` are one number. `1 299,00` may be 1 at 299,00. */
	const isWhole = (digits: string, from: number) => {
		const { before, currencyBefore } = contextOf(plain, from, from);
		const isLabeled = before.trimEnd().endsWith(':') || currencyBefore !== undefined;
		return isLabeled || / 0| \d+ .*[.,]/.test(digits);
	};
	const single = plain.replace(GROUPED_BY_BLANKS, (digits, from: number) =>
		isWhole(digits, from) ? ' '.repeat(digits.length) : digits,
	);
	const found = [...single.matchAll(NUMBERS), ...plain.matchAll(GROUPED_BY_BLANKS)];
	return found.flatMap(({ 0: digits, index }) => {
		const values = listPossibleValues(plain, digits, index, format);
		return values.length === 0 ? [] : toNumberInText(plain, values, index, index + digits.length);
	});
}

/** Returns what digits can mean, in notation such as `1234.5`. */
function listPossibleValues(
	plain: string,
	digits: string,
	from: number,
	format: NumberFormat,
): string[] {
	const fraction = AT_END.exec(digits)?.[0];
	if (fraction !== undefined) {
		const [above, below] = fraction.normalize('NFKD').split('\u2044').map(Number);
		return [String(Number(digits.slice(0, -1)) + above / below)];
	}
	if (SEPARATOR_BEFORE.test(textBefore(plain, from))) return [`0.${digits}`];
	const found: Partial<Record<NumberFormat, string>> = interpretDigits(digits);
	const meant = found[format];
	return meant === undefined ? [...new Set(Object.values(found))] : [meant];
}

function toNumberInText(
	plain: string,
	possible: string[],
	from: number,
	to: number,
): NumberInText[] {
	const { before, after, currency, currencyBefore, power } = contextOf(plain, from, to);
	const decimals = decimalsIn(currency, possible);
	const isFraction = decimals.some((decimal) => decimal.includes('.'));
	const [digits] = decimals;
	if (!isFraction && !isOwnNumber(digits, before, after, currencyBefore)) return [];
	const isAmount = isFraction || currency !== undefined;
	const isNegative =
		isMinus(before) ||
		(isAmount && MINUS_AFTER.test(after)) ||
		(isAmount && PARENTHESIS_BEFORE.test(before) && PARENTHESIS_AFTER.test(after));
	const keys = decimals.flatMap((each) => [...new Set([numberKey(each), numberKey(each, power)])]);
	return [{ keys, isNegative, hasFraction: isFraction, range: { from, to } }];
}

/** Whether digits without decimals are a number. In `A4`, `0815` or another code, they aren't. */
function isOwnNumber(digits: string, before: string, after: string, currency?: string): boolean {
	if (/^0/.test(digits) && digits.length > 3) return false;
	const letters = /(\d?)(\p{L}{1,14})$/u.exec(before);
	if (!letters || OWN_WORD.test(before.at(-1)!)) return true;
	const [, digit, word] = letters;
	if (word === 'x' || currency !== undefined) return true;
	return digit === '' && word.length > 1 && digits.length < 5 && !/^\p{L}/u.test(after);
}

function isMinus(before: string): boolean {
	const [whole, previous = '', blanks, blankAfter] = MINUS.exec(before) ?? [];
	if (whole === undefined) return false;
	if (blanks !== '') return !/\d/.test(previous) || blankAfter === '';
	return !/[\d\p{L})]/u.test(previous);
}

interface Context {
	before: string;
	after: string;
	currency?: string;
	currencyBefore?: string;
	power: number;
}

function textBefore(plain: string, at: number): string {
	return plain.slice(Math.max(0, at - AROUND), at);
}

function contextOf(plain: string, from: number, to: number): Context {
	const before = textBefore(plain, from);
	const after = plain.slice(to, to + AROUND);
	const [, word, next] = WORDS_AFTER.exec(after)!;
	const currencyBefore = currencyOf(CURRENCY_BEFORE.exec(before)?.[1] ?? '');
	const currency = [word, next].reduce((known, name) => known ?? currencyOf(name), currencyBefore);
	const power =
		scaleOf(SCALE_BEFORE.exec(before)) ??
		scaleOf(SCALE_AFTER.exec(word)) ??
		powerOf(word, currency) ??
		0;
	return { before, after, currency, currencyBefore, power };
}

/** Returns the power of ten of a scale letter next to a currency, as in `kEUR`. */
function scaleOf(match: RegExpExecArray | null): number | undefined {
	return match ? powerOf(match[1], currencyOf(match[2])) : undefined;
}
