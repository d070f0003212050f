/** Codes of ISO 4217. */
const CODES =
	'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
	'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ' +
	'IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR ' +
	'MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD ' +
	'SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG ' +
	'XOF XPF YER ZAR ZMW ZWG';

/** Signs and names, and the codes that each can mean, the most likely first. */
const NAMES: Record<string, string> = {
	$: 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL UYU',
	us$: 'USD',
	a$: 'AUD',
	au$: 'AUD',
	c$: 'CAD',
	ca$: 'CAD',
	nz$: 'NZD',
	s$: 'SGD',
	hk$: 'HKD',
	nt$: 'TWD',
	mx$: 'MXN',
	r$: 'BRL',
	'€': 'EUR',
	'£': 'GBP EGP',
	'¥': 'JPY CNY',
	'₩': 'KRW',
	'₹': 'INR',
	'₽': 'RUB',
	'₴': 'UAH',
	'₺': 'TRY',
	'₪': 'ILS',
	'₫': 'VND',
	'฿': 'THB',
	'₱': 'PHP',
	'₦': 'NGN',
	'₸': 'KZT',
	'৳': 'BDT',
	eur: 'EUR',
	euro: 'EUR',
	euros: 'EUR',
	usd: 'USD',
	dollar: 'USD CAD AUD NZD SGD HKD TWD',
	dollars: 'USD CAD AUD NZD SGD HKD TWD',
	gbp: 'GBP',
	pound: 'GBP EGP',
	pounds: 'GBP EGP',
	chf: 'CHF',
	fr: 'CHF XAF XOF',
	kr: 'SEK NOK DKK ISK',
	zl: 'PLN',
	zloty: 'PLN',
	kc: 'CZK',
	ft: 'HUF',
	lei: 'RON MDL',
	лв: 'BGN',
	руб: 'RUB',
	грн: 'UAH',
	tl: 'TRY',
	rm: 'MYR',
	rp: 'IDR',
	rs: 'INR PKR LKR NPR MUR',
	tk: 'BDT',
	rand: 'ZAR',
	baht: 'THB',
	đ: 'VND',
	円: 'JPY',
	元: 'CNY TWD',
	원: 'KRW',
};

/** Codes that are also words. Before a number in a text, as in `PEN 49.00`, they may be goods. */
const WORDS = new Set('ALL CUP GEL MOP PEN TOP'.split(' '));

/** Amounts in these currencies are whole, so `¥1,980` isn't 1.98. */
const WITHOUT_CENTS = new Set('CLP IDR ISK JPY KRW PYG UGX VND XAF XOF'.split(' '));

const CODES_BY_NAME = new Map<string, string[]>([
	...CODES.split(' ').map((code): [string, string[]] => [code, [code]]),
	...Object.entries(NAMES).map(([name, codes]): [string, string[]] => [name, codes.split(' ')]),
]);

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
