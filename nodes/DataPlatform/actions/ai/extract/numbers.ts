import { groupBy } from '../../../helpers/values';
import { codesOf, isWithoutCents, shareCurrency } from './currencies';
import { AMBIGUOUS, NOT_CONVERTED, type Converted, type NumberFormat } from './issues';
import { normalize } from './text';

/** A number with its sign and its currency. */
export interface NumberText {
	/** What the digits can mean, as decimals without a sign: `1.234` and `1234` for `1.234`. */
	decimals: string[];
	/** Undefined if the text can mean both, as `- 5` at the beginning of a line. */
	isNegative?: boolean;
	/** The currencies that a sign, a name or a code can mean. Empty if there is none. */
	codes: string[];
	/** Whether it's written with digits only, so that it may be a code. */
	isPlain: boolean;
	/** Whether it has a currency, or is alone on its line. Then it isn't a version such as 3.10. */
	isPrice?: boolean;
}

/** Digits in a text with what is around them, not all of which needs to belong to the number. */
interface Place extends NumberText {
	/** Where the number begins and ends, with its currency and its signs. */
	begin: number;
	end: number;
	/** A sign or a parenthesis before the digits, and blanks. */
	open: string;
	/** A minus or a parenthesis after the digits. */
	close: string;
	isAfterCurrency: boolean;
	hasTwoCurrencies: boolean;
	/** Whether it has a currency or a fraction, so that parentheses and a minus after it are signs. */
	isAmount: boolean;
}

/** A number, or digits grouped by spaces. A fraction belongs to its number, because `2½` isn't 2. */
const DIGITS =
	/(?<!\d )[1-9]\d{0,2}(?: \d{3}){1,5}(?:[.,]\d+)?(?![.,']?\d)|(?<![\p{L}\d.,])\.\d+|\d+(?:[.,']\d+)*[¼½¾⅐-⅞]?/gu;

/** A word or sign that may be a currency. */
const NAME = String.raw`[a-z]{0,2}\p{Sc}|[円元원]|(?<!\p{L})\p{L}{1,7}(?!\p{L})`;
const BEFORE = new RegExp(
	String.raw`(?:(?<outer>[-+(]?) ?(?<name>${NAME})\.? ?)?(?<inner>[-+(]?\s{0,2})$`,
	'iu',
);
const AFTER = new RegExp(
	String.raw`^(?<close>-(?![\p{L}\d-])| ?\)|)(?: ?(?<name>${NAME})(?<outer>-(?![\p{L}\d-])| ?\)|))?`,
	'iu',
);

/** Signs and currencies are looked for within this many characters of the digits. */
const MARGIN = 14;

