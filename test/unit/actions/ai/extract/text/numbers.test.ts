import fc from 'fast-check';
import { parseNumber } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/numbers.ts';

const NO = 'notConverted';
const TWO = 'ambiguous';

function parse(
	text: string,
	format: Parameters<typeof parseNumber>[1] = 'notSpecified',
	isWhole = false,
) {
	const parsed = parseNumber(text, format, isWhole);
	return 'value' in parsed ? parsed.value : parsed.issue;
}

const NO_NUMBERS =
	"1'234'5|,500|001,234|5.00 -|(1,234)|¥5,000-|EUR $45.60|all 5|USD-5 EUR|50¢|3,2 Mio. €|" +
	'9,-|TOP 10|SOS 112|2 CUP|1 ALL|4 TRY|3 pounds|5 EUR USD|2½|x2';

test.each(NO_NUMBERS.split('|'))('%j is no number', (text) => expect(parse(text)).toBe(NO));

// More numbers are converted in test/integration/extract/values.jsonl.
test.each<[string, unknown]>([
	['1.299,00', 1299],
	["1'234.50", 1234.5],
	['1,00,000.50', 100_000.5],
	[',50', 0.5],
	['EUR.75', TWO],
	['-GBP.99', TWO],
	['JPY.75', 75],
	['EUR .75', 0.75],
	['EUR.1.50', 1.5],
	['Rs.75', 75],
	['\u22125', -5],
	['(5.00)', -5],
	['USD (5.00)', -5],
	['-0,00', 0],
	['eur 5', 5],
	['1.299,00 kr.', 1299],
	['$1,980', TWO],
	['١٬٢٣٤٫٥', 1234.5],
	['\u200e5\ufeff', 5],
])('%s is %p', (text, value) => expect(parse(text)).toBe(value));

test.each<[string, unknown]>([
	['4.50 TRY', 4.5],
	['5.00 ft', 5],
	['5 Ft', 5],
	['5 ft', NO],
	['£3', 3],
	['1.5E3', 1500],
	['2e-7', 2e-7],
	['100 200 300', TWO],
	['1 234 567', 1234567],
	['0.0000005', 5e-7],
	['40,00  USD', 40],
	['USD\t40', 40],
])('%j is %p', (text, value) => expect(parse(text)).toBe(value));

test('signs and names of currencies', () => {
	const signs =
		'US$ £ ¥ 円 元 ₹ rs kr A$ ৳ R$ kc ft HK$ rp ₪ ₩ 원 MX$ RM ₦ NZ$ ₱ zł lei ₽ руб S$ ฿ ₺ TL NT$ ₴ грн ₫ đ';
	const unread = signs.split(' ').filter((sign) => parse(`${sign} 5`) !== 5);
	expect(unread).toEqual([]);
});

test.each<[string, unknown, unknown, unknown, unknown]>([
	// not specified, comma, point, whole numbers
	['1.234', TWO, 1234, 1.234, 1234],
	['1,299', TWO, 1.299, 1299, 1299],
	['1.000', TWO, 1000, 1, TWO],
	['2,5', 2.5, 2.5, NO, NO],
	['3.0', 3, NO, 3, 3],
	['¥1,980', 1980, NO, 1980, 1980],
	['Rp 12.000', 12000, 12000, NO, 12000],
	['¥1980.50', 1980.5, NO, 1980.5, NO],
	['1.234E5', 123400, NO, 123400, 123400],
	['1,234e3', 1234, 1234, NO, 1234],
	['1234', 1234, 1234, 1234, 1234],
])('%s by Number Format, and in a field for whole numbers', (text, ...values) => {
	const parsed = [parse(text), parse(text, 'comma'), parse(text, 'point')];
	expect([...parsed, parse(text, 'notSpecified', true)]).toEqual(values);
});

test('a number comes back from each format, with each currency', () => {
	const amount = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100);
	const currency = fc.constantFrom('', 'EUR ', '€', 'RM', 'US$ ', 'kr. ');
	fc.assert(
		fc.property(amount, currency, (value, sign) => {
			const [comma, point] = ['de-DE', 'en-US'].map((locale) =>
				value.toLocaleString(locale, { minimumFractionDigits: 2 }),
			);
			expect(parse(sign + comma, 'comma')).toBe(value);
			expect(parse(sign + point, 'point')).toBe(value);
			expect([parse(sign + comma), parse(sign + point)]).toEqual([value, value]);
		}),
	);
});

// Unicode is the judge: each row of digits is 0 to 9.
test('the digits of every script have their value', () => {
	const digits = Array.from({ length: 0x110000 }, (_, code) => code).filter(
		(code) => code > 0xff && /\p{Nd}/u.test(String.fromCodePoint(code)),
	);
	const values = digits.map((code) => parse(`1${String.fromCodePoint(code)}`));
	expect(digits.length).toBeGreaterThan(500);
	expect(values).toEqual(digits.map((_, index) => 10 + (index % 10)));
});
