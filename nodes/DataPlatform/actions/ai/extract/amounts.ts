import { isExactNumber } from '../../../parameters/validators';
import type { Place } from './plainText';

/** A number as it stands in a text. */
export interface WrittenNumber {
	/** What it can mean, each as the shortest decimal notation of its size: `1.234` is 1234 or 1.234. */
	sizes: string[];
	isNegative: boolean;
	/** Whether it is written with a decimal point or comma. */
	hasFraction: boolean;
	place: Place;
}

/** As many digits a number of JavaScript holds exactly. */
const EXACT_DIGITS = 15;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Currencies by the names that people write; in lower case. */
const CURRENCY_NAMES = new Set(
	(
		'rm rs kr zł zl kč kc ft lei лв lv fr sfr rp tl din kn руб р грн r dh dhs bs ksh tsh ush tk sr qr kd s/ ' +
		'fcfa cfa rmb m.n đ 円 元 원 usd eur gbp chf jpy inr php myr sgd idr thb aed sar pkr zar brl ' +
		'euro euros dollar dollars pound pounds rupees ringgit peso pesos soles reais rand baht won yen yuan dirham riyal'
	).split(' '),
);

/** Currencies without cents, with what their thousands are separated by: `¥1,980` is no 1.98. */
const WITHOUT_CENTS = /^(?:(?:[¥￥₩円원]|yen|won|jpy|krw),|(?:[₫đ]|rp\.?|vnd|idr)[.,])$/iu;

/** A currency sign, and letters that say whose it is: `R$`, `US$`. */
const SIGN = /^\p{L}{0,3}\p{Sc}$/u;

/** Also as in India: `1,00,000.00`. */
const GROUPED_BY_COMMAS =
	/^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$|^\d{1,2}(,\d{2})+,\d{3}(\.\d+)?$/;
const GROUPED_BY_POINTS = /^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/;
const GROUPED_BY_SPACES = /^[1-9]\d{0,2}([ \u00a0\u202f'’])\d{3}(?:\1\d{3})*(?=[.,]|$)/;
/** A minus sign, or the bracket of bookkeepers, with a currency between at most. */
const MINUS_BEFORE = /(?:(?<!\d)-|\() ?[^\d\s]{0,3} ?$/;
const MINUS_BEHIND = /^-(?!\d)/;
/** Behind the digits or the currency; a minus apart from them, as in `9.00 -`, may be a dash. */
const MINUS_AT_END = /^-|(?<=[^\s-])-$/;
const NUMBERS = /\d+(?:[.,']\d+)*/g;
const NUMBERS_WITH_SPACES = /(?<![\d.,])[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?![\d.,])/g;

/** In the place of the cents: `9.-`, `9,-`, `500/-`. */
const NO_CENTS = /^[.,:/][-=\u2013\u2014]{1,2}/;

/**
 * What a text can mean that is a number, with a sign and a currency before or behind it, and nothing else.
 * Brackets, or a minus sign behind it, are of a negative amount, which has decimals or a currency.
 * @returns more than one where a separator can stand for decimals or thousands; none for no number
 */
export function amountsOf(text: string): { sign: string; notations: string[] } {
	const plain = text.trim().replaceAll('\u2212', '-');
	const [, head, digits, tail] = /^(\D*)(\d(?:.*\d)?)(\D*)$/su.exec(plain) ?? [];
	const none = { sign: '', notations: [] };
	if (digits === undefined) return none;
	const behind = tail.replace(NO_CENTS, '');
	const isBracketed = head.includes('(') && behind.includes(')');
	const isMinusBehind = MINUS_AT_END.test(behind);
	const sign = head.replace(/[^-+]/g, '') + (isBracketed ? '-' : '') + (isMinusBehind ? '-' : '');
	const currencies = [head.replace(/[-+]/g, ''), behind.replace(MINUS_AT_END, '')].map((mark) =>
		mark.replace(isBracketed ? /[\s*()]/g : /[\s*]/g, ''),
	);
	if (sign.length > 1 || !currencies.every(isCurrency)) return none;
	const isGrouped = GROUPED_BY_SPACES.test(digits);
	const written = decimalNotations(isGrouped ? digits.replace(/[ \u00a0\u202f'’]/g, '') : digits);
	const separator = /[.,]/.exec(digits)?.[0] ?? '';
	const isWhole =
		behind !== tail || currencies.some((mark) => WITHOUT_CENTS.test(mark + separator));
	const notations =
		isWhole && written.length > 1 ? written.filter((each) => !each.includes('.')) : written;
	const isAmount = currencies.some(Boolean) || notations.every((each) => each.includes('.'));
	return (isBracketed || isMinusBehind) && !isAmount ? none : { sign, notations };
}

/** The numbers that a text can stand for; none also where the only one is too long to be held exactly. */
export function numbersOf(text: string): number[] {
	const { sign, notations } = amountsOf(text);
	const numbers = notations.map((notation) => Number(sign + notation));
	return numbers.length === 1 ? numbers.filter(isExactNumber) : numbers;
}

/** The numbers that a plain text holds; digits inside a word (`A4`) are none. */
export function writtenNumbers(plain: string): WrittenNumber[] {
	const single = [...plain.matchAll(NUMBERS)].flatMap(({ 0: digits, index }) => {
		const notations = decimalNotations(digits.replaceAll("'", ''));
		if (notations.length > 0) return written(plain, notations, index, digits.length);
		// A list, or the parts of an address.
		return [...digits.matchAll(/\d+/g)].flatMap((part) =>
			written(plain, [part[0]], index + part.index, part[0].length),
		);
	});
	const spaced = [...plain.matchAll(NUMBERS_WITH_SPACES)].flatMap(({ 0: digits, index }) =>
		written(plain, decimalNotations(digits.replaceAll(' ', '')), index, digits.length),
	);
	return [...single, ...spaced];
}

function written(
	plain: string,
	notations: string[],
	from: number,
	length: number,
): WrittenNumber[] {
	const hasFraction = notations.some((notation) => notation.includes('.'));
	const before = plain.slice(Math.max(0, from - 8), from);
	const word = /\p{L}{1,8}$/u.exec(before)?.[0] ?? '';
	if (!hasFraction && word !== 'x' && !isCurrency(word.toUpperCase())) return [];
	return [
		{
			sizes: notations.map(sizeOf),
			isNegative:
				MINUS_BEFORE.test(before) ||
				MINUS_BEHIND.test(plain.slice(from + length, from + length + 2)),
			hasFraction,
			place: { from, to: from + length },
		},
	];
}

/** A decimal notation by which equal numbers are found: `033.90` is `33.9`. Long ones stay as they are. */
export function sizeOf(notation: string): string {
	return notation.length > EXACT_DIGITS ? notation : String(Number(notation));
}

function isCurrency(mark: string): boolean {
	const name = mark.length > 1 ? mark.replace(/\.$/, '') : mark;
	return (
		mark === '' || SIGN.test(mark) || CURRENCIES.has(mark) || CURRENCY_NAMES.has(name.toLowerCase())
	);
}

/** What digits with separators can mean, with a point for the decimals. */
function decimalNotations(digits: string): string[] {
	if (/^\d+$/.test(digits)) return [digits];
	if (GROUPED_BY_COMMAS.test(digits)) return [digits.replaceAll(',', '')];
	if (GROUPED_BY_POINTS.test(digits)) return [digits.replaceAll('.', '').replace(',', '.')];
	if (!/^\d+[.,]\d+$/.test(digits)) return [];
	const decimal = digits.replace(',', '.');
	return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? [digits.replace(/[.,]/, ''), decimal] : [decimal];
}