const GROUPED_BY_SPACES = /^[1-9]\d{0,2}([ '])\d{3}(?:\1\d{3})*(?=[.,]\d|$)/;
const DECIMAL_POINT = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
const DECIMAL_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;

/** Up to this length (15 digits and a point), a number with decimals keeps all its digits as a double. */
const EXACT_LENGTH = 16;

/** `FR40303265045` is the number of a company, not an amount in francs. */
const CODE = /^\s*\p{Lu}{2}\d{8,}\s*$/u;

/** Longer texts aren't numbers. */
const MAX_CHARACTERS = 60;

/**
 * Parses a text that contains only a number.
 * @param format what separates decimals; a number in another format isn't converted
 * @param isWhole whether the field is for whole numbers, so that `1,299` is 1299
 */
export function parseNumber(text: string, format: NumberFormat, isWhole = false): Converted {
	const number = readNumber(text, format);
	if (!number) return NOT_CONVERTED;
	const decimals = isWhole ? keepWhole(number.decimals) : number.decimals;
	if (decimals.length === 0) return NOT_CONVERTED;
	if (decimals.length > 1) return AMBIGUOUS;
	const [decimal] = decimals;
	const value = Number(`${number.isNegative ? '-' : ''}${decimal}`) + 0;
	const isExact = decimal.length <= EXACT_LENGTH || String(Math.abs(value)) === decimal;
	const isSafe = !Number.isInteger(value) || Number.isSafeInteger(value);
	return isExact && isSafe ? { value } : NOT_CONVERTED;
}

/** Reads a text that contains only a number. Undefined for any other text, and for two currencies. */
export function readNumber(text: string, format: NumberFormat): NumberText | undefined {
	if (text.length > MAX_CHARACTERS || CODE.test(text)) return undefined;
	const plain = normalize(text).trim();
	const [first] = plain.matchAll(DIGITS);
	const number = first && readAt(plain, first.index, first[0], format);
	if (!number || number.begin > 0 || number.end < plain.length) return undefined;
	const { open, close, decimals, isAmount, hasTwoCurrencies } = number;
	const sign = open.trim();
	const isParenthesized = sign === '(' && close === ')';
	// The dash in `¥5,000-` may mean that there are no cents.
	const hasMinus = sign === '' && close === '-' && !isWithoutCents(number.codes);
	const isCertain = close === '' ? /^[-+]?$/.test(sign) : isAmount && (isParenthesized || hasMinus);
	if (!isCertain || hasTwoCurrencies || decimals.length === 0) return undefined;
	const isPlain = /^\d+$/.test(plain);
	return { ...number, isPlain, isNegative: sign === '-' || close !== '' };
}

/** Reads the digits at a position of a normalized text, with what is around them. */
function readAt(text: string, from: number, digits: string, format: NumberFormat): Place {
	const to = from + digits.length;
	const before = BEFORE.exec(text.slice(Math.max(0, from - MARGIN), from))!;
	const after = AFTER.exec(text.slice(to, to + MARGIN))!;
	const { name: nameBefore = '', outer = '', inner } = before.groups!;
	const { name: nameAfter = '', outer: outerAfter = '', close } = after.groups!;
	const codesBefore = codesOf(nameBefore);
	const codesAfter = codesOf(nameAfter);
	const shared = codesBefore.filter((code) => codesAfter.includes(code));
	const codes = shared.length > 0 ? shared : [...codesBefore, ...codesAfter];

	const isAfterCurrency = codesBefore.length > 0;
	const isBeforeCurrency = codesAfter.length > 0;
	const begin = from - (isAfterCurrency ? before[0] : inner.trimStart()).length;
	const end = to + (isBeforeCurrency ? after[0] : close).length;
	const decimals = omitUnlikely(readDigits(digits, format), codes);
	return {
		...{ decimals, codes, begin, end, isAfterCurrency },
		open: isAfterCurrency ? outer + inner : inner,
		close: (isBeforeCurrency ? close + outerAfter : close).trim(),
		isPlain: /^\d+$/.test(digits),
		isAmount: codes.length > 0 || decimals.some(hasFraction),
		isPrice:
			codes.length > 0 ||
			(lastLine(text.slice(Math.max(0, begin - MARGIN), begin)).trim() === '' &&
				/^\s*(?:\n|$)/.test(text.slice(end, end + MARGIN))),
		hasTwoCurrencies: !shareCurrency(codesBefore, codesAfter),
	};
}

/**
 * Returns a function that finds the numbers of a text that can have a value, apart from the sign.
 * @param text a normalized text without dates and times
 */
export function createNumberFinder(text: string, format: NumberFormat) {
	const found = [...text.matchAll(DIGITS)].flatMap(({ 0: digits, index: from }) => [
		{ from, digits },
		...columnsOf(text, from, digits),
	]);
	const entries = found.flatMap(({ from, digits }) => {
		const inFormat = readDigits(digits, format);
		const place = { from, digits, format: inFormat.length > 0 ? format : 'notSpecified' } as const;
		return readDigits(digits, place.format).map((decimal) => [numberKey(decimal), place] as const);
	});
	const places = groupBy(entries);
	return function* find(decimal: string): Generator<NumberText> {
		for (const place of places.get(numberKey(decimal)) ?? []) {
			const number = readAt(text, place.from, place.digits, place.format);
			if (isStandalone(text, place.from, place.digits, number)) yield withSign(text, number);
		}
	};
}

/** Returns one key for equal numbers: `33.9` for `033.90`. Numbers too long for a double stay as is. */
function numberKey(decimal: string): string {
	return decimal.length > EXACT_LENGTH ? decimal : String(Number(decimal));
}

const lastLine = (text: string) => text.slice(text.lastIndexOf('\n') + 1);

/**
 * Returns the columns that digits may be: the quantity 2 and the price 150.00 in `2 150.00`. None if they can
 * only be one number: `EUR 1 299,00`, `-1 299,00`, `1 234 567,89`.
 */
function columnsOf(text: string, from: number, digits: string) {
	if (/^\d*(?:\.\d+)?$/.test(digits)) return [];
	const isGrouped = digits.includes(' ');
	const { codes, open, decimals } = readAt(text, from, digits, 'notSpecified');
	const isOneNumber = isGrouped
		? codes.length > 0 || open.trim() !== '' || /(?: 0| \d+ .*[.,])/.test(digits)
		: decimals.length > 0;
	if (isOneNumber) return [];
	const columns: Array<{ from: number; digits: string }> = [];
	let start = from;
	for (const column of digits.split(isGrouped ? ' ' : ',')) {
		if (column !== '') columns.push({ from: start, digits: column });
		start += column.length + 1;
	}
	return columns;
}

/** Decides the sign of a number in a text. */
function withSign(text: string, number: Place): NumberText {
	const { begin, open, close, isAmount, isAfterCurrency } = number;
	const previous = text.slice(Math.max(0, begin - 3), begin);
	// The hyphen in `PO-4711` isn't a sign, and the dash in `10 - 20` isn't either.
	const isJoined = /[\p{L}\d)%]$/u.test(previous) || (/\s/.test(open) && /\d\s+$/.test(previous));
	const sign = isJoined && !isAfterCurrency ? '' : open;
	const isParenthesized = isAmount && sign.includes('(') && close === ')';
	const isNegative = sign.includes('-') || (isAmount && close === '-') || isParenthesized;
	// `- 5` may be one of several points.
	return { ...number, isNegative: /-\s/.test(sign) ? undefined : isNegative };
}

/** Whether digits are a number by themselves. In codes such as `A4` and `0815`, they aren't. */
function isStandalone(text: string, from: number, digits: string, number: Place): boolean {
	if (number.decimals.some(hasFraction)) return true;
	if (/^0\d{3}/.test(digits)) return false;
	const before = text.slice(Math.max(0, from - MARGIN), from);
	const after = text.slice(from + digits.length, from + digits.length + MARGIN);
	if (/^(?!x)[a-z]+\d/i.test(after)) return false;
	// `x2`, `KW12`, but not `A4`, `DE89370400440532013000` and `HX200B`.
	const [, digit, letters = ''] = /(\d?)([a-z]{1,14})$/i.exec(before) ?? [];
	if (letters === '' || letters === 'x' || number.isAfterCurrency) return true;
	return digit === '' && letters.length > 1 && digits.length < 5 && !/^\p{L}/u.test(after);
}

/** Reads digits with separators. Returns no decimals for `1.2.3`, and two for `1.234` without a format. */
export function readDigits(digits: string, format: NumberFormat): string[] {
	if (/^\d+$/.test(digits)) return [digits];
	const complete = digits.replace(/^\./, '0.');
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

/** Omits fractions if the digits are ambiguous and the currency has no cents. */
function omitUnlikely(decimals: string[], codes: string[]): string[] {
	const isWhole = decimals.length > 1 && isWithoutCents(codes);
	return isWhole ? decimals.filter((decimal) => !hasFraction(decimal)) : decimals;
}

/** Keeps the decimals that a field for whole numbers can have: only 1000 for `1.000`, but 3 for `3.0`. */
export function keepWhole(decimals: string[]): string[] {
	const whole = decimals.filter((decimal) => !hasFraction(decimal));
	return whole.length > 0 ? whole : decimals.filter((decimal) => Number.isInteger(Number(decimal)));
}
