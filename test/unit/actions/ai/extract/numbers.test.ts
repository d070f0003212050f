import fc from 'fast-check';
import { parseNumberText } from '../../../../../nodes/DataPlatform/actions/ai/extract/numbers.ts';

const NONE = 'notConverted';

function parse(text: string, format: 'certain' | 'comma' | 'point' = 'certain') {
	const parsed = parseNumberText(text, format);
	return 'value' in parsed ? parsed.value : parsed.issue;
}

const ROWS: Record<string, Array<[text: string, value: unknown]>> = {
	separators: [
		['-,5', -0.5],
		['1.234,50', 1234.5],
		['1.000.000', 1_000_000],
		['1,00,000.50', 100_000.5],
		['1 234,50', 1234.5],
		['1\u202f234\u202f567', 1_234_567],
		["1'234.50", 1234.5],
		['0,123', 0.123],
	],
	signs: [
		['-5', -5],
		['\u22125', -5],
		['\u20135,00', -5],
		['5,00-', -5],
		['USD (5.00)', -5],
		['(RM 5.00)', -5],
		['(5.00) EUR', -5],
		['-0,00', 0],
		['\u200e5', 5],
	],
	'currencies, also without decimals': [
		['5 EUR', 5],
		['eur 5', 5],
		['US$ 1,234.00', 1234],
		['$5 USD', 5],
		['USD $5', 5],
		['12.000,00 kr.', 12_000],
		['R 5', 5],
		['5 Fr.', 5],
		['৫০০ টাকা', 500],
		['5,000円', 5000],
		['9.-', 9],
		['1.299,-', 1299],
	],
	'scale words': [
		['3,2 Mio€', 3_200_000],
		['3,2 Mio. EUR', 3_200_000],
		['3,2 Mrd€', 3_200_000_000],
		['12,5 M€', 12_500_000],
		['$12.5MM', 12_500_000],
		['£3.2m', 3_200_000],
		['₹3.2 mn', 3_200_000],
		['250 k€', 250_000],
		['€250K', 250_000],
		['T€ 1.250,5', 1_250_500],
		['250 TCHF', 250_000],
		['kEUR 5', 5000],
		['5万¥', 50_000],
		['1億円', 100_000_000],
		['5만원', 50_000],
		['5 млн ₽', 5_000_000],
		['5 тыс. руб.', 5000],
		['Rp 15 juta', 15_000_000],
		['2 lakh', 200_000],
	],
	'digits of other scripts, and what a double holds': [
		['١٬٢٣٤', 1234],
		['9007199254740991', 9_007_199_254_740_991],
		['123456789012.345', 123_456_789_012.345],
	],
};

describe.each(Object.entries(ROWS))('%s', (_, rows) => {
	test.each(rows)('%s', (text, value) => expect(parse(text)).toBe(value));
});

test.each<[string, unknown, unknown]>([
	['1.000', 1000, 1],
	['1,234', 1.234, 1234],
	['12', 12, 12],
	['1.234,5', 1234.5, NONE],
	['12.50', NONE, 12.5],
	['¥1,980', NONE, 1980],
])('%s with a decimal comma or a decimal point', (text, comma, point) => {
	expect(parse(text, 'comma')).toBe(comma);
	expect(parse(text, 'point')).toBe(point);
});

/** Texts separated by `|`. */
const list = (texts: string) => texts.split('|');

test.each(list('1,234|1.000|HK$1,234|1.234 Kč|1,234 Mio'))('%s is ambiguous', (text) => {
	expect(parse(text)).toBe('ambiguous');
});

test.each([
	'',
	// Digits, signs, currencies, scale words.
	...list('1,2,3|1.2,3|1,234,56|1.000.00|001,234|1 2345|0 123|1  234|5.|--5|+-5|-5-|5-|9.00 -|(5)'),
	...list(
		'(5.00|5.00)|-(5.00)|¥5,000-|12.50,-|5 try|5 ft|5 EUR USD|€5 £|5 XYZ|5 ₿|50¢|50 ct|Mio. 5',
	),
	...list(
		'5 Mio. Mrd.|5 M|5 k|30 mn|12 MD|(5.00) EUR)|USD ₿5|$5T|$5B|5 billion|5 mil $|5 Cr|5 Mrs|5 kgs|MRP 5|5 MUS$|9007199254740993',
	),
	...list('999999999999999.99|1e400|1e3|0x10|5²|3½|Ⅻ'),
	// Other words and signs.
	...list(
		'-|N/A|five|10-20|10 – 20|12:30|2026-05-03|1/2|10+5|3*5|5 for 10|"5"|#5|[5]|£5 10s|5 pcs',
	),
	...list('max €500|not €5|ca. 5|~5|≤5|ab 5 €|2 kg €|12 mm|5 %|5 €uro|5€30|5 EUR netto'),
])('%j is no number', (text) => {
	expect(parse(text)).toBe(NONE);
});

/** What may be around the digits, and nothing else. */
const MARK = fc.constantFrom(...list('|-|+|€|EUR | EUR|$| kr| Mio| k€|*| '));
const NUMBER = fc.tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 99 }));

test('what is in the grammar keeps its value, in either format', () => {
	fc.assert(
		fc.property(NUMBER, ([whole, cents]) => {
			const decimals = String(cents).padStart(2, '0');
			const groupBy = (separator: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, separator);
			const value = Number(`${whole}.${decimals}`);
			expect(parse(`${groupBy('.')},${decimals} €`)).toBe(value);
			expect(parse(`-${groupBy(',')}.${decimals}`)).toBe(-value + 0);
			expect(parse(`CHF ${groupBy("'")}.${decimals}`)).toBe(value);
			expect(parse(`(${groupBy(' ')},${decimals})`)).toBe(-value + 0);
		}),
	);
});

test('a letter, sign or further number that the grammar does not have makes any text no number', () => {
	const foreign = list('kg|max |ca. |%|¢|~|≥| to 5| 5.0|/2|h|=|"|²|½| l|abc|№|@');
	fc.assert(
		fc.property(
			NUMBER,
			MARK,
			MARK,
			fc.constantFrom(...foreign),
			fc.boolean(),
			([whole, cents], before, after, mark, isBefore) => {
				const amount = `${before}${whole}.${cents}${after}`;
				expect(parse(isBefore ? `${mark}${amount}` : `${amount}${mark}`)).toBe(NONE);
			},
		),
	);
});

test('a text is never converted to a number whose digits it does not have', () => {
	const characters = fc.constantFrom(..."0123456789.,-+() €$kMTEURio'’²½%");
	fc.assert(
		fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
			const value = parse(text);
			if (typeof value !== 'number' || Math.abs(value) < 1e-6) return;
			const significant = (digits: string) => digits.replace(/\D/g, '').replace(/^0+|0+$/g, '');
			expect(significant(text)).toBe(significant(String(value)));
		}),
	);
});
