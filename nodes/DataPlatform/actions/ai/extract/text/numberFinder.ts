import {
	decimalsOf,
	type Digits,
	digitsIn,
	hasFraction,
	type NumberFormat,
	omitZeros,
} from './digits';
import {
	hasDashForCents,
	isAfterColon,
	type NumberMeaning,
	type NumberWithSides,
	readAt,
} from './numbers';
import type { Steps } from './steps';
import { addTo } from '../../../../helpers/values';

/** A number of a text. */
export interface FoundNumber extends NumberMeaning {
	/** Whether nothing else is on its line. */
	isAlone: boolean;
	/** Whether its digits are a part of a code. */
	isInCode: boolean;
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
	const places = new Map<string, Digits[]>();
	let count = 0;
	for (const digits of digitsIn(text)) {
		if (++count % 1000 === 0) yield;
		for (const each of readingsOf(text, digits, format)) {
			for (const decimal of decimalsOf(each.written, 'notSpecified')) {
				addTo(places, omitZeros(decimal), each);
			}
		}
	}

	return function* find(decimal: string): Generator<FoundNumber> {
		for (const digits of places.get(omitZeros(decimal)) ?? []) {
			// With decimal commas, `12.50` can't be read, so it's read without a format.
			const formatted = readAt(text, digits, format);
			const isReadable = formatted.decimals.length > 0;
			const number = isReadable ? formatted : readAt(text, digits, 'notSpecified');
			yield {
				...number,
				isInCode: isInCode(text, digits, number),
				...linesAround(text, number),
			};
		}
	};
}

/**
 * Returns digits as one number, and after it the columns that they may be instead:
 * - `1 234 567` is certainly one number
 * - `1 234,50` is probably one: 1234.5, but 1 and 234.5 are clear too. If nothing else is on the line, these are ambiguous
 * - `2 150.00` can be 2150, which is unclear, or 2 and 150
 */
function readingsOf(text: string, digits: Digits, format: NumberFormat): Digits[] {
	const { written, from, isAmbiguous } = digits;
	const areSpaced = written.includes(' ');
	if (!areSpaced && !written.includes(',')) return [digits];
	const number = readAt(text, digits, 'notSpecified');
	const isCertainlyOne = areSpaced
		? areBlanksInNumber(text, digits, number)
		: areCommasInNumber(text, digits, number);
	if (isCertainlyOne) return [digits];
	// A number that is probably one is clear, and its columns too, unless it's alone on its line.
	const isLikelyOne = isProbablyOne(digits, format);
	const areColumnsUnlikely = isLikelyOne && linesAround(text, number).isAlone;
	const columns = written.matchAll(areSpaced ? /[^ ]{1,99}/g : /[^,]{1,99}/g);
	return [
		{ ...digits, isAmbiguous: isAmbiguous || !isLikelyOne },
		...Array.from(columns, ({ 0: column, index }) => {
			return {
				written: column,
				from: from + index,
				isAmbiguous: isAmbiguous || areColumnsUnlikely,
			};
		}),
	];
}

/** Whether blanks can't separate columns: in `EUR 1 299`, `-1 299`, `Total: 1 299`, `1 299,-`, and other numbers. */
function areBlanksInNumber(
	text: string,
	{ written, from }: Digits,
	number: NumberWithSides,
): boolean {
	if (number.isAmbiguous) return false;
	// No column begins with a zero (`1 045`), and three groups are thousands (`1 234 567`).
	const areGroups = / 0| .* /.test(written);
	const isAmount = number.currencies.length > 0 || hasDashForCents(text, from + written.length);
	return areGroups || isAfterColon(text, from) || isAmount || number.before.at < from;
}

/** Whether commas can't separate columns. They can in `3,64.90`, and after a comma, as in `Lamp,2,150.00`. */
function areCommasInNumber(text: string, { from }: Digits, { decimals }: NumberWithSides): boolean {
	return decimals.length > 0 && text[from - 1] !== ',';
}

/** Whether blanks probably group digits: in languages with a decimal comma. */
function isProbablyOne({ written }: Digits, format: NumberFormat): boolean {
	const usesCommas = written.includes(',') || (format === 'comma' && !written.includes('.'));
	return written.includes(' ') && usesCommas;
}

/** Whether digits are a part of a code: `A4`, `0815`. In `x2` and `3x25` they are a quantity. */
function isInCode(text: string, { written, from }: Digits, number: NumberWithSides): boolean {
	// `A4.50` has 4.50.
	if (number.decimals.some(hasFraction)) return false;
	const before = text.slice(Math.max(0, from - 2), from);
	const isAfterTimes = /(?:^|\P{L})x$|\dX$/u.test(before);
	const isAfterLetter = /[a-z]$/i.test(before) && !isAfterTimes && number.before.at === from;
	return isAfterLetter || /^0\d{3}/.test(written);
}

/** Compares a number with its line and the lines around. */
function linesAround(text: string, { before, after }: NumberWithSides) {
	const above = text.slice(Math.max(0, before.at - 40), before.at).split('\n');
	const below = text.slice(after.at, after.at + 40).split('\n');
	const isAlone = `${above.at(-1)}${below[0]}`.trim() === '';
	const isDecimal = (line = '') => /^[\d.,]*[.,]\d\d$/.test(line.trim());
	return { isAlone, isInColumn: isAlone && (isDecimal(above.at(-2)) || isDecimal(below[1])) };
}
