import { toPatternSource, foldText } from '../../../helpers/characters';
import {
	CURRENCIES,
	CURRENCIES_WITHOUT_DECIMALS,
	CURRENCIES_WITH_T_AS_THOUSAND,
	EXACT_SPELLINGS,
	SCALE_LETTERS,
	SCALE_WORDS,
} from './currencies';
import { NOT_CONVERTED, type Converted, type NumberFormat } from './issues';

/** What digits mean: `1.234` is 1234 with a decimal comma, and 1.234 with a decimal point. */
type Interpretations = Partial<Record<'comma' | 'point', string>>;

/** Up to this length (15 digits and a point), a number with decimals keeps all its digits as a double. */
const EXACT_LENGTH = 16;

const CURRENCY = toPatternSource(CURRENCIES.keys());
const SCALE = toPatternSource([...Object.keys(SCALE_WORDS), ...Object.keys(SCALE_LETTERS), 't']);

/** Characters that mean no cents, as in `9.-`, `9,--` and `5.00/-`. */
const NO_CENTS = '[.,:/][-=]{1,2}';

const BEFORE_DIGITS = new RegExp(
	`^\\**\\s*(?<open>\\()?\\s*(?<sign>[-+])?\\s*(?:(?<scale>${SCALE})\\.?\\s?)??(?:(?<currency>${CURRENCY})\\.?(?:\\s\\$)?)?\\s*(?<sign2>[-+])?\\s*(?<open2>\\()?\\s*$`,
	'u',
);
const AFTER_DIGITS = new RegExp(
	`^(?<noCents>${NO_CENTS})?(?<sign>-)?\\s*(?<close2>\\))?\\s*(?:(?<scale>${SCALE})\\.?)??\\s*(?:(?<currency>${CURRENCY})\\.?(?<sign2>-)?)?\\s*(?<close>\\))?\\s*\\**$`,
	'u',
);

