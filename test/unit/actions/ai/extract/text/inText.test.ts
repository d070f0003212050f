// More values are looked up in test/integration/extract/values.jsonl.
import { lookUp } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/inText.ts';

type ExtractedValues = Parameters<typeof lookUp>[0];
type FieldSchema = ExtractedValues[number]['schema'];
type LookUpOptions = Parameters<typeof lookUp>[2];

const OPTIONS = {
	dateOrder: 'notSpecified',
	numberFormat: 'notSpecified',
} as LookUpOptions;
const TYPES: Record<string, FieldSchema> = {
	text: { type: 'string' },
	number: { type: 'number' },
	integer: { type: 'integer' },
	date: { type: 'string', format: 'date' },
};

const NO = 'notInText';
const TWO = 'ambiguous';
type Row = [text: string, value: string | number, found: string, options?: Partial<LookUpOptions>];

const listValues = (given: Array<string | number>, schema: FieldSchema): ExtractedValues =>
	given.map((value, at) => ({ path: ['values', at], value, schema }));

function testRows(what: string, type: string, rows: Row[]) {
	// A rest parameter, because Jest would pass `done` as the fourth one.
	test.each(rows)(`${what}: %j has %j: %s`, async (...[text, value, found, options]) => {
		const values = listValues([value], TYPES[type]);
		const [issue] = await lookUp(values, [text], { ...OPTIONS, ...options });
		expect(issue?.kind ?? 'yes').toBe(found);
	});
}

testRows('whole words', 'text', [
	['日', '日日', NO],
	['not able to pay', 'notable', NO],
	['Tel: ACME, Ltd.', 'acme ltd', 'yes'],
	['in Zu\u0308rich', 'Zürich', 'yes'],
	['Siobhán O’Rourke', "Siobhan O'Rourke", 'yes'],
	["Siobhan O'Rourke", 'Siobhan Orourke', 'yes'],
	['ab\u00adcd', 'abcd', 'yes'],
	['Müller-\nLüdenscheidt', 'Müller-Lüdenscheidt', 'yes'],
	['ガス株式会社', '株式会社', 'yes'],
	['서울특별시', '서울특별시'.normalize('NFD'), 'yes'],
	['C++ developer', 'C', NO],
	['Lampe¹', 'Lampe', 'yes'],
	['office no. 4', 'NO4', 'yes'],
	['Acme S.A.', 'Acme SA', 'yes'],
	['Mr A.Smith', 'Smith', 'yes'],
	['Lamp-A, Lamp', 'Lamp', 'yes'],
	['Discount -5.00', 'Discount', 'yes'],
	['Points:-5;', '5', NO],
	['at -18 °C', '-18 °C', 'yes'],
	['at -18 °C', '18 °C', NO],
	['at 18 °C', '-18 °C', NO],
]);

testRows('numbers and dates in text fields', 'text', [
	['Python 3.10', '3.1', NO],
	['Python 3.10', 3.1, NO],
	['Python 3.10', '3.10', 'yes'],
	['Total\n43.70\nCash', '43.7', TWO],
	['€ 43.70', '43.7', 'yes'],
	['Total 1.299,00', '1299', 'yes'],
	['Total 1,250', '1250', TWO],
	['Total 1,250 USD', '1250 USD', TWO],
	['Invoice 2026-0815', '0815', NO],
	['T -5.00', '5.00', NO],
	['2½ kg', '2', NO],
	['$50', '50 USD', 'yes'],
	['$50 USD', '50 CAD', NO],
	['AU$50', 'USD $50', NO],
	['50 kr', '50 €', NO],
	['50 TRY', '50 €', NO],
	['£50', '50 GBP', 'yes'],
	['RM50', '50', 'yes'],
	['50 kr', '50 DKK', 'yes'],
	['EUR 1299', '1,299.00 EUR', 'yes'],
	['EUR 1299', '1299.00 EUR', 'yes'],
	['$12.5', '$ 12.50', 'yes'],
	['19 pcs', '19.00', NO],
	['19', '19.00', NO],
	['Version 3.1', '3.10', NO],
	['120 PLN', 'zł', 'yes'],
	['5 CZK', 'Kč', 'yes'],
	['5 CZK', 'zł', NO],
	['EUR 12 USD 13', '12 USD', NO],
	['EUR 12 USD 13', '12 EUR', 'yes'],
	['EUR 12 USD 13', '13 USD', 'yes'],
	['EUR 12 USD 13', '13 EUR', NO],
	['€12 $13', '$12', NO],
	['€12,$13', '$12', NO],
	['12 EUR 13 USD', '13 EUR', NO],
	['$12 USD 13', '12 USD', 'yes'],
	['EUR 12 USD', '12 USD', 'yes'],
	['due 3. Mai 2026', '2026-05-03', 'yes'],
	['due 3.\nMai 2026', '3 May 2026', 'yes'],
	['Version 1.2.2023.4', '2023-02-01', NO],
]);

