/** Codes of ISO 4217. */
const CODES =
	'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
	'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ' +
	'IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR ' +
	'MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD ' +
	'SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG ' +
	'XOF XPF YER ZAR ZMW ZWG';

/** Signs and names by the code that they mean. Lower case also stands for other cases. */
const NAMES: Record<string, string> = {
	EUR: '€ eur euro euros',
	USD: 'usd us$',
	GBP: 'gbp',
	CHF: 'chf',
	AUD: 'a$ au$',
	CAD: 'c$ ca$',
	NZD: 'nz$',
	SGD: 's$',
	HKD: 'hk$',
	TWD: 'nt$',
	MXN: 'mx$',
	BRL: 'r$',
	INR: '₹',
	JPY: '円',
	KRW: '₩ 원',
	VND: '₫ đ',
	THB: '฿ baht',
	PHP: '₱',
	IDR: 'rp',
	MYR: 'rm',
	BDT: '৳ tk',
	ILS: '₪',
	TRY: '₺ tl',
	RUB: '₽ руб',
	UAH: '₴ грн',
	KZT: '₸',
	NGN: '₦',
	ZAR: 'rand',
	PLN: 'zl zloty',
	CZK: 'kc',
	HUF: 'ft',
	RON: 'lei',
	BGN: 'лв',
};

/** Signs and names that several currencies share, the most likely first. */
const SHARED_NAMES: Record<string, string> = {
	'$ dollar dollars': 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL UYU',
	'£ pound pounds': 'GBP EGP',
	'¥': 'JPY CNY',
	元: 'CNY TWD',
	fr: 'CHF XAF XOF',
	kr: 'SEK NOK DKK ISK',
	rs: 'INR PKR LKR NPR MUR',
};

/** Codes that are also words. Before a number in a text, as in `PEN 49.00`, they may be goods. */
const WORDS = new Set('ALL CUP GEL MOP PEN TOP'.split(' '));

/** Amounts in these currencies are whole, so `¥1,980` isn't 1.98. */
const WITHOUT_CENTS = new Set('CLP IDR ISK JPY KRW PYG UGX VND XAF XOF'.split(' '));

const CODES_BY_NAME = new Map<string, string[]>();
for (const code of CODES.split(' ')) CODES_BY_NAME.set(code, [code]);
for (const [code, names] of Object.entries(NAMES)) {
	for (const name of names.split(' ')) CODES_BY_NAME.set(name, [code]);
}
for (const [names, codes] of Object.entries(SHARED_NAMES)) {
	for (const name of names.split(' ')) CODES_BY_NAME.set(name, codes.split(' '));
}

/** Returns the codes that a sign, a name, or a code in capitals can mean. Undefined for other words. */
export function codesOf(word: string | undefined): string[] | undefined {
	if (!word) return undefined;
	return CODES_BY_NAME.get(word) ?? CODES_BY_NAME.get(word.toLowerCase());
}

/** Like `codesOf`, but for the word before a number in a text. */
export function codesBefore(word: string | undefined): string[] | undefined {
	return WORDS.has(word ?? '') ? undefined : codesOf(word);
}

export function isWithoutCents(codes: string[] | undefined): boolean {
	return codes !== undefined && WITHOUT_CENTS.has(codes[0]);
}

/** Whether two amounts can be in the same currency. An amount without a currency fits any other. */
export function shareCurrency(some: string[] | undefined, others: string[] | undefined): boolean {
	return !some || !others || some.some((code) => others.includes(code));
}
