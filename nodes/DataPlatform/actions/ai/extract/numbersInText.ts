import { EXACT_LENGTH, findDigits, hasFraction, readAt, readDigits } from './numbers';
import type { NumberText, Place } from './numbers';
import type { NumberFormat } from './issues';
import { matchAt } from './text';

const AFTER_WORD = /(?<=[\p{L}\d)%])/uy;
const AFTER_NUMBER = /(?<=\d\s{1,2})/y;
/** Not the small x of `3x25mm`. */
const AFTER_LETTER = /(?<=[a-wyzA-Z]|[a-zA-Z]x)/y;
/** After the digits of a code such as `HX200B`. */
const BEFORE_LETTER = /\p{L}/uy;
/** Before the digits of codes such as `A4` and `12KW24`, but not of `KW12`. */
const AFTER_CODE = /(?<=(?<![a-z])[a-z]|\d[a-z]{2,14})/iy;
const BEFORE_CODE = /(?!x)[a-z]+\d/iy;

/** Where digits begin. */
interface Digits {
	from: number;
	digits: string;
}

/** The places of a number that aren't read yet, and the different numbers among those that are. */
interface Entry {
	places: Digits[];
	numbers: Map<string, NumberText>;
}

/**
 * Returns a function that finds the different numbers of a text that can have a value, apart from the sign.
 * @param text a normalized text without dates and times
 */
export function createNumberFinder(text: string, format: NumberFormat) {
	const entries = new Map<string, Entry>();

	function add(place: Digits) {
		for (const decimal of readInAnyFormat(place.digits, format)) {
			const key = numberKey(decimal);
			const entry = entries.get(key);
			if (entry) entry.places.push(place);
			else entries.set(key, { places: [place], numbers: new Map() });
		}
	}

	for (const { 0: digits, index: from } of findDigits(text)) {
		add({ from, digits });
		columnsOf(text, from, digits).forEach(add);
	}

	return function* find(decimal: string): Generator<NumberText> {
		const entry = entries.get(numberKey(decimal));
		if (!entry) return;
		yield* entry.numbers.values();
		// Reads on where the last search stopped, so each place is read once.
		for (let place = entry.places.pop(); place; place = entry.places.pop()) {
			const number = readNumberAt(text, place, format);
			if (!number) continue;
			const { isNegative, isValue, codes } = number;
			const key = `${place.digits} ${isNegative} ${isValue} ${codes.join(' ')}`;
			if (entry.numbers.has(key)) continue;
			entry.numbers.set(key, number);
			yield number;
		}
	};
}

/** Returns one key for equal numbers: `33.9` for `033.90`. Numbers too long for a double stay as is. */
function numberKey(decimal: string): string {
	return decimal.length > EXACT_LENGTH ? decimal : String(Number(decimal));
}

/** Reads digits in a format. If that's impossible, the text has another format here. */
function readInAnyFormat(digits: string, format: NumberFormat): string[] {
	const decimals = readDigits(digits, format);
	return decimals.length > 0 ? decimals : readDigits(digits, 'notSpecified');
}

/**
 * Returns the columns that digits may be: the quantity 2 and the price 150.00 in `2 150.00`. None if they can
 * only be one number: `EUR 1 299,00`, `-1 299,00`, `1 234 567,89`.
 */
function columnsOf(text: string, from: number, digits: string): Digits[] {
	const separator = digits.includes(' ') ? ' ' : ',';
	if (!digits.includes(separator)) return [];
	const { codes, open, decimals } = readAt(text, from, digits, 'notSpecified');
	const isOneNumber =
		separator === ' '
			? codes.length > 0 || open.trim() !== '' || /(?: 0| \d+ .*[.,])/.test(digits)
			: decimals.length > 0;
	if (isOneNumber) return [];
	const columns: Digits[] = [];
	let start = from;
	for (const column of digits.split(separator)) {
		if (column !== '') columns.push({ from: start, digits: column });
		start += column.length + 1;
	}
	return columns;
}

/** Reads digits in a text with their sign. Undefined if they are a part of a code. */
function readNumberAt(
	text: string,
	{ from, digits }: Digits,
	format: NumberFormat,
): NumberText | undefined {
	const isInFormat = readDigits(digits, format).length > 0;
	const place = readAt(text, from, digits, isInFormat ? format : 'notSpecified');
	const { decimals, codes, isPlain, isValue } = place;
	if (!isStandalone(text, from, digits, place)) return undefined;
	return { decimals, codes, isPlain, isValue, isNegative: hasMinus(text, place) };
}

/** Undefined if it isn't certain. */
function hasMinus(text: string, place: Place): boolean | undefined {
	const { begin, open, close, isAmount, isAfterCurrency } = place;
	// The hyphen in `PO-4711` isn't a sign, and the dash in `10 - 20` isn't either.
	const isJoined =
		matchAt(AFTER_WORD, text, begin) ?? (/\s/.test(open) && matchAt(AFTER_NUMBER, text, begin));
	const sign = isJoined && !isAfterCurrency ? '' : open;
	// `- 5` may be one of several points.
	if (/-\s/.test(sign)) return undefined;
	const isParenthesized = sign.includes('(') && close === ')';
	return sign.includes('-') || (isAmount && (close === '-' || isParenthesized));
}

/** Whether digits are a number by themselves. In codes such as `A4` and `0815`, they aren't. */
function isStandalone(text: string, from: number, digits: string, place: Place): boolean {
	if (place.decimals.some(hasFraction)) return true;
	const to = from + digits.length;
	if (/^0\d{3}/.test(digits) || matchAt(BEFORE_CODE, text, to)) return false;
	if (place.isAfterCurrency || !matchAt(AFTER_LETTER, text, from)) return true;
	const isShort = digits.length < 5 && !matchAt(BEFORE_LETTER, text, to);
	return isShort && !matchAt(AFTER_CODE, text, from);
}