testRows('HTML is compared as a person sees it', 'text', [
	['<td>0401</td><td>234567</td>', '0401234567', NO],
	['Tom &amp; Jerry &Auml;rzte', 'Tom & Jerry Ärzte', 'yes'],
	['Kunde: <Firma Müller & Söhne>', 'Müller', 'yes'],
	['<!-- 55512 -->x', '55512', NO],
	['&lt;b&gt; &#9999999;', 'b', 'yes'],
	['<style>x', 'x', 'yes'],
	['write <!-- before it', 'before', 'yes'],
	['<!-- a <b>x</b> --> c', 'x', NO],
	['Dear <Title> Smith', 'Smith', 'yes'],
	['From: <John Smith>\nShip to <address>', 'John Smith', 'yes'],
	['From: <John Smith>\nSee <table>, <form>, <link>', 'John Smith', 'yes'],
	['<p>From: <John Smith>', 'John Smith', NO],
	['<title>Smith</title>', 'Smith', NO],
	['<a title="> b" class="d">c</a>', 'b', 'yes'],
	['<a title="> b" class="d">c</a>', 'd', NO],
	['5 &euro;', '5 USD', NO],
	['5 &yen;', '5 USD', NO],
	['&ndash;5 &euro;', '-5 €', 'yes'],
	['O&apos;Hara&rsquo;s Stra&szlig;e, C&aelig;sar', "O'Hara's Straße, Cæsar", 'yes'],
]);

testRows('signs and parts of numbers', 'number', [
	['T -5.00', -5, 'yes'],
	['€ -5.00', 5, NO],
	['Discount -0.00', 0, 'yes'],
	['-€5.00', 5, NO],
	['-EUR 5.00', 5, NO],
	['Shipping - $5.00', 5, 'yes'],
	['$5-$10', -5, NO],
	['$5-$10', 10, 'yes'],
	['5€-10€', 10, 'yes'],
	['5€-10€', -10, NO],
	['EUR 5 - EUR 10', -10, NO],
	['¥5,000-', 5000, 'yes'],
	['(5.00)', 5, NO],
	['(net 5.00)', 5, 'yes'],
	['Population (1,234,567)', 1_234_567, 'yes'],
	['Set 2, 10 pcs', 10, 'yes'],
	['\n- 5 lamps', 5, 'yes'],
	['1 045,80', 45.8, NO],
	['EUR 12 500,00', 500, NO],
	['Total: 1 299,00', 1299, 'yes'],
	['2 150.00', 150, 'yes'],
	['10077,3,64.90', 3, 'yes'],
	['7,3,64.90 EUR', '64.90 USD', NO],
	['2026-05-31,64.90', 64.9, 'yes'],
	['2026-05-31,3', 3, 'yes'],
	['03.04. 10 lamps', 10, 'yes', { dateOrder: 'dayFirst' }],
	['3. 4.50', 4.5, 'yes', { dateOrder: 'dayFirst' }],
	['01/31/2026,3', 3, 'yes'],
	['Net loss $ (5.00 )', 5, NO],
	['2½ kg', 2, NO],
	['A4 paper', 4, NO],
	['BMW X5', 5, NO],
	['No. 0815', 815, NO],
	['10:30', 10, NO],
	['3 May 2026', 3, NO],
	['価格は980円です', 980, 'yes'],
	['총액₩15,000원', 15_000, 'yes'],
	['1.5 million', 1_500_000, NO],
	['Sizes 30/10/12', 10, 'yes'],
]);

testRows('ambiguous numbers', 'number', [
	['1.250 دينار', 1250, TWO],
	['1.250', 1250, 'yes', { numberFormat: 'comma' }],
	['1.250', 1.25, NO, { numberFormat: 'comma' }],
	['1.250', 1.25, 'yes', { numberFormat: 'point' }],
	['1,250 and 1250', 1250, 'yes'],
	['12.50', 12.5, 'yes', { numberFormat: 'comma' }],
	['¥1,980', 1980, 'yes', { numberFormat: 'comma' }],
	['¥1,980', 1.98, NO, { numberFormat: 'comma' }],
	['1,250', '1,250', 'yes'],
]);

testRows('one number or columns', 'number', [
	['Lamp 2 150.00', 2150, TWO],
	['Lamp 2 150.00', 150, 'yes'],
	['Lamp 2 150.00', 2, 'yes'],
	['Lamp 2 150', 2150, TWO],
	['<td>Lamp</td><td>2 150.00</td>', 2150, TWO],
	['Lamp 2 150.00', 2150, TWO, { numberFormat: 'point' }],
	['Lamp 2 150', 2150, 'yes', { numberFormat: 'comma' }],
	['2 150.00 EUR', 2150, 'yes'],
	['RM2 150.00', 2150, 'yes'],
	['Lamp 2 150.00, sum 2150.00', 2150, 'yes'],
	['Lamp 2 150,00', 2150, 'yes'],
	['Lamp 2 050.00', 2050, 'yes'],
	['Total:  2 150.00', 2150, 'yes'],
	['Lamp,2,150.00', 2150, TWO],
	['Lamp,2,150.00', 150, 'yes'],
	['Lamp,2,150.00', 2, 'yes'],
	['Lamp,2,150.00,EUR', 2150, TWO],
	['Lamp 2,150.00', 2150, 'yes'],
	['Lamp 2,150.00', 150, NO],
]);

