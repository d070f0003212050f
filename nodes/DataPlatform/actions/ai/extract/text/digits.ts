import { currenciesOf } from './currencies';
import { matchAt } from './scanner';

/** What separates decimals in numbers. */
export type NumberFormat = 'notSpecified' | 'comma' | 'point';

/** Digits as they are written in a text, with their groups, fraction and exponent. */
export interface Digits {
	written: string;
	from: number;
	/** Whether they may be several numbers in a row (`250 120 300.00`), or only a part of one (see `readingsOf`). */
	isAmbiguous: boolean;
}

/** Finds the digits of a normalized text. It may have tabs instead of dates and times. */
export function* digitsIn(text: string): Generator<Digits> {
	const digit = /\d/g;
	for (let next = digit.exec(text); next; next = digit.exec(text)) {
		const digits = readDigits(text, hasPointBefore(text, next.index) ? next.index - 1 : next.index);
		yield digits;
		digit.lastIndex = digits.from + digits.written.length;
	}
}

/** Whether digits are a fraction without a zero: `.50`, `,50`. Not in `Rs.50`, nor in `Lamp,50` and `x,,50` of a CSV. */
function hasPointBefore(text: string, at: number): boolean {
	const mark = text[at - 1];
	const before = text[at - 2] ?? ' ';
	if (/[\p{L}\d.,]/u.test(before)) return false;
	if (mark !== ',') return mark === '.';
	// After a date, for which `blankOut` left a tab, a comma separates columns. Decimals have one or two digits: ` ,50`, not
	// ` ,500` and ` ,50,7`.
	return before !== '\t' && /^\d\d?(?![\d.,]| \d)/.test(text.slice(at, at + 4));
}

/**
 * Reads digits, their groups, a fraction and an exponent. From `1 299,50 EUR`, it takes `1` first, then the groups
 * ` 299,50`. From `1.5E3`, it takes `1.5`, no groups, and the exponent `E3`.
 */
function readDigits(text: string, from: number): Digits {
	// With the sign of `1½`, `decimalsOf` can't read it, so that it isn't 1.
	const [first] = matchAt(/[.,]?\d+(?:[.,']\d+)*[¼½¾⅐-⅞]?/y, text, from)!;
	const decimal = first + readGroups(text, from, first);
	const isAmbiguous = /^\d{3}(?: [1-9]\d\d){2,9}(?:[.,]\d+)?$/.test(decimal);
	const written = decimal + readExponent(text, from + decimal.length, decimal);
	return { written, from, isAmbiguous };
}

/** Reads the exponent of `1.5E3` or `2e-7`. `4E12` may be a code. */
function readExponent(text: string, from: number, decimal: string): string {
	const [exponent = ''] = matchAt(/e[-+]?\d{1,3}(?![\p{L}\d])/iuy, text, from) ?? [];
	return exponent.includes('-') || /[.,]/.test(decimal) ? exponent : '';
}

/** Reads groups of three digits after blanks: ` 299,00` of `1 299,00`. None in `1 2995` and `1.5 299`. */
function readGroups(text: string, from: number, first: string): string {
	// Groups begin with one to three digits.
	if (!/^[1-9]\d{0,2}$/.test(first) || !mayBeginGroups(text, from)) return '';
	const form = /(?: \d{3})+(?:[.,]\d+)?(?![.,']?\d)/y;
	const [groups = ''] = matchAt(form, text, from + first.length) ?? [];
	// A row of many numbers is a table.
	return groups.length <= 24 ? groups : '';
}

/** Whether groups may begin here: not in a row (`4711 1 299`), and not in a code (`A5 299,00`, `KD-12 299`, `5/7 299`). */
function mayBeginGroups(text: string, from: number): boolean {
	const before = text.slice(Math.max(0, from - 10), from);
	// Decimals end the number before: `287,50 1 299,00`.
	if (/\d $/.test(before)) return /\d[.,]\d\d $/.test(before);
	const [, word = ''] = /(\p{L}{1,9})-?$/u.exec(before) ?? [];
	const isInCode = word !== '' && currenciesOf(word).length === 0;
	return !isInCode && !/\d[/x]$|%$/i.test(before);
}

/** Returns what digits can mean, as decimals: none for `1.2.3`, and two for `1.234` without a format. */
export function decimalsOf(written: string, format: NumberFormat): string[] {
	if (/^\d+$/.test(written)) return [written];
	// `001,234` is a code, because neither thousands nor decimals are written like this.
	if (/^0\d+[.,]\d{3}$/.test(written)) return [];
	const [mantissa, exponent] = written.split(/e/i);
	const marks = { notSpecified: ['.', ','], comma: [','], point: ['.'] }[format];
	const readings = [...new Set(marks.flatMap((mark) => readDecimal(mantissa, mark)))];
	if (exponent === undefined) return readings;
	// An exponent has no thousands before it: `6.022E23`.
	const mantissas = /^\d+$/.test(mantissa) ? readings : readings.filter(hasFraction);
	return mantissas.map((decimal) => toDecimal(Number(`${decimal}e${exponent}`)));
}

/** Thousands, with a separator that isn't the decimal one. */
const THOUSANDS = /^[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*$/;
/** India's lakhs. */
const LAKHS = /^[1-9]\d?(?:,\d\d)+,\d{3}$/;

/** Reads groups, and decimals after a mark. Returns nothing if they aren't written like this: `12,34.5`. */
function readDecimal(written: string, mark: string): string[] {
	const [whole, fraction = '', ...more] = written.split(mark, 3);
	const isWhole = [/^\d*$/, THOUSANDS, LAKHS].some((form) => form.test(whole));
	if (!isWhole || !/^\d*$/.test(fraction) || more.length > 0) return [];
	const digits = whole.replace(/\D/g, '') || '0';
	return [fraction ? `${digits}.${fraction}` : digits];
}

/** Writes a number without an exponent: `0.0000005` instead of `5e-7`. */
export function toDecimal(value: number): string {
	if (!String(value).includes('e')) return String(value);
	return value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17 });
}

export const hasFraction = (decimal: string) => decimal.includes('.');

/** Omits zeros that don't change the number: `33.9` for `033.90`. */
export const omitZeros = (decimal: string) => omitLastZeros(decimal.replace(/^0+(?=\d)/, ''));

/** Omits zeros at the end of a fraction: `033.9` for `033.90`. */
export function omitLastZeros(decimal: string): string {
	return hasFraction(decimal) ? decimal.replace(/\.?0{1,99}$/, '') : decimal;
}
