import type { NumberFormat } from '../issues';
import { currencyOf, decimalsIn, interpret, powerOf } from '../numbers';
import type { TextRange } from './text';
import { WITHOUT_BLANKS } from './text';

/** A number in a text. */
export interface NumberInText {
	/** What it can mean, without sign, as `numberKey` writes it. */
	keys: string[];
	isNegative: boolean;
	hasFraction: boolean;
	range: TextRange;
}

const FRACTION = '[¼½¾⅐-⅞]';
const NUMBERS = new RegExp(String.raw`\d+(?:[.,']\d+)*${FRACTION}?|${FRACTION}`, 'gu');
const AT_END = new RegExp(`${FRACTION}$`, 'u');
const GROUPED_BY_BLANKS = /(?<![\d.,])[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?![\d.,]\d|\d)/g;

/** How far from a number its signs, currency and scale word may be. */
const AROUND = 14;

const CURRENCY_BEFORE = /(?:^|[^\p{L}])((?:\p{L}{0,3}\p{Sc}|\p{L}{1,8}|s\/)\.?) ?$/u;
const SCALE_BEFORE = /(?:^|[^\p{L}])(k|mm?|t)(\p{Sc}|\p{L}{3}) ?$/u;
const SCALE_AFTER = /^(k|mm?|t)(\p{L}{3})$/u;
const WORD_AFTER = /^ ?(百万|[\u2e80-\uffff]|\p{L}*)\.? ?(\p{L}{0,3}\p{Sc}|\p{L}{0,8})/u;
const MINUS = /(^|[^\s])?(\s{0,4})-\)?(\s{0,2})(?:[^\d\s()-]{1,4} ?)?$/u;
const MINUS_AFTER = /^(?: ?(?:\p{Sc}|\p{L}{2,3}))?-(?![\d\p{L}-])/u;
const PARENTHESIS_BEFORE = /\( ?[^\d\s()]{0,4} ?$/;
const PARENTHESIS_AFTER = /^ ?[^\d\s()]{0,4} ?\)/;

/** A decimal notation by which equal numbers are found: `033.90` is `33.9`. Long ones stay as they are. */
export function numberKey(decimal: string, power = 0): string {
	return decimal.length > 16 ? decimal : String(Number(`${decimal}e${power}`));
}

/**
 * Finds the numbers in a normalized text whose dates are blanked out. `1 234 567` gives four: the whole, and 1,
 * 234 and 567, which may be columns of a table.
 */
export function numbersIn(plain: string, format: NumberFormat): NumberInText[] {
	/** `1 299,00` may also be one of 299,00; `EUR 1 299,00`, `Total: 1 299,00`, `1 000,00` and `1 234 567,00` may not. */
	const isWhole = (digits: string, from: number) =>
		/ 0| \d+ .*[.,]/.test(digits) ||
		/: ?$/.test(plain.slice(Math.max(0, from - 2), from)) ||
		contextOf(plain, from, from).currencyBefore !== undefined;
	const single = plain.replace(GROUPED_BY_BLANKS, (digits, from: number) =>
		isWhole(digits, from) ? ' '.repeat(digits.length) : digits,
	);
	const found = [...single.matchAll(NUMBERS), ...plain.matchAll(GROUPED_BY_BLANKS)];
	return found.flatMap(({ 0: digits, index }) => {
		const decimals = decimalsOf(plain, digits, index, format);
		return decimals.length === 0 ? [] : describe(plain, decimals, index, index + digits.length);
	});
}

function decimalsOf(plain: string, digits: string, from: number, format: NumberFormat): string[] {
	const fraction = AT_END.exec(digits)?.[0];
	if (fraction !== undefined) {
		const [above, below] = fraction.normalize('NFKD').split('\u2044').map(Number);
		return [String(Number(digits.slice(0, -1)) + above / below)];
	}
	const isOnlyFraction =
		/^\d+$/.test(digits) && /(?<![\p{L}\d.,])[.,]$/u.test(plain.slice(Math.max(0, from - 2), from));
	if (isOnlyFraction) return [`0.${digits}`];
	const found = interpret(digits);
	const meant = format === 'certain' ? undefined : found[format];
	return meant === undefined ? [...new Set(Object.values(found))] : [meant];
}

function describe(plain: string, possible: string[], from: number, to: number): NumberInText[] {
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

/** Whether whole digits are a number: not those of `A4`, `0815` or a code. */
function isOwnNumber(digits: string, before: string, after: string, currency?: string): boolean {
	if (/^0/.test(digits) && digits.length > 3) return false;
	const letters = /(\d?)(\p{L}{1,14})$/u.exec(before);
	if (!letters || WITHOUT_BLANKS.test(before.at(-1)!)) return true;
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

/** What is around a number, and what it says. */
interface Context {
	before: string;
	after: string;
	currency?: string;
	currencyBefore?: string;
	power: number;
}

function contextOf(plain: string, from: number, to: number): Context {
	const before = plain.slice(Math.max(0, from - AROUND), from);
	const after = plain.slice(to, to + AROUND);
	if (!/[^\d\s] ?$/u.test(before) && !/^ ?[^\d\s]/u.test(after)) return { before, after, power: 0 };
	const [, word = '', next = ''] = WORD_AFTER.exec(after) ?? [];
	const currencyBefore = currencyOf(CURRENCY_BEFORE.exec(before)?.[1] ?? '');
	const currency = [word, next, next[0] ?? ''].reduce(
		(known, name) => known ?? currencyOf(name),
		currencyBefore,
	);
	const power =
		scaleOf(SCALE_BEFORE.exec(before)) ??
		scaleOf(SCALE_AFTER.exec(word)) ??
		powerOf(word, currency);
	return { before, after, currency, currencyBefore, power: power ?? 0 };
}

/** The power of ten of a scale next to a currency, such as `kEUR`. */
function scaleOf(match: RegExpExecArray | null): number | undefined {
	const currency = match ? currencyOf(match[2]) : undefined;
	return match && currency !== undefined ? powerOf(match[1], currency) : undefined;
}