testRows('one number or columns in a text field', 'text', [
	['Lamp 2 150.00', '2 150.00', 'yes'],
	['Lamp 2 150.00', '2150.00', TWO],
	['Lamp 2 150', '2150', TWO],
	['Cable 250 120 300', '250 120 300', 'yes'],
]);

testRows('whole numbers', 'integer', [
	['Lamp 2 150', 2150, TWO],
	['Lamp,2,150', 2150, TWO],
	['1,299', 1299, 'yes'],
	['1.299', 1, NO],
	['Population (1,234)', 1234, 'yes'],
	['1.000', 1000, TWO],
	['1.000', 1, TWO],
]);

testRows('dates', 'date', [
	['03/04/2026', '2026-04-03', TWO],
	['03/04/2026', '2026-04-03', 'yes', { dateOrder: 'dayFirst' }],
	['03/04/2026', '2026-03-04', NO, { dateOrder: 'dayFirst' }],
	['03/04/2026, 3 April 2026', '2026-04-03', 'yes'],
	['03/04/2026', '03/04/2026', 'yes'],
	['7,01/31/2026,3', '2026-01-31', 'yes'],
	['7,01/31/26,64.90', '2026-01-31', 'yes', { dateOrder: 'monthFirst' }],
	['7,31 Jan 2026,3', '2026-01-31', 'yes'],
	['Order 12 dated 31 January 2026', '2026-01-31', 'yes'],
	['03.04. 2026,50', '2026-04-03', NO],
	['3 May 12,90', '2012-05-03', NO],
	['3. Mai 2026', '2026-05-03T10:00:00Z', 'yes'],
	['15. listopada 2025', '2025-11-15', NO],
	// The same words, but no date.
	['Art. 2026 04 03', '2026-04-03', NO],
]);

test('a tag may have very many attributes', async () => {
	const text = `<p ${'alt=1 '.repeat(130_000)}>Lampe</p>`;

	expect(await lookUp(listValues(['Lampe'], TYPES.text), [text], OPTIONS)).toEqual([]);
});

test('a number and the same digits as text are looked up separately', async () => {
	const values = listValues([1.234, '1.234', 7, '7'], TYPES.number);
	const issues = await lookUp(values, ['Total 1.234 for 7'], OPTIONS);
	// Only the text can mean 1234 too, as in the document.
	expect(issues).toMatchObject([{ kind: TWO, value: 1.234 }]);
});

test('each issue is at its own path; if not everything is text, it is only not checked', async () => {
	const values = listValues(['lamp', 'sofa'], TYPES.text);
	const texts = ['lamp 5.50 chair 7.00'];
	const issue = { path: ['values', 1], kind: NO, value: 'sofa' };
	expect(await lookUp(values, texts, OPTIONS)).toMatchObject([issue]);
	const unchecked = { ...issue, kind: 'notChecked' };
	expect(await lookUp(values, [undefined, ...texts], OPTIONS)).toMatchObject([unchecked]);
});

describe('the work grows with the text and the values, not with their product', () => {
	type Work = [values: Array<string | number>, text: string];

	/** Counts the characters that regular expressions search. */
	async function countWork([values, text]: Work, type: string): Promise<number> {
		const { exec } = RegExp.prototype;
		let count = 0;
		RegExp.prototype.exec = function (searched) {
			const from = this.lastIndex;
			const match = exec.call(this, searched);
			const unmatched = this.sticky ? from + 1 : searched.length;
			count += (match ? match.index + match[0].length : unmatched) - from;
			return match;
		};
		try {
			await lookUp(listValues(values, TYPES[type]), [text], OPTIONS);
		} finally {
			RegExp.prototype.exec = exec;
		}
		return count;
	}

	const day = (index: number) => new Date(Date.UTC(1990, 0, 1 + index)).toISOString().slice(0, 10);
	const list = <Value>(length: number, make: (index: number) => Value) =>
		Array.from({ length }, (_, index) => make(index));
	const lines = (length: number, make: (index: number) => string) => list(length, make).join('\n');

	test('a value as long as the text is found', async () => {
		const text = '日'.repeat(200_000);
		expect(await lookUp(listValues([text], TYPES.text), [text], OPTIONS)).toEqual([]);
	});

	test.each<[string, string, (size: number) => Work]>([
		['dates', 'date', (size) => [list(size, day), lines(size, (at) => `on ${day(at)}`)]],
		['letters', 'text', (size) => [list(size, (at) => 'abcdef'[at % 6]), 'abcdefg '.repeat(size)]],
		['numbers', 'number', (size) => [list(size, (at) => -at), lines(size, (at) => `x ${at % 5}`)]],
		['phones', 'text', (size) => [list(size, (at) => `040 1${at}`), '040-12345\n'.repeat(size)]],
		['open tags', 'text', (size) => [['x'], '<a "<style><!--'.repeat(size)]],
	])('%s', async (_, type, make) => {
		const small = await countWork(make(400), type);
		const large = await countWork(make(1600), type);
		expect(large).toBeLessThan(6 * small);
	});
});
