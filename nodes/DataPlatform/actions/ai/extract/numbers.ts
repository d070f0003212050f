import { anyOf, foldText } from '../../../helpers/characters';
import {
	CODES_IN_ANY_CASE,
	CURRENCY_NAMES,
	ISO_CURRENCY_CODES,
	SCALE_LETTERS,
	SCALE_WORDS,
	THOUSANDS_IN_T,
	WITHOUT_DECIMALS,
} from './currencies';
import type { NumberFormat } from './issues';

/** What a text means. Undefined if it isn't a number. */
export type ParsedNumber = { value: number } | { ambiguous: true } | undefined;

/** The decimal notations of digits with separators, such as `1234.5`. */
type Interpretations = Partial<Record<'comma' | 'point', string>>;

/** A double holds this many digits exactly. */
const EXACT_DIGITS = 15;

const words = (list: string) => list.split(' ');

/** The codes of currencies by their names. An empty code means several currencies. */
const CURRENCIES = new Map([
	...words(ISO_CURRENCY_CODES).map((code) => [code.toLowerCase(), code] as const),
	...Object.entries(CURRENCY_NAMES).flatMap(([code, names]) =>
		words(names).map((name) => [name, code] as const),
	),
]);
const NO_DECIMALS = new Set(words(WITHOUT_DECIMALS));
const IN_T = new Set(words(THOUSANDS_IN_T));

/** Names that count only as written here: a code in lower case may be a word, and `ft` a unit. */
const EXACT_SPELLING = new Map([
	...words(ISO_CURRENCY_CODES).map((code) => [code.toLowerCase(), code] as const),
	['ft', 'Ft'],
	['r', 'R'],
]);
for (const code of words(CODES_IN_ANY_CASE)) EXACT_SPELLING.delete(code);

const CURRENCY = anyOf(CURRENCIES.keys());
const SCALE = `${anyOf([...Object.keys(SCALE_WORDS), ...Object.keys(SCALE_LETTERS), 't'])}\\.?`;

/** In place of cents: `9.-`, `9,--`, `500/-`. */
const NO_CENTS = '[.,:/][-=]{1,2}';

const BEFORE = new RegExp(
	`^\\**\\s*(?<open>\\()?\\s*(?<sign>[-+])?\\s*(?:(?<scale>${SCALE})\\s?)??(?:(?<currency>${CURRENCY}\\.?)(?:\\s(?<symbol>[$€£¥₹]))?)?\\s*(?<sign2>[-+])?\\s*(?<open2>\\()?\\s*$`,
	'u',
);
const AFTER = new RegExp(
	`^(?<noCents>${NO_CENTS})?(?<sign>-)?\\s*(?<close2>\\))?\\s*(?<scale>${SCALE})??\\s*(?:(?<currency>${CURRENCY}\\.?)(?<sign2>-)?)?\\s*(?<close>\\))?\\s*\\**$`,
	'u',
);

