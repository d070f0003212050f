import { addTo } from '../../../../helpers/values';
import { codesOf, isWithoutCents, shareCurrency } from './currencies';
import { AMBIGUOUS, NOT_CONVERTED, type Converted } from '../result/issues';
import { matchAt, normalize } from './words';

/** What separates decimals in numbers. */
export type NumberFormat = 'notSpecified' | 'comma' | 'point';

/** A number with its sign and its currency. */
export interface NumberText {
	/** What the digits can mean, as decimals without a sign: `1.234` and `1234` for `1.234`. */
	decimals: string[];
	/** Undefined if a text can mean both: `- 5`, `¥5,000-`. */
	isNegative?: boolean;
	/** The currencies that a sign, a name or a code can mean. Empty if there is none. */
	codes: string[];
	/** Whether it's written with digits only, so that it may be a code. */
	isPlain: boolean;
	/** Whether it has a currency, or is alone on its line in a text. Then it isn't a version such as 3.10. */
	isValue?: boolean;
}

/** `1 299,00`, `.50`, `,50`, or digits with separators. A fraction belongs to its number, as in `2½`. */
const DIGITS =
	/(?<!\d )[1-9]\d{0,2}(?: \d{3}){1,5}(?:[.,]\d+)?(?![.,']?\d)|(?<![\p{L}\d.,])\.\d+|(?<![\p{L}\d.,\t]),\d\d?(?![\d.,]| \d)|\d+(?:[.,']\d+)*[¼½¾⅐-⅞]?/gu;

/** A word or sign that may be a currency. */
const CURRENCY = String.raw`(?<name>[a-z]{0,2}\p{Sc}|[円元원]|(?<!\p{L})\p{L}{1,7}(?!\p{L}))`;
/** A minus or a parenthesis after a number. Not the hyphen of `5-7` and `$5-$10`. */
const CLOSE = String.raw`-(?![\p{L}\d-]|\p{Sc} ?\d)| ?\)|`;
/** A hyphen or a parenthesis before a number or its currency that isn't a sign: `PO-4711`, `$5-$10`, `10 - 20`. */
const JOINT = String.raw`(?<=[\p{L}\d)%])[-(]|(?<=\d {1,2})-(?= )`;
/** The signs and the currency before a number. */
const SIGNS_BEFORE = new RegExp(
	String.raw`(?<=(?<all>(?:(?<outer>(?:(?!${JOINT})[-+(] ?)?)${CURRENCY}\.?\s{0,3})?` +
		String.raw`(?<inner>(?:[-+(]\s{0,2})?)))`,
	'iuy',
);
/** The signs and the currency after a number. */
const SIGNS_AFTER = new RegExp(
	String.raw`(?<all>(?<inner>${CLOSE})(?: ?${CURRENCY}\.?(?<outer>${CLOSE}))?)`,
	'iuy',
);
const AFTER_JOINT = new RegExp(String.raw`(?<=(?:${JOINT})\s{0,2})`, 'uy');
/** After the hyphen of `5€-10€`, whose first currency belongs to the 5. */
const AFTER_PRICE = /(?<=\d[\p{L}\p{Sc}]{1,7}-)/uy;