const GROUPED_BY_SPACES = /^[1-9]\d{0,2}([ '])\d{3}(?:\1\d{3})*(?=[.,]\d|$)/;
const DECIMAL_POINT = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
const DECIMAL_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;
/** Texts with more characters aren't numbers, even with a currency and a word such as million. */
const MAX_CHARACTERS = 100;

/**
 * Parses a text that contains only a number, such as `-5`, `(5.00)`, `1 299,00 EUR` or `3,2 Mio. €`.
 * @param format what separates decimals. `1.234` is ambiguous with `certain`. `1,5` isn't converted with
 * `point`, because it has a decimal comma.
 */
export function parseNumberText(text: string, format: NumberFormat): Converted {
	const number = interpretNumber(text);
	if (!number) return NOT_CONVERTED;
	const { interpretations, decimals } = number;
	const [decimal, ...others] =
		format === 'notSpecified'
			? decimals
			: decimals.filter((each) => each === interpretations[format]);
	if (decimal === undefined) return NOT_CONVERTED;
	if (others.length > 0) return { issue: 'ambiguous' };
	const isAmount = number.currency !== undefined || decimal.includes('.');
	if (number.needsAmount && !isAmount) return NOT_CONVERTED;
	return toExactNumber(decimal, number.power, number.isNegative);
}

/** What a text that contains only a number can mean. */
export interface InterpretedNumber extends Affixes {
	interpretations: Interpretations;
	/** The possible values without sign and power: 5 for `-5 million`, and only 1980 for `¥1,980`. */
	decimals: string[];
}

/** Interprets a text that contains only a number. Undefined for any other text. */
export function interpretNumber(text: string): InterpretedNumber | undefined {
	// `FR40303265045` is a VAT number, not an amount in francs.
	if (text.length > MAX_CHARACTERS || /^\s*\p{Lu}{2}\d{8,}\s*$/u.test(text)) return undefined;
	// `.50` means 0.50, but `Rs.50` means 50.
	const parts = /^(\D*?)((?<![\p{L}.,])[.,]\d+|\d(?:.*\d)?)(\D*)$/su.exec(foldText(text));
	const affixes = parts && readAffixes(parts[1], parts[3], text);
	if (!affixes) return undefined;
	const interpretations = interpretDigits(parts[2]);
	const all = [...new Set(Object.values(interpretations))];
	const decimals = affixes.hasNoCents
		? all.filter((each) => !/\.(?!00$)/.test(each))
		: omitUnlikelyFractions(affixes.currency, all);
	return decimals.length === 0 ? undefined : { ...affixes, interpretations, decimals };
}

/** Drops fractions if the currency rarely has them and the digits are ambiguous: `¥1,980` isn't 1.98. */
export function omitUnlikelyFractions(currency: string | undefined, decimals: string[]): string[] {
	const isWhole = decimals.length > 1 && CURRENCIES_WITHOUT_DECIMALS.has(currency);
	return isWhole ? decimals.filter((each) => !each.includes('.')) : decimals;
}

/** What the text around the digits means. */
interface Affixes {
	/** Currency code: '' for a sign that several currencies share, such as `$`; undefined for none. */
	currency?: string;
	/** The power of ten of a word such as million; 0 without such a word. */
	power: number;
	isNegative: boolean;
	hasNoCents: boolean;
	/** Whether conversion requires a currency or decimals: `(12.00)` becomes -12, but `(12)` stays text. */
	needsAmount: boolean;
}

/** Interprets the text before and after the digits. Undefined for texts such as `max 5` or `5 EUR USD`. */
function readAffixes(head: string, tail: string, text: string): Affixes | undefined {
	const before = BEFORE_DIGITS.exec(head)?.groups;
	const after = AFTER_DIGITS.exec(tail)?.groups;
	if (!before || !after) return undefined;
	const findGroups = (...groups: string[]) =>
		[before, after].flatMap((side) => groups.map((group) => side[group])).filter(Boolean);
	const opening = findGroups('open', 'open2');
	const signs = [...findGroups('sign', 'sign2'), ...opening];
	const names = findGroups('currency');
	const scales = findGroups('scale');
	if (opening.length !== findGroups('close', 'close2').length) return undefined;
	if (signs.length > 1 || scales.length > 1) return undefined;
	if (!names.every((name) => text.includes(EXACT_SPELLINGS.get(name) ?? ''))) return undefined;
	// `5 kgs` isn't 5 thousand (`k`) guaranis (`gs`). `5 MUS$` is unclear: in Chile, `M` means thousand.
	const isGlued = [before, after].some(
		({ scale, currency }) => /^(?:mm?|k|t)$/.test(scale) && /^\p{L}{1,2}(?!\p{L})/u.test(currency),
	);
	if (isGlued || (before['scale'] && !before['currency'])) return undefined;
	const codes = [...new Set(names.map((name) => CURRENCIES.get(name)))];
	if (codes.length > 1 && !codes.includes('')) return undefined;
	const currency = codes.find(Boolean) ?? codes[0];
	// `5.000,00-` is negative, but in `¥5,000-` the dash may mean that there are no cents.
	if ((after['sign'] ?? after['sign2']) && CURRENCIES_WITHOUT_DECIMALS.has(currency))
		return undefined;
	const power = scales.length === 0 ? 0 : powerOf(scales[0], currency);
	if (power === undefined) return undefined;
	return {
		currency,
		power,
		isNegative: signs.length > 0 && signs[0] !== '+',
		hasNoCents: after['noCents'] !== undefined,
		needsAmount: opening.length > 0 || after['sign'] !== undefined,
	};
}

/** Returns a power of ten: 6 for `million`, but 3 for `k` only if there is a currency. */
export function powerOf(scale: string, currency: string | undefined): number | undefined {
	if (Object.hasOwn(SCALE_WORDS, scale)) return SCALE_WORDS[scale];
	if (scale === 't') return CURRENCIES_WITH_T_AS_THOUSAND.has(currency) ? 3 : undefined;
	return currency === undefined ? undefined : SCALE_LETTERS[scale];
}

/** Interprets digits for each decimal separator: `1.234` for both, `1.50` only for the decimal point. */
export function interpretDigits(digits: string): Interpretations {
	const complete = digits.replace(/^[.,]/, '0$&');
	const plain = GROUPED_BY_SPACES.test(complete) ? complete.replace(/[ ']/g, '') : complete;
	// `001,234` is a code, because neither thousands nor decimals are written like this.
	if (/^0\d+[.,]\d{3}$/.test(plain)) return {};
	return {
		...(DECIMAL_POINT.test(plain) && { point: plain.replaceAll(',', '') }),
		...(DECIMAL_COMMA.test(plain) && { comma: plain.replaceAll('.', '').replace(',', '.') }),
	};
}

/** Converts a number only if a double can hold all the digits. */
function toExactNumber(decimal: string, power: number, isNegative: boolean): Converted {
	const value = Number(`${isNegative ? '-' : ''}${decimal}e${power}`) + 0;
	if (decimal.length > EXACT_LENGTH && String(Math.abs(value)) !== decimal) return NOT_CONVERTED;
	return Number.isInteger(value) && !Number.isSafeInteger(value) ? NOT_CONVERTED : { value };
}
