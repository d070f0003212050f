import fc from 'fast-check';
import { parseNumber } from '../../../../../nodes/DataPlatform/actions/ai/extract/numbers.ts';

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

const ROWS: Record<string, Array<[text: string, value: unknown]>> = {
	separators: [
		['1,299.00', 1299],
		['1.299,00', 1299],
		['1\u202f234\u202f567', 1_234_567],
		["1'234.50", 1234.5],
		['1,00,000.50', 100_000.5],
		['-.5', -0.5],
		[',50', 0.5],
		[',500', NO],
		['1.2.3', NO],
		['001,234', NO],
	],
	signs: [
		['\u22125', -5],
		['- 5', -5],
		['5.00 -', NO],
		['(5.00)', -5],
		['(5)', NO],
		['USD (5.00)', -5],
		['(5.00', NO],
		['+-5', NO],
		['¥5,000-', NO],
		['-0,00', 0],
	],
	currencies: [
		['eur 5', 5],
		['$-5.00', -5],
		['5,00 EUR-', -5],
		['USD $45.60', 45.6],
		['EUR $45.60', NO],
		['Rs.50', 50],
		['all 5', NO],
		['USD-5 EUR', NO],
		['FR40303265045', NO],
		['Rp 12.000', 12_000],
		['$1,980', TWO],
		['50¢', NO],
	],
	'scripts and invisible characters': [
		['１２３', 123],
		['١٬٢٣٤٫٥', 1234.5],
		['\u200e5\ufeff', 5],
		['10²', NO],
		['3½', NO],
		['三', NO],
	],
	'words are never numbers': [
		['EUR 5 m', NO],
		['€1.2k', NO],
		['3,2 Mio. €', NO],
		['about 5', NO],
		['12:30', NO],
		['9,-', NO],
		['', NO],
	],
	'numbers that a double can hold': [
		['1,234,567,890,123.50', 1_234_567_890_123.5],
		['9007199254740993', NO],
		['123456789012345.678', NO],
	],
};

describe.each(Object.entries(ROWS))('%s', (_, rows) => {
	test.each(rows)('%s', (text, value) => expect(parse(text)).toBe(value));
});

const SIGNS =
	'US$ £ ¥ 円 元 fr ₹ rs kr A$ ৳ лв R$ kc ft HK$ rp ₪ ₩ 원 ₸ MX$ RM ₦ NZ$ ₱ zł lei ₽ руб S$ ฿ ₺ TL NT$ ₴ грн ₫ đ';

test.each(SIGNS.split(' '))('%s is a currency', (sign) => {
	expect([parse(`${sign} 5`), parse(`5 ${sign}`)]).toEqual([5, 5]);
});

test.each<[string, unknown, unknown, unknown, unknown]>([
	// not specified, comma, point, whole numbers
	['1.234', TWO, 1234, 1.234, 1234],
	['1,299', TWO, 1.299, 1299, 1299],
	['1.000', TWO, 1000, 1, 1000],
	['2,5', 2.5, 2.5, NO, NO],
	['3.0', 3, NO, 3, 3],
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
