import { codesOf, isAlsoWord, isWithoutCents, shareCurrency } from './currencies';
import { matchAt } from './scanner';
import { normalize } from './normalize';
import { isBullet } from './words';
import { AMBIGUOUS, type Converted, NOT_CONVERTED } from '../result/issues';

/** What separates decimals in numbers. */
export type NumberFormat = 'notSpecified' | 'comma' | 'point';

/** Digits with separators, as they are written in a text. */
export interface Digits {
	written: string;
	/** The power of ten of `1.5E3`, or 0. */
	exponent: number;
	from: number;
	to: number;
}

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
	/** Whether it's three numbers in a row or one: `250 120 300.00`. */
	isUnsure: boolean;
}

/** The signs and the currency on one side of digits. */
interface Side {
	/** `-`, `+`, `(` and `)`, from left to right. */
	signs: string;
	/** The sign, name or code of the currency. */
	currency: string;
	/** Where this side begins (before the digits) or ends (after them). */
	at: number;
	/** Whether its minus may be a bullet or a dash: `- 5`. */
	isUnclear?: boolean;
}

/**
 * Parses a text that contains only a number.
 * @param format what separates decimals; a number in another format isn't converted
 * @param isWhole whether the field is for whole numbers, so that `1,299` is 1299
 */
export function parseNumber(text: string, format: NumberFormat, isWhole = false): Converted {
	const number = readNumber(text, format);
	if (!number) return NOT_CONVERTED;
	const [decimal = '', ...others] = isWhole ? wholeDecimals(number) : number.decimals;
	if (others.length > 0 || number.isUnsure) return AMBIGUOUS;
	const value = Number(number.isNegative ? `-${decimal}` : decimal) + 0;
	// JavaScript keeps all digits up to 15 with a point, and whole numbers up to 2^53.
	const isShort = !hasFraction(decimal) || decimal.replace(/^0\.0{0,99}|\./, '').length <= 15;
	const isExact = isShort && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	return decimal !== '' && isExact ? { value } : NOT_CONVERTED;
}

/** Reads a text that contains only a number. Undefined for any other text, and for two currencies. */
export function readNumber(text: string, format: NumberFormat): NumberText | undefined {
	// Longer texts aren't numbers.
	if (text.length > 60) return undefined;
	const plain = normalize(text).trim();
	const [digits] = digitsIn(plain);
	if (!digits) return undefined;
	const number = readAt(plain, digits, format);
	const isWhole = number.begin === 0 && number.end === plain.length;
	const isMoney = !number.isPlain || !number.currencies.some(isAlsoWord);
	if (!isWhole || !isMoney || !number.hasKnownSigns || number.decimals.length === 0)
		return undefined;
	// The plus of a phone number isn't the sign of an amount. Alone, `- 5` is -5.
	return { ...number, isPlain: /^\+?\d+$/.test(plain), isNegative: number.isNegative ?? true };
}

/** Finds the digits of a normalized text. */
export function* digitsIn(text: string): Generator<Digits> {
	const digit = /\d/g;
	for (let next = digit.exec(text); next; next = digit.exec(text)) {
		const digits = readDigits(text, hasPointBefore(text, next.index) ? next.index - 1 : next.index);
		yield digits;
		digit.lastIndex = digits.to;
	}
}

/** Whether digits are a fraction without a zero: `.50`, `,50`. */
function hasPointBefore(text: string, at: number): boolean {
	const before = text[at - 2] ?? ' ';
	if (text[at - 1] === '.') return !/[\p{L}\d.,]/u.test(before);
	return (
		text[at - 1] === ',' &&
		!/[\p{L}\d.,\t]/u.test(before) &&
		/^\d\d?(?![\d.,]| \d)/.test(text.slice(at, at + 4))
	);
}

