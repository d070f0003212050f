import { groupBy } from '../../../../helpers/values';

/**
 * Codes of currencies, each with its signs and names in lower case. If currencies share one, the most likely is
 * first.
 */
const CURRENCIES = [
	'EUR € eur euro euros, USD $ us$ usd dollar dollars, GBP £ pound pounds, JPY ¥ 円, CNY ¥ 元, INR ₹ rs',
	'SEK kr, AUD $ a$ au$, BDT ৳ tk, BRL $ r$, CAD $ c$ ca$, CHF fr sfr, CZK kc, DKK kr, HKD $ hk$, HUF ft',
	'IDR rp, ILS ₪, KRW ₩ 원, MXN $ mx$, MYR rm, NGN ₦, NOK kr, NZD $ nz$, PHP ₱, PLN zl zloty, RON lei',
	'RUB ₽ руб, SGD $ s$, THB ฿ baht, TRY ₺ tl, TWD $ nt$ 元, UAH ₴ грн, VND ₫ đ, ZAR rand',
].flatMap((row) => row.split(', ').map((currency) => currency.split(' ')));

/** Names and codes that are also words: `TOP 10`, `3 pounds`, `Fr. 12`. */
const ALSO_WORDS = 'ALL BAM COP CUP GEL MAD MOP PEN SIT SOS TOP TRY fr pound pounds'.split(' ');

/** Amounts in these currencies are whole. */
const WITHOUT_CENTS = 'CLP IDR ISK JPY KRW PYG UGX VND XAF XOF'.split(' ');

/** Unlike the names of months, `Intl`'s codes don't change with Node. An older one lacks the newest at most. */
const ISO_CODES = new Set(Intl.supportedValuesOf('currency'));

const CODES_BY_NAME = groupBy(
	CURRENCIES.flatMap(([code, ...names]) => names.map((name) => [name, code] as const)),
);

/** Returns the ISO 4217 codes that a sign, a name, or a code in capitals can mean. None for other words. */
export function currenciesOf(word: string): string[] {
	return ISO_CODES.has(word) ? [word] : (CODES_BY_NAME.get(word.toLowerCase()) ?? []);
}

/**
 * Returns the signs, names and codes of the currencies that a word can mean: `€` for `EUR`. Without those that are also
 * words, apart from the word itself.
 */
export function spellingsOf(word: string): string[] {
	const codes = currenciesOf(word);
	const all = codes.flatMap((code) => CURRENCIES.find(([each]) => each === code) ?? [code]);
	return all.filter((each) => each === word || !isAlsoWord(each));
}

/** Whether a code or a name is also a word, so that it's a currency only next to decimals or groups of digits. */
export function isAlsoWord(name: string): boolean {
	return ALSO_WORDS.includes(name) || ALSO_WORDS.includes(name.toLowerCase());
}

/** Whether amounts in the most likely of these currencies have no cents. */
export function isWithoutCents([code]: string[]): boolean {
	return WITHOUT_CENTS.includes(code);
}

/** Whether two amounts can be in the same currency. An amount without a currency fits any other. */
export function shareCurrency(some: string[], others: string[]): boolean {
	return some.length === 0 || others.length === 0 || some.some((code) => others.includes(code));
}
