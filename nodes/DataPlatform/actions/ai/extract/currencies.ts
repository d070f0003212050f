/** Codes of ISO 4217 that mean the currency even in lower case, because they are rarely words. */
const CODES_IN_ANY_CASE =
	'USD EUR GBP CHF JPY INR PHP MYR SGD IDR THB AED SAR PKR ZAR BRL CZK PLN HUF RON SEK NOK DKK CNY KRW VND MXN HKD AUD CAD ' +
	'NZD';

/** Codes of ISO 4217 that mean the currency only in capitals, because some are words, such as `all`. */
const CODES_IN_CAPITALS =
	'AFN ALL AMD ANG AOA ARS AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BSD BTN BWP BYN BZD CDF CLP COP CRC CUP CVE DJF DOP ' +
	'DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HNL HTG ILS IQD IRR ISK JMD JOD KES KGS KHR KMF KPW KWD KYD KZT LAK ' +
	'LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MZN NAD NGN NIO NPR OMR PAB PEN PGK PYG QAR RSD RUB RWF ' +
	'SBD SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VUV WST XAF XCD XCG ' +
	'XOF XPF YER ZMW ZWG';

/** Signs and names by currency, in lower case without accents. Those in the first row are ambiguous. */
const SIGNS_AND_NAMES: Record<string, string> = {
	'': '$ kr din fr ₨ rs peso pesos pound pounds dollar dollars rand rupees dinar',
	USD: 'us$ u$s usd$',
	AUD: 'a$ au$ aud$',
	CAD: 'c$ ca$ cad$ can$',
	NZD: 'nz$',
	SGD: 's$',
	HKD: 'hk$',
	TWD: 'nt$',
	MXN: 'mx$ mex$ m.n',
	BRL: 'r$ reais real',
	CLP: 'clp$',
	COP: 'col$',
	EUR: '€ euro euros eur€',
	GBP: '£ gbp£ £gbp',
	JPY: '¥ ￥ 円 yen jp¥',
	CNY: 'rmb yuan 元 cn¥',
	KRW: '₩ 원 won',
	INR: '₹ inr₹ रुपये',
	RUB: '₽ руб р',
	UAH: '₴ грн',
	TRY: '₺ tl',
	ILS: '₪ nis',
	VND: '₫ đ vnđ',
	THB: '฿ baht',
	PHP: '₱',
	NGN: '₦',
	GHS: '₵',
	KZT: '₸',
	AZN: '₼',
	GEL: '₾',
	MNT: '₮',
	LAK: '₭',
	CRC: '₡',
	PYG: '₲ gs',
	BDT: '৳ tk টাকা',
	MYR: 'rm ringgit',
	IDR: 'rp rupiah',
	PLN: 'zl zloty zlotych',
	CZK: 'kc',
	HUF: 'ft',
	RON: 'lei leu',
	BGN: 'лв lv',
	CHF: 'sfr francs franken',
	RSD: 'дин',
	ZAR: 'zar r',
	AED: 'dh dhs dirham dirhams',
	BOB: 'bs',
	KES: 'ksh',
	TZS: 'tsh',
	UGX: 'ush',
	SAR: 'sr riyal ريال',
	QAR: 'qr',
	KWD: 'kd',
	PEN: 's/ soles',
	PAB: 'b/',
	XOF: 'fcfa cfa',
};

const splitWords = (list: string) => list.split(' ');
const byLowerCase = (codes: string) =>
	splitWords(codes).map((code) => [code.toLowerCase(), code] as const);

/** Maps codes, signs and names in lower case to currency codes. Ambiguous signs such as `$` map to ''. */
export const CURRENCIES = new Map<string, string>([
	...byLowerCase(CODES_IN_ANY_CASE),
	...byLowerCase(CODES_IN_CAPITALS),
	...Object.entries(SIGNS_AND_NAMES).flatMap(([code, names]) =>
		splitWords(names).map((name) => [name, code] as const),
	),
]);

/** Maps names to the only spelling that means a currency: `all` to `ALL`, because `all` is also a word. */
export const EXACT_SPELLINGS = new Map<string, string>([
	...byLowerCase(CODES_IN_CAPITALS),
	['ft', 'Ft'],
	['r', 'R'],
]);

/** Amounts in these currencies are rarely fractions, so `¥1,980` isn't 1.98. */
export const CURRENCIES_WITHOUT_DECIMALS = new Set<string | undefined>(
	splitWords('BIF CLP DJF GNF HUF IDR ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'),
);

/**
 * Words that multiply a number, without accents, and their powers of ten. Billion, trillion, B and mil are
 * left out because their meaning depends on the language, and Cr because it may mean credit.
 */
export const SCALE_WORDS: Record<string, number> = {
	thousand: 3,
	tausend: 3,
	tsd: 3,
	тыс: 3,
	tys: 3,
	tis: 3,
	ribu: 3,
	만: 4,
	万: 4,
	萬: 4,
	lakh: 5,
	lakhs: 5,
	lac: 5,
	lacs: 5,
	million: 6,
	millions: 6,
	millionen: 6,
	mio: 6,
	mln: 6,
	mill: 6,
	millon: 6,
	millones: 6,
	milione: 6,
	milioni: 6,
	milhao: 6,
	milhoes: 6,
	miljoen: 6,
	milion: 6,
	miliony: 6,
	milionow: 6,
	milyon: 6,
	miljoner: 6,
	millioner: 6,
	млн: 6,
	juta: 6,
	百万: 6,
	crore: 7,
	crores: 7,
	億: 8,
	亿: 8,
	억: 8,
	bn: 9,
	mrd: 9,
	mld: 9,
	milliard: 9,
	milliards: 9,
	milliarde: 9,
	milliarden: 9,
	miliardo: 9,
	miliardi: 9,
	miliard: 9,
	miliardow: 9,
	miljard: 9,
	miljarder: 9,
	milliarder: 9,
	milyar: 9,
	miliar: 9,
	млрд: 9,
};

/** Powers of ten of letters that count only with a currency: 3 in `250 k€`. `30 mn` may be minutes. */
export const SCALE_LETTERS: Record<string, number> = { k: 3, m: 6, mm: 6, mn: 6, md: 9 };

/** `T` means thousand only with these currencies: `TEUR 250`. `$5T` (trillion) isn't converted. */
export const CURRENCIES_WITH_T_AS_THOUSAND = new Set<string | undefined>(['EUR', 'CHF']);
