import { addTo } from '../../../helpers/values';
import { findDigits, hasFraction, omitZeros, readAt, readDigits, type NumberText } from './numbers';
import type { NumberFormat } from './issues';
import { matchAt } from './text';

const LINE_START = /(?<=(?:^|\n)[^\S\n]*)/y;
const LINE_END = /[^\S\n]*(?:\n|$)/y;

/** After the letters of a code such as `A4`, but not after the x of `3x25`. */
const AFTER_CODE = /(?<=[a-z])(?<!\d ?x)/iy;

/** Where digits begin. */
interface Digits {
	from: number;
	digits: string;
}

/**
 * Returns a function that finds the numbers of a text that can have a value, apart from the sign.
 * @param text a normalized text without dates and times
 */
export function createNumberFinder(text: string, format: NumberFormat) {
	const places = new Map<string, Digits[]>();
	/** A number that isn't in the format of the others has another one: `12.50` between decimal commas. */
	const formatOf = (digits: string) =>
		readDigits(digits, format).length > 0 ? format : 'notSpecified';

	function add(place: Digits) {
		for (const decimal of readDigits(place.digits, formatOf(place.digits))) {
			addTo(places, omitZeros(decimal), place);
		}
	}

	for (const { 0: digits, index: from } of findDigits(text)) {
		add({ from, digits });
		columnsOf(text, from, digits).forEach(add);
	}

	return function* find(decimal: string): Generator<NumberText> {
		for (const place of places.get(omitZeros(decimal)) ?? []) {
			const number = readNumberAt(text, place, formatOf(place.digits));
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
	const { codes, begin, decimals } = readAt(text, from, digits, 'notSpecified');
	const isAmount = codes.length > 0 || begin < from;
	const isOneNumber = isSpaced ? isAmount || / 0| .* /.test(digits) : decimals.length > 0;
	if (isOneNumber) return [];
	const columns = digits.matchAll(isSpaced ? /[^ ]+/g : /[^,]+/g);
	return Array.from(columns, ({ 0: column, index }) => ({ from: from + index, digits: column }));
}

/** Reads digits in a text with their sign. Undefined if they are a part of a code: `A4`, `0815`. */
function readNumberAt(text: string, { from, digits }: Digits, format: NumberFormat) {
	const number = readAt(text, from, digits, format);
	const { decimals, codes, begin, end, isAfterCurrency } = number;
	const isInCode = !isAfterCurrency && matchAt(AFTER_CODE, text, from) !== null;
	if (!decimals.some(hasFraction) && (isInCode || /^0\d{3}/.test(digits))) return undefined;
	const isAlone = matchAt(LINE_START, text, begin) && matchAt(LINE_END, text, end);
	return { ...number, isValue: codes.length > 0 || isAlone !== null };
}
