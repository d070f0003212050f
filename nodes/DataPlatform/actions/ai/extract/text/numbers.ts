import { currenciesOf, isAlsoWord, isWithoutCents, shareCurrency } from './currencies';
import { decimalsOf, type Digits, digitsIn, hasFraction, type NumberFormat } from './digits';
import { normalize } from './normalize';
import { readAfter, readBefore, type Side } from './numberSides';
import { isBullet } from './words';
import { AMBIGUOUS, type Converted, NOT_CONVERTED } from '../issues';

/** `either` if a text can mean both: `- 5`, `¥5,000-`. */
type Sign = 'plus' | 'minus' | 'either';

/** A number with its sign and its currency. */
export interface NumberMeaning {
	/** What the digits can mean, as decimals without a sign: `1.234` and `1234` for `1.234`. */
	decimals: string[];
	sign: Sign;
	/** The currencies that a sign, a name or a code can mean. Empty if there is none. */
	currencies: string[];
	/**
	 * Whether it's written with digits only, so that it may be a code. In a text, a sign or a currency may be
	 * around them. In a value (`readNumber`), at most a plus.
	 */
	hasDigitsOnly: boolean;
	/** Whether it may be several numbers in a row (`250 120 300.00`), or only a part of one. */
	isAmbiguous: boolean;
}

/** A number with what is around its digits. */
export interface NumberWithSides extends NumberMeaning {
	before: Side;
	after: Side;
}

/**
 * Converts a text that contains only a number.
 * @param format what separates decimals; a number in another format isn't converted
 * @param isWhole whether the field is for whole numbers, so that `1,299` is 1299
 */
export function parseNumber(text: string, format: NumberFormat, isWhole = false): Converted {
	const number = readNumber(text, format);
	if (!number) return NOT_CONVERTED;
	const [decimal = '', ...others] = isWhole ? wholeDecimals(number) : number.decimals;
	if (others.length > 0 || number.isAmbiguous) return AMBIGUOUS;
	// The sum turns -0 into 0.
	const value = Number(number.sign === 'minus' ? `-${decimal}` : decimal) + 0;
	// JavaScript keeps all digits up to 15 with a point, and whole numbers up to 2^53.
	const isShort = !hasFraction(decimal) || decimal.replace(/^0\.0{0,99}|\./, '').length <= 15;
	const isExact = isShort && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	return decimal !== '' && isExact ? { value } : NOT_CONVERTED;
}

/** Reads a text that contains only a number. Undefined for any other text, and for two currencies. */
export function readNumber(text: string, format: NumberFormat): NumberMeaning | undefined {
	// Longer texts aren't numbers.
	if (text.length > 60) return undefined;
	const normalized = normalize(text).trim();
	const [digits] = digitsIn(normalized);
	if (!digits) return undefined;
	const number = readAt(normalized, digits, format);
	const { before, after, decimals } = number;
	const isAll = before.at === 0 && after.at === normalized.length;
	const hasOneCurrency = shareCurrency(currenciesOf(before.currency), currenciesOf(after.currency));
	if (!isAll || !hasOneCurrency || decimals.length === 0) return undefined;
	const isOtherWord = isQuantity(number.hasDigitsOnly, before, after);
	if (isOtherWord || !hasValidSigns(number)) return undefined;
	// Alone, `- 5` is -5.
	const sign = number.sign === 'either' ? 'minus' : number.sign;
	// From here on, `hasDigitsOnly` is about the whole text. A phone number may have a plus.
	return { ...number, hasDigitsOnly: /^\+?\d+$/.test(normalized), sign };
}

/** Whether what looks like a currency next to digits only is another word: `TOP 10`, `3 pounds`. `5 ft` are feet. */
function isQuantity(hasDigitsOnly: boolean, before: Side, after: Side): boolean {
	const hasWord = isAlsoWord(before.currency) || isAlsoWord(after.currency);
	return hasDigitsOnly && (hasWord || after.currency === 'ft');
}

/** Whether the signs belong together. Around a whole number, `(5)` and `5-` mean something else. */
function hasValidSigns({ sign, before, after }: NumberWithSides): boolean {
	const written = `${before.signs}5${after.signs}`;
	return (
		['5', '+5', '-5'].includes(written) || (sign === 'minus' && ['(5)', '5-'].includes(written))
	);
}

/**
 * Reads digits of a normalized text, and the signs and currencies around them, such as:
 * - `-$5`, `$-5`: `-` and `$` before; minus
 * - `5.00 €-`: `€` and `-` after; minus
 * - `(5.00)`: `(` before, `)` after; minus. But `(5)` is plus
 * - `- 5`: `-` before, which may be a bullet; either
 * - the 10 of `$5-$10`: `$` before; plus, because the hyphen is no sign
 */