const GROUPED_BY_SPACES = /^[1-9]\d{0,2}([ '])\d{3}(?:\1\d{3})*(?=[.,]\d|$)/;
const DECIMAL_POINT = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
const DECIMAL_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;

/**
 * Parses a text that contains only a number.
 * @param format what separates decimals; a number in another format isn't converted
 * @param isWhole whether the field is for whole numbers, so that `1,299` is 1299
 */
export function parseNumber(text: string, format: NumberFormat, isWhole = false): Converted {
	const { decimals = [], isNegative } = readNumber(text, format) ?? {};
	const [decimal = '', ...others] = isWhole ? keepWhole(decimals) : decimals;
	if (others.length > 0) return AMBIGUOUS;
	const value = Number(isNegative ? `-${decimal}` : decimal) + 0;
	// JavaScript keeps all digits up to 15 with a point, and whole numbers up to 2^53.
	const isExact = decimal.length <= 16 && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	return decimal !== '' && isExact ? { value } : NOT_CONVERTED;
}

/** Reads a text that contains only a number. Undefined for any other text, and for two currencies. */
export function readNumber(text: string, format: NumberFormat): NumberText | undefined {
	// Longer texts aren't numbers.
	if (text.length > 60) return undefined;
	const plain = normalize(text).trim();
	const [first] = plain.matchAll(DIGITS);
	const number = first && readAt(plain, first.index, first[0], format);
	if (!number || number.begin > 0 || number.end < plain.length) return undefined;
	const { signs, decimals, codes, isNegative, hasTwoCurrencies } = number;
	const hasKnownSigns = /^[-+]?#$/.test(signs) || (isNegative && /^(?:\(#\)|#-)$/.test(signs));
	if (!hasKnownSigns || hasTwoCurrencies || decimals.length === 0) return undefined;
	// The plus of a phone number isn't the sign of an amount. Alone, `- 5` is -5.
	return { decimals, codes, isPlain: /^\+?\d+$/.test(plain), isNegative: isNegative ?? true };
}

/** Reads digits of a normalized text, and the signs and currencies around them. */
function readAt(text: string, from: number, digits: string, format: NumberFormat) {
	const before = readAround(SIGNS_BEFORE, text, from);
	const after = readAround(SIGNS_AFTER, text, from + digits.length);
	const shared = before.codes.filter((code) => after.codes.includes(code));
	const codes = shared.length > 0 ? shared : [...before.codes, ...after.codes];
	const possible = readDigits(digits, format);
	const decimals = possible.length > 1 && isWithoutCents(codes) ? keepWhole(possible) : possible;
	const isAfterCurrency = before.codes.length > 0;
	const isJoined = matchAt(isAfterCurrency ? AFTER_PRICE : AFTER_JOINT, text, from) !== null;
	const open = isJoined ? '' : before.signs;
	// `-#`, `(#)`, `#-`. After a number, and in parentheses, only amounts have a sign.
	const signs = `${open.trim()}#${after.signs.trim()}`;
	const isAmount = codes.length > 0 || decimals.every(hasFraction);
	const isNegative = signs.includes('-#') || (isAmount && /\(#\)|#-/.test(signs));
	// `- 5` may be one of several points, and the dash in `¥5,000-` may mean that there are no cents.
	const isUnclear = /-\s/.test(open) || (isWithoutCents(codes) && signs === '#-');
	return {
		decimals,
		codes,
		begin: from - before.length,
		end: from + digits.length + after.length,
		signs,
		isNegative: isUnclear ? undefined : isNegative,
		isPlain: /^\d+$/.test(digits),
		isAfterCurrency,
		hasTwoCurrencies: !shareCurrency(before.codes, after.codes),
	};
}

/** Reads the signs and the currency on one side of digits. A word that isn't a currency is ignored. */
function readAround(side: RegExp, text: string, position: number) {
	const { all, name = '', outer = '', inner } = matchAt(side, text, position)!.groups!;
	const codes = codesOf(name);
	if (codes.length === 0) return { codes, signs: inner, length: inner.length };
	return { codes, signs: outer + inner, length: all.length };
}

/** Reads digits with separators. Returns no decimals for `1.2.3`, and two for `1.234` without a format. */
function readDigits(digits: string, format: NumberFormat): string[] {
	if (/^\d+$/.test(digits)) return [digits];
	const complete = /^[.,]/.test(digits) ? `0${digits}` : digits;
	const plain = GROUPED_BY_SPACES.test(complete) ? complete.replace(/[ ']/g, '') : complete;
	// `001,234` is a code, because neither thousands nor decimals are written like this.
	if (/^0\d+[.,]\d{3}$/.test(plain)) return [];
	const decimals = new Set<string>();
	if (format !== 'comma' && DECIMAL_POINT.test(plain)) decimals.add(plain.replaceAll(',', ''));
	if (format !== 'point' && DECIMAL_COMMA.test(plain)) {
		decimals.add(plain.replaceAll('.', '').replace(',', '.'));
	}
	return [...decimals];
}

const hasFraction = (decimal: string) => decimal.includes('.');

/** Omits zeros that don't change the number: `33.9` for `033.90`. */
export function omitZeros(decimal: string): string {
	const digits = decimal.replace(/^0+(?=\d)/, '');
	return hasFraction(digits) ? digits.replace(/\.?0{1,99}$/, '') : digits;
}

/** Keeps the decimals that a field for whole numbers can have: only 1000 for `1.000`, but 3 for `3.0`. */
export function keepWhole(decimals: string[]): string[] {
	const whole = decimals.filter((decimal) => !hasFraction(decimal));
	return whole.length > 0 ? whole : decimals.filter((decimal) => Number.isInteger(Number(decimal)));
}

const LINE_START = /(?<=(?:^|\n)[^\S\n]*)/y;
const LINE_END = /[^\S\n]*(?:\n|$)/y;

/** After the letters of a code such as `A4`, but not after the x of `3x25`. */
const AFTER_CODE = /(?<=[a-z])(?<!\d ?x)/iy;

/**
 * Returns a function that finds the numbers of a text that can have a value, apart from the sign.
 * @param text a normalized text, with tabs instead of dates and times
 */
export function createNumberFinder(text: string, format: NumberFormat) {
	// `12.50` may be in a text with decimal commas, so it's read without the format.
	const formatOf = (digits: string) =>
		readDigits(digits, format).length > 0 ? format : 'notSpecified';
	const places = new Map<string, Array<readonly [number, string]>>();
	for (const { 0: digits, index: from } of text.matchAll(DIGITS)) {
		for (const place of [[from, digits] as const, ...columnsOf(text, from, digits)]) {
			for (const decimal of readDigits(place[1], formatOf(place[1]))) {
				addTo(places, omitZeros(decimal), place);
			}
		}
	}

	return function* find(decimal: string): Generator<NumberText> {
		for (const place of places.get(omitZeros(decimal)) ?? []) {
			const number = readNumberAt(text, ...place, formatOf(place[1]));
			if (number) yield number;
		}
	};
}

/**
 * Returns the columns that digits may be: the quantity 2 and the price 150.00 in `2 150.00`. None if they can
 * only be one number: `EUR 1 299,00`, `-1 299,00`, `1 045`, `1 234 567`.
 */
function columnsOf(text: string, from: number, digits: string) {
	if (!/[ ,]/.test(digits)) return [];
	const isSpaced = digits.includes(' ');
	const { codes, begin, decimals } = readAt(text, from, digits, 'notSpecified');
	const isAmount = codes.length > 0 || begin < from;
	const isOneNumber = isSpaced ? isAmount || / 0| .* /.test(digits) : decimals.length > 0;
	if (isOneNumber) return [];
	const columns = digits.matchAll(isSpaced ? /[^ ]{1,99}/g : /[^,]{1,99}/g);
	return Array.from(columns, ({ 0: column, index }) => [from + index, column] as const);
}

/** Reads digits in a text with their sign. Undefined if they are a part of a code: `A4`, `0815`. */
function readNumberAt(text: string, from: number, digits: string, format: NumberFormat) {
	const number = readAt(text, from, digits, format);
	const { decimals, codes, begin, end, isAfterCurrency } = number;
	const isInCode = !isAfterCurrency && matchAt(AFTER_CODE, text, from) !== null;
	if (!decimals.some(hasFraction) && (isInCode || /^0\d{3}/.test(digits))) return undefined;
	const isAlone = matchAt(LINE_START, text, begin) && matchAt(LINE_END, text, end);
	return { ...number, isValue: codes.length > 0 || isAlone !== null };
}