const GROUPED_BY_SPACES = /^[1-9]\d{0,2}([ '])\d{3}(?:\1\d{3})*(?=[.,]\d|$)/;
const DECIMAL_POINT = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
const DECIMAL_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;
/** No number is longer, with its currency and scale. */
const LONGEST = 100;

/** Neither thousands nor decimals are written like this: `001,234`. */
const CODE = /^0\d+[.,]\d{3}$/;

/**
 * Parses a text that is a number as a whole: digits with separators, and around them a sign or accounting
 * parentheses, a currency and a scale word, each at most once. Anything else isn't a number.
 * @param format which sign separates decimals
 */
export function parseNumber(text: string, format: NumberFormat): ParsedNumber {
	const number = readNumber(text);
	if (!number) return undefined;
	const { marks, interpretations, decimals } = number;
	const [decimal, ...others] =
		format === 'certain' ? decimals : decimals.filter((each) => each === interpretations[format]);
	if (decimal === undefined) return undefined;
	if (others.length > 0) return { ambiguous: true };
	const isAmount = marks.currency !== undefined || decimal.includes('.');
	if (marks.needsAmount && !isAmount) return undefined;
	return exactNumber(decimal, marks.power, marks.isNegative);
}

/** A text that is a number as a whole, with all that it can mean. */
export interface WrittenNumber {
	marks: Marks;
	interpretations: Interpretations;
	/** What it can mean in its currency, without sign and scale. */
	decimals: string[];
}

/** Reads a text that is a number as a whole. Undefined if it isn't in the grammar. */
export function readNumber(text: string): WrittenNumber | undefined {
	if (text.length > LONGEST || !/\p{Nd}/u.test(text)) return undefined;
	const [, head = '', digits = '', tail = ''] =
		/^(\D*)(\d(?:.*\d)?)(\D*)$/su.exec(foldText(text).trim()) ?? [];
	// `.50`, but not `Rs.50`
	const isFraction = /(?<![\p{L}.,])[.,]$/u.test(head) && /^\d+$/.test(digits);
	const marks = readMarks(isFraction ? head.slice(0, -1) : head, tail, text);
	if (!marks) return undefined;
	const interpretations = interpret(isFraction ? `0${head.at(-1)}${digits}` : digits);
	const all = [...new Set(Object.values(interpretations))];
	// `500.00/-` is whole, too.
	const decimals = marks.hasNoCents
		? all.filter((each) => !/\.(?!00$)/.test(each))
		: decimalsIn(marks.currency, all);
	return decimals.length === 0 ? undefined : { marks, interpretations, decimals };
}

/** What digits mean in a currency: `¥1,980` isn't 1.98. */
export function decimalsIn(currency: string | undefined, decimals: string[]): string[] {
	const isWhole = decimals.length > 1 && NO_DECIMALS.has(currency ?? '');
	return isWhole ? decimals.filter((each) => !each.includes('.')) : decimals;
}

/** What is around the digits. */
export interface Marks {
	/** Empty: a sign of several currencies. */
	currency?: string;
	/** The power of ten of the scale word. */
	power: number;
	isNegative: boolean;
	hasNoCents: boolean;
	/** Whether the sign counts only for an amount: `(12)` and `12-` aren't numbers. */
	needsAmount: boolean;
}

/** Reads what is before and after the digits. Undefined if it isn't in the grammar. */
function readMarks(head: string, tail: string, text: string): Marks | undefined {
	const before = BEFORE.exec(head)?.groups;
	const after = AFTER.exec(tail)?.groups;
	if (!before || !after) return undefined;
	const opening = [before['open'], before['open2']].filter(Boolean);
	const closing = [after['close'], after['close2']].filter(Boolean);
	if (opening.length !== closing.length) return undefined;
	const signs = [before['sign'], before['sign2'], after['sign'], after['sign2'], ...opening].filter(
		Boolean,
	);
	const names = [before['currency'], before['symbol'], after['currency']]
		.filter(Boolean)
		.map(withoutPoint);
	const scales = [before['scale'], after['scale']].filter(Boolean).map(withoutPoint);
	if (signs.length > 1 || scales.length > 1 || !names.every((name) => isSpelled(name, text))) {
		return undefined;
	}
	// `5 Mrs` isn't `5 M` and `rs`, five million rupees.
	const isGlued = [before, after].some(
		({ scale = '', currency: name = '' }) =>
			/^(?:mm?|k|t)$/.test(scale) && /^\p{L}+\.?$/u.test(name) && !isCode(name),
	);
	if (isGlued || (before['scale'] && !before['currency'])) return undefined;
	const codes = [...new Set(names.map((name) => CURRENCIES.get(name)))];
	if (codes.length > 1 && !codes.includes('')) return undefined;
	const currency = codes.find(Boolean) ?? codes[0];
	// `¥5,000-` has no cents; `5.000,00-` is negative.
	if ((after['sign'] ?? after['sign2']) && NO_DECIMALS.has(currency ?? '')) return undefined;
	const power = scales.length === 0 ? 0 : powerOf(scales[0], currency);
	if (power === undefined) return undefined;
	return {
		currency,
		power,
		isNegative: signs.length > 0 && signs[0] !== '+',
		hasNoCents: after['noCents'] !== undefined,
		needsAmount: opening.length > 0 || Boolean(after['sign'] ?? after['sign2']),
	};
}

function withoutPoint(name: string): string {
	return name.length > 1 ? name.replace(/\.$/, '') : name;
}

function isCode(name: string): boolean {
	return CURRENCIES.get(name)?.toLowerCase() === name;
}

function isSpelled(name: string, text: string): boolean {
	const exact = EXACT_SPELLING.get(name);
	return exact === undefined || text.normalize('NFKC').includes(exact);
}

/** The power of ten of a scale word. Single letters scale only amounts. */
export function powerOf(scale: string, currency: string | undefined): number | undefined {
	if (Object.hasOwn(SCALE_WORDS, scale)) return SCALE_WORDS[scale];
	if (scale === 't') return IN_T.has(currency ?? '') ? 3 : undefined;
	return currency === undefined ? undefined : SCALE_LETTERS[scale];
}

/** The code of a currency by its folded name, which may end with a point. */
export function currencyOf(name: string): string | undefined {
	return CURRENCIES.get(withoutPoint(name));
}

/** What folded digits with separators mean, with a decimal point and with a decimal comma. */
export function interpret(digits: string): Interpretations {
	const plain = GROUPED_BY_SPACES.test(digits) ? digits.replace(/[ ']/g, '') : digits;
	if (CODE.test(plain)) return {};
	return {
		...(DECIMAL_POINT.test(plain) && { point: plain.replaceAll(',', '') }),
		...(DECIMAL_COMMA.test(plain) && { comma: plain.replaceAll('.', '').replace(',', '.') }),
	};
}

/** Undefined for more digits than a double holds. */
function exactNumber(decimal: string, power: number, isNegative: boolean): ParsedNumber {
	const value = Number(`${isNegative ? '-' : ''}${decimal}e${power}`) + 0;
	const isLong = decimal.replace('.', '').replace(/^0+/, '').length > EXACT_DIGITS;
	if (isLong && String(Math.abs(value)) !== decimal) return undefined;
	return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : { value };
}