/** Reads digits, their groups, a fraction and an exponent. */
function readDigits(text: string, from: number): Digits {
	const [first] = matchAt(/[.,]?\d+(?:[.,']\d+)*[¼½¾⅐-⅞]?/y, text, from)!;
	const written = first + readGroups(text, from, first);
	const to = from + written.length;
	const [power = ''] = matchAt(/e[-+]?\d{1,3}(?![\p{L}\d])/iuy, text, to) ?? [];
	// `4E12` may be a code.
	const isExponent = power.includes('-') || (power !== '' && /[.,]/.test(written));
	if (!isExponent) return { written, exponent: 0, from, to };
	return { written, exponent: Number(power.slice(1)), from, to: to + power.length };
}

/** Reads groups of three digits after blanks: ` 299,00` of `1 299,00`. */
function readGroups(text: string, from: number, first: string): string {
	const isGroup =
		/^[1-9]\d{0,2}$/.test(first) && !/\d $/.test(text.slice(Math.max(0, from - 2), from));
	const groups =
		isGroup && matchAt(/(?: \d{3})+(?:[.,]\d+)?(?![.,']?\d)/y, text, from + first.length);
	// A row of many numbers is a table.
	return groups && groups[0].length <= 24 ? groups[0] : '';
}

/** Reads digits of a normalized text, and the signs and currencies around them. */
export function readAt(text: string, digits: Digits, format: NumberFormat) {
	const before = readBefore(text, digits.from);
	const after = readAfter(text, digits.to);
	const currencies = [before.currency, after.currency].filter((name) => name !== '');
	const [first = [], second = []] = currencies.map(codesOf);
	const shared = first.filter((code) => second.includes(code));
	const codes = shared.length > 0 ? shared : [...first, ...second];
	const isPlain = /^\d+$/.test(digits.written);
	// The point of `EUR.75` may be decimal, the one of `Rs.75` ends an abbreviation.
	const isAfterPoint = isPlain && text[digits.from - 1] === '.' && first[0] === before.currency;
	const readings = decimalsOf(digits, format);
	const possible = isAfterPoint ? [...readings, `0.${digits.written}`] : readings;
	const decimals =
		possible.length > 1 && isWithoutCents(codes) ? withoutFractions(possible) : possible;
	// After a number, and in parentheses, only amounts have a sign.
	const isAmount = codes.length > 0 || decimals.every(hasFraction);
	const isInParentheses = before.signs.endsWith('(') && after.signs.startsWith(')');
	const isMinusAfter = after.signs.startsWith('-');
	const hasMinus = before.signs.endsWith('-') || (isAmount && (isInParentheses || isMinusAfter));
	// A dash in `¥5,000-` may mean that there are no cents.
	const isDash = isWithoutCents(codes) && before.signs === '' && isMinusAfter;
	const isItem = codes.length === 0 && before.signs === '-' && isBullet(text, before.at);
	const isNegative = before.isUnclear || isDash || isItem ? undefined : hasMinus;
	const outer = `${before.signs}#${after.signs}`;
	return {
		decimals,
		codes,
		currencies,
		begin: before.at,
		end: after.at,
		isNegative,
		hasKnownSigns:
			shareCurrency(first, second) &&
			(/^[-+]?#$/.test(outer) || (isNegative === true && /^(?:\(#\)|#-)$/.test(outer))),
		isPlain,
		isUnsure:
			before.at === digits.from && /^\d{3}(?: [1-9]\d\d){2,9}(?:[.,]\d+)?$/.test(digits.written),
		isAfterCurrency: before.currency !== '',
	};
}

/** Reads what is before digits: a sign, a currency, and a sign before it. */
function readBefore(text: string, from: number): Side {
	const inner = readSign(text, from, 2);
	const currency = readCurrencyBefore(text, inner.at);
	if (!currency) return inner.isJoint ? { signs: '', currency: '', at: from } : inner;
	// In `5€-10€`, the currency before the hyphen belongs to the 5.
	const isPrice = inner.signs === '-' && /\d/.test(text[currency.at - 1] ?? '');
	if (isPrice) return { signs: '', currency: '', at: from };
	const outer = readSign(text, currency.at, 1);
	const signs = (outer.isJoint ? '' : outer.signs) + inner.signs;
	const isUnclear = inner.isUnclear || (!outer.isJoint && outer.isUnclear);
	return { signs, currency: currency.name, at: outer.isJoint ? currency.at : outer.at, isUnclear };
}

/** Reads a sign that ends at a position. A joint isn't a sign: `PO-4711`, `10 - 20`. */
function readSign(text: string, to: number, maxBlanks: number): Side & { isJoint: boolean } {
	let at = to;
	while (to - at < maxBlanks && /\s/.test(text[at - 1] ?? '')) at--;
	const sign = text[at - 1] ?? '';
	if (!/[-+(]/.test(sign)) return { signs: '', currency: '', at: to, isJoint: false };
	const isSpaced = at < to;
	const before = text.slice(Math.max(0, at - 4), at - 1);
	const isRange = sign === '-' && isSpaced && /\d {1,2}$/.test(before);
	const isJoint = isRange || (sign !== '+' && /[\p{L}\d)%]$/u.test(before));
	return { signs: sign, currency: '', at: at - 1, isJoint, isUnclear: sign === '-' && isSpaced };
}

/** Finds a currency that ends at a position, with blanks or a border of a cell after it. */
function readCurrencyBefore(text: string, to: number) {
	const before = text.slice(Math.max(0, to - 20), to);
	const match = /([a-z]{0,2}\p{Sc}|[円元원]|(?<!\p{L})\p{L}{1,7})\.?[\s|*]{0,8}$/iu.exec(before);
	if (!match || codesOf(match[1]).length === 0) return undefined;
	return { name: match[1], at: to - before.length + match.index };
}

/** A minus or a parenthesis after a number. Not the hyphen of `5-7` and `$5-$10`. */
const CLOSE = /-(?![\p{L}\d-]|\p{Sc} ?\d)| ?\)/uy;

/** Reads what is after digits: a sign, a currency, and a sign after it. */
function readAfter(text: string, from: number): Side {
	const [inner = ''] = matchAt(CLOSE, text, from) ?? [];
	const at = from + inner.length;
	const near = matchAt(/ ?([a-z]{0,2}\p{Sc}|[円元원]|\p{L}{1,7}(?!\p{L}))\.?/iuy, text, at);
	const currency = near && codesOf(near[1]).length > 0 ? near : readCurrencyFarAfter(text, at);
	if (!currency) return { signs: inner.trim(), currency: '', at };
	const end = at + currency[0].length;
	const [outer = ''] = (currency === near && matchAt(CLOSE, text, end)) || [];
	return { signs: inner.trim() + outer.trim(), currency: currency[1], at: end + outer.length };
}

/** Finds a currency after blanks, a line break or a border of a cell, unless it belongs to the next number. */
function readCurrencyFarAfter(text: string, at: number) {
	const match = matchAt(/[\s|*_;,"(\\]{1,12}([a-z]{0,2}\p{Sc}|\p{L}{2,7}(?!\p{L}))/iuy, text, at);
	if (!match || codesOf(match[1]).length === 0) return undefined;
	const end = at + match[0].length;
	return /^\.?[\s|*]{0,8}[-+(]?[.,]?\d/.test(text.slice(end, end + 12)) ? undefined : match;
}

/** Digits with a decimal point or comma, and with groups of three, or of India's lakhs: `1,00,000.50`. */
const WITH_POINT = /^(\d*|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d\d)+,\d{3})(?:\.(\d+))?$/;
const WITH_COMMA = /^(\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/;

/** Returns what digits can mean, as decimals: none for `1.2.3`, and two for `1.234` without a format. */
export function decimalsOf({ written, exponent }: Digits, format: NumberFormat): string[] {
	if (/^\d+$/.test(written) && exponent === 0) return [written];
	const isGrouped = /^[1-9]\d{0,2}([ '])\d{3}(?:\1\d{3})*(?=[.,]\d|$)/.test(written);
	const plain = isGrouped ? written.replace(/[ ']/g, '') : written;
	// `001,234` is a code, because neither thousands nor decimals are written like this.
	if (/^0\d+[.,]\d{3}$/.test(plain)) return [];
	const point = format === 'comma' ? null : WITH_POINT.exec(plain);
	const comma = format === 'point' ? null : WITH_COMMA.exec(plain);
	const readings = [point, comma].flatMap((match) => (match ? [toDigits(match)] : []));
	if (exponent === 0) return [...new Set(readings)];
	// `6.022E23` is written with one digit before the point.
	const mantissas = readings.some(hasFraction)
		? readings.filter(hasFraction)
		: readings.slice(0, 1);
	return mantissas.map((decimal) => toDecimal(Number(`${decimal}e${exponent}`)));
}

function toDigits([, whole, fraction]: string[]): string {
	const digits = whole.replace(/\D/g, '') || '0';
	return fraction ? `${digits}.${fraction}` : digits;
}

/** Writes a number without an exponent: `0.0000005` instead of `5e-7`. */
export function toDecimal(value: number): string {
	if (!String(value).includes('e')) return String(value);
	return value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17 });
}

export const hasFraction = (decimal: string) => decimal.includes('.');
const withoutFractions = (decimals: string[]) => decimals.filter((each) => !hasFraction(each));

/** Omits zeros that don't change the number: `33.9` for `033.90`. */
export function omitZeros(decimal: string): string {
	const digits = decimal.replace(/^0+(?=\d)/, '');
	return hasFraction(digits) ? digits.replace(/\.?0{1,99}$/, '') : digits;
}

/**
 * Returns the whole numbers that digits can mean: 1234 for `1,234`, 3 for `3.0`. Both 2 and 2000 for `2,000`
 * without a currency, because some ERP systems print quantities with three decimals.
 */
export function wholeDecimals({ decimals, codes }: NumberText): string[] {
	const whole = decimals.filter((decimal) => Number.isInteger(Number(decimal)));
	const amounts = codes.length > 0 ? withoutFractions(whole) : [];
	return amounts.length > 0 ? amounts : whole;
}