export function readAt(text: string, digits: Digits, format: NumberFormat): NumberWithSides {
	const before = readBefore(text, digits.from);
	const after = readAfter(text, digits.from + digits.written.length, before.currency);
	const hasDigitsOnly = /^\d+$/.test(digits.written);
	const isOtherWord = isQuantity(hasDigitsOnly, before, after);
	const currencies = isOtherWord ? [] : currenciesAround(text, before, after);
	const decimals = decimalsOf(digits.written, format);
	// The point of `EUR.75` may be decimal, the one of `Rs.75` ends an abbreviation.
	const isIsoCode = currenciesOf(before.currency)[0] === before.currency;
	const isAfterPoint = text[digits.from - 1] === '.' && isIsoCode;
	const mayBeFraction = isAfterPoint && hasDigitsOnly && !isWithoutCents(currencies);
	if (mayBeFraction) decimals.push(`0.${digits.written}`);
	// A sign or a currency before them shows that it's one number.
	const isAmbiguous = digits.isAmbiguous && before.at === digits.from;
	const hasNoCents = isWithoutCents(currencies) || hasDashForCents(text, after.at);
	const possible = hasNoCents ? decimals.filter(isWithoutGroup) : decimals;
	const number = { decimals: possible, currencies, hasDigitsOnly, isAmbiguous, before, after };
	return { ...number, sign: signOf(text, number) };
}

/** Three digits after a mark aren't cents, so `¥1,980` isn't 1.98. */
const isWithoutGroup = (decimal: string) => !/\.\d{3}$/.test(decimal);

/** Whether a dash stands for the cents after a number: `1.250,-`, `12 500:-`. */
export function hasDashForCents(text: string, at: number): boolean {
	return /^[,:]-(?!\d)/.test(text.slice(at, at + 3));
}

/** Whether a colon or an equals sign is before a position. What follows is one value. */
export function isAfterColon(text: string, at: number): boolean {
	return /[:=]\s{0,3}$/.test(text.slice(Math.max(0, at - 4), at));
}

/** Returns the currencies of a number: those that both sides can mean, otherwise those of any side. */
function currenciesAround(text: string, before: Side, after: Side): string[] {
	const [first, second] = [before, after].map(({ currency }) => currenciesOf(currency));
	if (first.length === 0 || second.length === 0) return [...first, ...second];
	const shared = first.filter((code) => second.includes(code));
	if (shared.length > 0) return shared;
	// In `12 EUR 13 USD`, the euros belong to the 12.
	const isOfLast = /\d[\s|*]{0,8}$/.test(text.slice(Math.max(0, before.at - 9), before.at));
	return isOfLast ? second : [...first, ...second];
}

function signOf(text: string, number: Omit<NumberWithSides, 'sign'>): Sign {
	const { decimals, currencies, before, after } = number;
	if (isUnclearMinus(text, number)) return 'either';
	if (before.signs.endsWith('-')) return 'minus';
	const isInParentheses = before.signs.endsWith('(') && after.signs.startsWith(')');
	const hasMinusAfter = after.signs.startsWith('-');
	// After a number, and in parentheses, only amounts have a sign.
	const isAmount = currencies.length > 0 || decimals.every(hasFraction);
	return isAmount && (isInParentheses || hasMinusAfter) ? 'minus' : 'plus';
}

/** Whether what looks like a minus may be something else. */
function isUnclearMinus(
	text: string,
	{ currencies, before, after }: Omit<NumberWithSides, 'sign'>,
): boolean {
	// `- 5` may be an item of a list, but not in `Discount: - 5`.
	if (before.isUnclear && !isAfterColon(text, before.at)) return true;
	if (currencies.length === 0 && before.signs === '-') return isBullet(text, before.at);
	// The dash in `¥5,000-` may mean that there are no cents.
	return after.signs.startsWith('-') && before.signs === '' && isWithoutCents(currencies);
}

const withoutFractions = (decimals: string[]) => decimals.filter((each) => !hasFraction(each));

/**
 * Returns the whole numbers that digits can mean: 1234 for `1,234`, 3 for `3.0`. Both 2 and 2000 for `2,000`
 * without a currency, because some ERP systems print quantities with three decimals.
 */
export function wholeDecimals({ decimals, currencies }: NumberMeaning): string[] {
	const whole = decimals.filter((decimal) => Number.isInteger(Number(decimal)));
	const amounts = currencies.length > 0 ? withoutFractions(whole) : [];
	return amounts.length > 0 ? amounts : whole;
}
