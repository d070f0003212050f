import { codesOf, isWithoutCents, shareCurrency } from './currencies';
import { AMBIGUOUS, NOT_CONVERTED, type Converted, type NumberFormat } from './issues';
import { normalize } from './text';

/** A text that contains only a number, such as `-5`, `(5.00)` or `1 299,00 EUR`. */
export interface NumberText {
	/** What the digits can mean, as decimals without a sign: `1.234` and `1234` for `1.234`. */
	decimals: string[];
	isNegative: boolean;
	/** Whether it has only digits, so that it may be a code in a text field. */
	isPlain: boolean;
	/** The currencies that a sign, a name or a code can mean. */
	codes?: string[];
}

/** Longer texts aren't numbers. */
const MAX_CHARACTERS = 60;

/** Up to this length (15 digits and a point), a number with decimals keeps all its digits as a double. */
const EXACT_LENGTH = 16;

/** `.50` means 0.50, but `Rs.50` means 50. */
const PARTS = /^(\D*?)((?<![\p{L}.,])[.,]\d+|\d(?:.*\d)?)(\D*)$/su;

/** Currencies, signs, parentheses and anything else around the digits. */
const AFFIXES = /\p{L}{0,20}\p{Sc}|\p{L}{1,20}\.?|\S/gu;

/** `FR40303265045` is the number of a company, not an amount in francs. */
const CODE = /^\s*\p{Lu}{2}\d{8,}\s*$/u;

const GROUPED_BY_SPACES = /^[1-9]\d{0,2}([ '])\d{3}(?:\1\d{3})*(?=[.,]\d|$)/;
const DECIMAL_POINT = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
const DECIMAL_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;

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
	const [, head, digits, tail] = PARTS.exec(normalize(text).trim()) ?? [];
	const affixes = digits && readAffixes(head, tail);
	if (!affixes) return undefined;
	const decimals = omitUnlikely(readDigits(digits, format), affixes.codes);
	const hasFraction = decimals.every((decimal) => decimal.includes('.'));
	// `(5)` and `5-` may be remarks.
	if (affixes.needsAmount && !affixes.codes && !hasFraction) return undefined;
	if (decimals.length === 0) return undefined;
	return { ...affixes, decimals, isPlain: /^\s*\d+\s*$/.test(text) };
}

function readAffixes(head: string, tail: string) {
	const before: string[] = head.match(AFFIXES) ?? [];
	const after: string[] = tail.match(AFFIXES) ?? [];
	const all = [...before, ...after];
	const signs = all.filter((each) => /^[-+]$/.test(each));
	const isParenthesized = before.includes('(') && after.includes(')');
	const names = all.filter((each) => !/^[-+()]$/.test(each));
	const codes = names.map((name) => codesOf(name) ?? codesOf(name.replace(/\.$/, '')));
	if (codes.includes(undefined) || !haveShared(codes)) return undefined;
	const parentheses = all.filter((each) => /[()]/.test(each)).length;
	if (parentheses !== (isParenthesized ? 2 : 0) || signs.length + parentheses / 2 > 1)
		return undefined;
	const isTrailing = after.includes('-');
	// In `¥5,000-`, the dash may mean that there are no cents. In `5.00 -`, it may separate columns.
	if (after.includes('+') || (isTrailing && (/\s-/.test(tail) || isWithoutCents(codes[0]))))
		return undefined;
	return {
		codes: codes.find((each) => each?.length === 1) ?? codes[0],
		isNegative: isParenthesized || signs.includes('-'),
		needsAmount: isParenthesized || isTrailing,
	};
}

function haveShared(codes: Array<string[] | undefined>): boolean {
	return codes.every((some) => codes.every((others) => shareCurrency(some, others)));
}

/** Reads digits with separators. Returns no decimals for `1.2.3`, and two for `1.234` without a format. */
export function readDigits(digits: string, format: NumberFormat): string[] {
	if (/^\d+$/.test(digits)) return [digits];
	const complete = digits.replace(/^[.,]/, '0$&');
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

/** Omits fractions if the digits are ambiguous and the currency has no cents. */
export function omitUnlikely(decimals: string[], codes: string[] | undefined): string[] {
	const isWhole = decimals.length > 1 && isWithoutCents(codes);
	return isWhole ? decimals.filter((decimal) => !decimal.includes('.')) : decimals;
}

/** Keeps the decimals that a field for whole numbers can have: only 1000 for `1.000`, but 3 for `3.0`. */
export function keepWhole(decimals: string[]): string[] {
	const whole = decimals.filter((decimal) => !decimal.includes('.'));
	return whole.length > 0 ? whole : decimals.filter((decimal) => Number.isInteger(Number(decimal)));
}
