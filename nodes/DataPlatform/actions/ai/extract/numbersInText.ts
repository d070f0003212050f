import { addTo } from '../../../helpers/values';
import { findDigits, hasFraction, omitZeros, readAt, readDigits, type NumberText } from './numbers';
import type { NumberFormat } from './issues';
import { matchAt } from './text';

const LINE_START = /(?<=(?:^|\n)[^\S\n]*)/y;
const LINE_END = /[^\S\n]*(?:\n|$)/y;

/** After a hyphen or a parenthesis that isn't a sign: `PO-4711`, `10 - 20`. */
const JOINED = /(?<=[\p{L}\d)%][-(]|\d\s{1,2}-\s{1,2})/uy;
/** After the letters of a code such as `A4`, but not after the x of `3x25`. */
const AFTER_CODE = /(?<=[a-z])(?<!\d ?x)/iy;
const BEFORE_CODE = /(?!x)[a-z]+\d/iy;

/** Where digits begin. */
interface Digits {
	from: number;
	digits: string;
}

/** A number of a text. */
export interface NumberInText extends NumberText {
	/** Whether it has a currency, or is alone on its line. Then it isn't a version such as 3.10. */
	isValue: boolean;
}

/**
 * Returns a function that finds the numbers of a text that can have a value, apart from the sign.
 * @param text a normalized text without dates and times
 */
export function createNumberFinder(text: string, format: NumberFormat) {
	const places = new Map<string, Digits[]>();

	function add(place: Digits) {
		for (const decimal of readDigits(place.digits, format)) {
			addTo(places, omitZeros(decimal), place);
		}
	}

	for (const { 0: digits, index: from } of findDigits(text)) {
		add({ from, digits });
		columnsOf(text, from, digits).forEach(add);
	}

	return function* find(decimal: string): Generator<NumberInText> {
		for (const place of places.get(omitZeros(decimal)) ?? []) {
			const number = readNumberAt(text, place, format);
			if (number) yield number;
		}
	};
}

/**
 * Returns the columns that digits may be: the quantity 2 and the price 150.00 in `2 150.00`. None if they can
 * only be one number: `EUR 1 299,00`, `-1 299,00`, `1 234 567`.
 */
function columnsOf(text: string, from: number, digits: string): Digits[] {
	if (!/[ ,]/.test(digits)) return [];
	const isSpaced = digits.includes(' ');
	const { codes, open, decimals } = readAt(text, from, digits, 'notSpecified');
	const isAmount = codes.length > 0 || open.trim() !== '';
	const isOneNumber = isSpaced ? isAmount || / 0| .* /.test(digits) : decimals.length > 0;
	if (isOneNumber) return [];
	const columns = digits.matchAll(isSpaced ? /[^ ]+/g : /[^,]+/g);
	return Array.from(columns, ({ 0: column, index }) => ({ from: from + index, digits: column }));
}

/** Reads digits in a text with their sign. Undefined if they are a part of a code: `A4`, `0815`. */
function readNumberAt(text: string, { from, digits }: Digits, format: NumberFormat) {
	const place = readAt(text, from, digits, format);
	const { decimals, codes, begin, end, open, close, isPlain, isAmount, isAfterCurrency } = place;
	const isInCode =
		/^0\d{3}/.test(digits) ||
		matchAt(BEFORE_CODE, text, from + digits.length) !== null ||
		(!isAfterCurrency && matchAt(AFTER_CODE, text, from) !== null);
	if (isInCode && !decimals.some(hasFraction)) return undefined;
	const sign = isAfterCurrency || !matchAt(JOINED, text, from) ? open : '';
	const isParenthesized = sign.includes('(') && close === ')';
	const isNegative = sign.includes('-') || (isAmount && (close === '-' || isParenthesized));
	const isAlone = matchAt(LINE_START, text, begin) && matchAt(LINE_END, text, end);
	return {
		decimals,
		codes,
		isPlain,
		// `- 5` may be one of several points.
		isNegative: /-\s/.test(sign) ? undefined : isNegative,
		isValue: codes.length > 0 || isAlone !== null,
	};
}
