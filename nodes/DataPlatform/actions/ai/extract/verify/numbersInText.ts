import type { NumberFormat } from '../issues';
import { currencyOf, interpret, powerOf } from '../numbers';
import type { TextRange } from './text';

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
const WORD_AFTER = /^ ?(\p{L}*)\.? ?(\p{L}{0,3}\p{Sc}|\p{L}{0,8})/u;
const CJK = /[\u2e80-\uffff]/;
const MINUS = /(^|[^\s])?(\s{0,4})-(\s{0,2})(?:[^\d\s()-]{1,4} ?)?$/u;
const MINUS_AFTER = /^(?: ?(?:\p{Sc}|\p{L}{2,3}))?-(?![\d\p{L}-])/u;
const PARENTHESIS_BEFORE = /\( ?[^\d\s()]{0,4} ?$/;
const PARENTHESIS_AFTER = /^ ?[^\d\s()]{0,4} ?\)/;
/** In place of cents. */
const NO_CENTS = /^[.,:/]-/;

/** A decimal notation by which equal numbers are found: `033.90` is `33.9`. Long ones stay as they are. */
export function numberKey(decimal: string, power = 0): string {
	return decimal.length > 16 ? decimal : String(Number(`${decimal}e${power}`));
}

/** The numbers in a normalized text without its dates. */
export function numbersIn(plain: string, format: NumberFormat): NumberInText[] {
	const read = (digits: string, from: number) =>
		describe(plain, decimalsOf(plain, digits, from, format), from, from + digits.length);
	const grouped = [...plain.matchAll(GROUPED_BY_BLANKS)].map(({ 0: digits, index }) => ({
		digits,
		from: index,
		to: index + digits.length,
	}));
	const wholes = grouped.filter(({ digits, from }) => {
		// `1 299,00` may also be one of 299,00; `EUR 1 299,00` and `1 234 567,00` may not.
		const isLong = /^\d+ \d+ .*[.,]/.test(digits);
		return isLong || contextOf(plain, from, from).currencyBefore !== undefined;
	});
	let next = 0;
	const single = [...plain.matchAll(NUMBERS)].flatMap(({ 0: digits, index }) => {
		while (next < wholes.length && wholes[next].to <= index) next++;
		return wholes[next]?.from <= index ? [] : read(digits, index);
	});
	return [...single, ...grouped.flatMap(({ digits, from }) => read(digits, from))];
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

function describe(plain: string, decimals: string[], from: number, to: number): NumberInText[] {
	if (decimals.length === 0) return [];
	const { before, after, currency, currencyBefore, power } = contextOf(plain, from, to);
	const isFraction = decimals.some((decimal) => decimal.includes('.'));
	const [digits] = decimals;
	if (!isFraction && !isOwnNumber(digits, before, after, currencyBefore)) return [];
	const isAmount = isFraction || currency !== undefined;
	const isNegative =
		isMinus(before) ||
		(isAmount && MINUS_AFTER.test(after)) ||
		(isAmount && PARENTHESIS_BEFORE.test(before) && PARENTHESIS_AFTER.test(after));
	const keys = decimals.flatMap((decimal) => [
		numberKey(decimal),
		...(power > 0 ? [numberKey(decimal, power)] : []),
	]);
	const hasFraction = isFraction || NO_CENTS.test(after);
	return [{ keys, isNegative, hasFraction, range: { from, to } }];
}

/** Whether whole digits are a number: not those of `A4`, `0815` or a code. */
function isOwnNumber(digits: string, before: string, after: string, currency?: string): boolean {
	if (/^0/.test(digits) && digits.length > 3) return false;
	const letters = /(\d?)(\p{L}{1,14})$/u.exec(before);
	if (!letters || CJK.test(before.at(-1)!)) return true;
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
	const currencyBefore = currencyOf(CURRENCY_BEFORE.exec(before)?.[1] ?? '-');
	const [, word = '', next = ''] = WORD_AFTER.exec(after) ?? [];
	const nextCurrency = currencyOf(next || '-') ?? currencyOf(next[0] ?? '-');
	const currency = currencyBefore ?? currencyOf(word || '-') ?? nextCurrency;
	const [, scaleBefore, scaled = ''] = SCALE_BEFORE.exec(before) ?? [];
	const [, scaleAfter, code] = /^(k|mm?|t)(\p{L}{3})$/u.exec(word) ?? [];
	const power =
		(scaleBefore && currencyOf(scaled) !== undefined && powerOf(scaleBefore, currencyOf(scaled))) ||
		(scaleAfter && currencyOf(code) !== undefined && powerOf(scaleAfter, currencyOf(code))) ||
		powerOf(word, currency) ||
		(CJK.test(word) && powerOf(word[0], currency)) ||
		0;
	return { before, after, currency, currencyBefore, power };
}
