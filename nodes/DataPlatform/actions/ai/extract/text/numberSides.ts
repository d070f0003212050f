import { currenciesOf, shareCurrency } from './currencies';
import { matchAt } from './scanner';

/** Signs on one side of digits. */
interface Signs {
	/** `-`, `+`, `(` and `)`, from left to right. */
	signs: string;
	/** Where they begin (before the digits) or end (after them). */
	at: number;
	/** Whether a minus may be a bullet or a dash: `- 5`. */
	isUnclear?: boolean;
}

/** The signs and the currency on one side of digits, with `at` for both. */
export interface Side extends Signs {
	/** The sign, name or code of the currency. */
	currency: string;
}

/**
 * Reads what is before digits: a sign, a currency, and a sign before it. In `$-5`, `inner` is the minus. In `-$5`,
 * `outer` is.
 */
export function readBefore(text: string, from: number): Side {
	const nothing: Side = { signs: '', currency: '', at: from };
	const inner = readSign(text, from);
	const found = readCurrencyBefore(text, inner.at);
	// In `PO-4711`, the hyphen isn't a sign.
	if (!found) return isJoint(text, inner) ? nothing : { ...inner, currency: '' };
	// In `5 €-10 €` and `5 € -10 €`, the currency before the hyphen belongs to the 5. In the first one, it's no sign.
	if (inner.signs === '-' && /\d\s?$/.test(text.slice(Math.max(0, found.at - 2), found.at))) {
		const isSign = !inner.isUnclear && /\s/.test(text.charAt(inner.at - 1));
		return isSign ? { ...inner, currency: '' } : nothing;
	}
	const outer = readSign(text, found.at);
	// In `PO-$5`, the hyphen isn't a sign either. What is before the digits begins at the currency.
	if (isJoint(text, outer)) return { ...inner, ...found };
	const isUnclear = inner.isUnclear || outer.isUnclear;
	return { ...found, signs: outer.signs + inner.signs, at: outer.at, isUnclear };
}

/** Reads a sign that ends at a position, with up to two blanks after it. */
function readSign(text: string, to: number): Signs {
	const [written, sign] = /([-+(]?)\s{0,2}$/.exec(text.slice(Math.max(0, to - 3), to))!;
	if (sign === '') return { signs: '', at: to };
	const isUnclear = sign === '-' && written !== sign;
	return { signs: sign, at: to - written.length, isUnclear };
}

/** Whether a sign joins a number to what is before it: `PO-4711`, `10 - 20`, `40°-50°`. */
function isJoint(text: string, { signs, at, isUnclear }: Signs): boolean {
	const before = text.slice(Math.max(0, at - 3), at);
	if (isUnclear && /\d {1,2}$/.test(before)) return true;
	return signs !== '+' && /[\p{L}\p{No}\d)%°]$/u.test(before);
}

/** Finds a currency that ends at a position, with blanks or a border of a cell after it. */
function readCurrencyBefore(text: string, to: number) {
	const before = text.slice(Math.max(0, to - 20), to);
	const match = /([a-z]{0,2}\p{Sc}|[円元원]|(?<!\p{L})\p{L}{1,7})\.?[\s|*]{0,8}$/iu.exec(before);
	if (!match || currenciesOf(match[1]).length === 0) return undefined;
	return { currency: match[1], at: to - before.length + match.index };
}

/** A minus or a parenthesis after a number. Not the hyphen of `5-7` and `$5-$10`. */
const CLOSE = /-(?![\p{L}\d-]|\p{Sc} ?\d)| ?\)/uy;

/** Reads what is after digits: a sign, a currency, and a sign after it: `5-`, `5 €-`. */
export function readAfter(text: string, from: number, currencyBefore: string): Side {
	const [inner = ''] = matchAt(CLOSE, text, from) ?? [];
	const { currency, at } = readCurrencyAfter(text, from + inner.length, currencyBefore);
	const [outer = ''] = (currency && matchAt(CLOSE, text, at)) || [];
	return { signs: (inner + outer).replaceAll(' ', ''), currency, at: at + outer.length };
}

/** Reads a currency after blanks, line breaks, a cell's border or punctuation, unless it belongs to the next number. */
function readCurrencyAfter(text: string, from: number, currencyBefore: string) {
	const [gap] = matchAt(/[\s|*_;,"(\\]{0,12}/y, text, from)!;
	const form = /([a-z]{0,2}\p{Sc}|[円元원]|\p{L}{1,7}(?!\p{L}))\.?/iuy;
	const [written = '', currency = ''] = matchAt(form, text, from + gap.length) ?? [];
	const at = from + gap.length + written.length;
	const codes = currenciesOf(currency);
	if (codes.length === 0) return { currency: '', at: from };
	const isBeforeNumber = /^[\s|*]{0,8}[-+(]?[.,]?\d/.test(text.slice(at, at + 12));
	const isNear = gap === '' || gap === ' ';
	// In `5 € 10`, it belongs to the 5, but not in `EUR 5 USD 10` and `(5) € 10`.
	const isOwn =
		isNear && text[from - 1] !== ')' && shareCurrency(currenciesOf(currencyBefore), codes);
	return isOwn || !isBeforeNumber ? { currency, at } : { currency: '', at: from };
}
