import {
	decimalsOf,
	type Digits,
	digitsIn,
	hasFraction,
	type NumberFormat,
	type NumberText,
	omitZeros,
	readAt,
} from './numbers';
import type { Steps } from './steps';
import { addTo } from '../../../../helpers/values';

/** A number of a text. */
export interface FoundNumber extends NumberText {
	/** Whether nothing else is on its line. */
	isAlone: boolean;
	/** Whether the line before or after it is only a decimal number, too. */
	isInColumn: boolean;
}

/**
 * Returns a function that finds the numbers of a text that can have a value, apart from the sign.
 * @param text a normalized text, with tabs instead of dates and times
 */
export function* indexNumbers(
	text: string,
	format: NumberFormat,
): Steps<(decimal: string) => Generator<FoundNumber>> {
	// `12.50` may be in a text with decimal commas, so it's read without the format.
	const formatOf = (digits: Digits) =>
		decimalsOf(digits, format).length > 0 ? format : 'notSpecified';
	const places = new Map<string, Array<{ digits: Digits; isUnsure: boolean }>>();
	let count = 0;
	for (const digits of digitsIn(text)) {
		if (++count % 1000 === 0) yield;
		const { columns, isUnsure } = columnsOf(text, digits);
		for (const each of [digits, ...columns]) {
			for (const decimal of decimalsOf(each, formatOf(each))) {
				addTo(places, omitZeros(decimal), { digits: each, isUnsure });
			}
		}
	}

	return function* find(decimal: string): Generator<FoundNumber> {
		for (const { digits, isUnsure } of places.get(omitZeros(decimal)) ?? []) {
			const number = readAt(text, digits, formatOf(digits));
			const isAlone = isLine(text, number.begin, number.end);
			if (!isInCode(text, digits, number)) {
				yield { ...number, isUnsure, isAlone, isInColumn: isAlone && isInColumn(text, digits) };
			}
		}
	};
}

/**
 * Returns the columns that digits may be: the quantity 2 and the price 150.00 in `2 150.00`. None if they can
 * only be one number: `EUR 1 299,00`, `-1 299,00`, `1 045`, `1 234 567`.
 */
function columnsOf(text: string, digits: Digits): { columns: Digits[]; isUnsure: boolean } {
	const { written, from } = digits;
	if (!/[ ,]/.test(written)) return { columns: [], isUnsure: false };
	const isSpaced = written.includes(' ');
	const { codes, begin, decimals, isUnsure } = readAt(text, digits, 'notSpecified');
	const isAmount = codes.length > 0 || begin < from;
	const isOneNumber = isSpaced ? isAmount || / 0| .* /.test(written) : decimals.length > 0;
	if (isOneNumber && !isUnsure) return { columns: [], isUnsure };
	const columns = Array.from(
		written.matchAll(isSpaced ? /[^ ]{1,99}/g : /[^,]{1,99}/g),
		({ 0: column, index }) => {
			const at = from + index;
			return { written: column, exponent: 0, from: at, to: at + column.length };
		},
	);
	return { columns, isUnsure };
}

/** Whether digits are a part of a code: `A4`, `0815`. In `x2` and `3x25` they are a quantity. */
function isInCode(
	text: string,
	{ written, from }: Digits,
	number: ReturnType<typeof readAt>,
): boolean {
	if (number.decimals.some(hasFraction)) return false;
	const before = text.slice(Math.max(0, from - 2), from);
	const isQuantity = /(?:^|\P{L})x$|\dX$/u.test(before);
	const isAfterLetter = /[a-z]$/i.test(before) && !isQuantity && !number.isAfterCurrency;
	return isAfterLetter || /^0\d{3}/.test(written);
}

/** Whether a part of a text fills its line. */
function isLine(text: string, from: number, to: number): boolean {
	const before = text.slice(Math.max(0, from - 40), from);
	return /(?:^|\n)[^\S\n]*$/.test(before) && /^[^\S\n]*(?:\n|$)/.test(text.slice(to, to + 40));
}

/** Whether the line before or after digits is only a decimal number. */
function isInColumn(text: string, { from, to }: Digits): boolean {
	const before = text.slice(Math.max(0, from - 40), from);
	const after = text.slice(to, to + 40);
	return (
		/\n *[\d.,]*[.,]\d\d *\n *$/.test(before) || /^ *\n *[\d.,]*[.,]\d\d *(?:\n|$)/.test(after)
	);
}
