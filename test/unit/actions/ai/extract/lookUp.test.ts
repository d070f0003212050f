import type { LookUpOptions } from '../../../../../nodes/DataPlatform/actions/ai/extract/issues.ts';
import { lookUp } from '../../../../../nodes/DataPlatform/actions/ai/extract/lookUp.ts';
import type { FieldSchema } from '../../../../../nodes/DataPlatform/actions/ai/extract/schema.ts';

const OPTIONS: LookUpOptions = {
	dateOrder: 'notSpecified',
	numberFormat: 'notSpecified',
	dontLookUp: new Set(),
};
const TYPES: Record<string, FieldSchema> = {
	text: { type: 'string' },
	number: { type: 'number' },
	integer: { type: 'integer' },
	date: { type: 'string', format: 'date' },
};

function find(text: string, value: string | number, type: string, options = {}) {
	const schema = { properties: { value: TYPES[type] } };
	const [issue] = lookUp({ value }, schema, [text], { ...OPTIONS, ...options });
	return issue?.kind ?? 'yes';
}

const NO = 'notInText';
const TWO = 'ambiguous';
type Row = [text: string, value: string | number, found: string, options?: object];

const TEXT_ROWS: Record<string, Row[]> = {
	'whole words': [
		['Christine Andersen Holding', 'Christina Andersen Holding', NO],
		['日', '日日', NO],
		['unlimited liability', 'limited liability', NO],
		['non-binding offer', 'binding offer', NO],
		['not able to pay', 'notable', NO],
		['grünlich', 'grün', NO],
		['Tel: ACME, Ltd.', 'acme ltd', 'yes'],
		['STRASSE 5', 'Straße', 'yes'],
		['in Zu\u0308rich', 'Zürich', 'yes'],
		['Siobhán O’Rourke', "Siobhan O'Rourke", 'yes'],
		['ab\u00adcd', 'abcd', 'yes'],
		['Grundstücks-\nverwaltung', 'Grundstücksverwaltung', 'yes'],
		['Müller-\nLüdenscheidt', 'Müller-Lüdenscheidt', 'yes'],
		['ガス株式会社', '株式会社', 'yes'],
		['서울특별시', '서울특별시'.normalize('NFD'), 'yes'],
		['C++ developer', 'C', NO],
		['Lampe¹', 'Lampe', 'yes'],
		['12 €', '€', 'yes'],
		['a - b', '.', NO],
	],
	'parts on adjacent lines': [
		['Acme GmbH\nMusterstr. 1\n20095 Hamburg', 'Acme GmbH, Musterstr. 1, 20095 Hamburg', 'yes'],
		['Acme GmbH\nBeta AG\nLindenweg 5', 'Acme GmbH, Lindenweg 5', NO],
		['Musterstr. 1\n20095 Hamburg\nLindenweg 5', 'Musterstr. 5', NO],
	],
	'text fields are compared as text': [
		['Kunde 007', 7, NO],
		['Kunde 007', '007', 'yes'],
		['01067 Dresden', '1067', NO],
		['Python 3.10', '3.1', NO],
		['Python 3.10', 3.1, NO],
		['Python 3.10', '3.10', 'yes'],
		['Total\n43.70\nCash', '43.7', 'yes'],
		['€ 43.70', '43.7', 'yes'],
		['Total 1.299,00', '1299', 'yes'],
		['Total 1,250', '1,250', 'yes'],
		['Total 1,250', '1250', TWO],
		['Total 1,250 USD', '1250 USD', TWO],
		['Invoice 2026-0815', '0815', NO],
		['Akte 12-07', '12', NO],
		['12-15 pieces', '15', 'yes'],
		['PO-4711-A', '4711', 'yes'],
		['24 x HX-200B', 'HX-200', NO],
		['office no. 4', 'NO4', 'yes'],
		['VAT 19%', '19 %', 'yes'],
		['T -5.00', '5.00', NO],
		['T -5', '5', NO],
		['2½ kg', '2', NO],
	],
	currencies: [
		['50 €', '50 USD', NO],
		['50 €', 'EUR 50', 'yes'],
		['$50', '50 USD', 'yes'],
		['50 kr', '50 €', NO],
		['50 TRY', '50 €', NO],
		['EUR 12 500,00', 'EUR 12', NO],
		['EUR 12 500,00', 'EUR 12.500,00', 'yes'],
		['Total USD 1234567', '€1234567', NO],
	],
	'long codes, however they are grouped': [
		['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'yes'],
		['Tel. (040) 123 45-67', '0401234567', 'yes'],
		['Tel. 040 123 4567 890', '0401234567', NO],
		['CPF 123.456.789-09', '12345678909', 'yes'],
		['Gewicht 1234.567', '1234567', NO],
		['Konten 1234567; 7654321', '12345677654321', NO],
	],
	dates: [
		['due 3. Mai 2026', '2026-05-03', 'yes'],
		['due 3.\nMai 2026', '3 May 2026', 'yes'],
		['Version 1.2.2023.4', '2023-02-01', NO],
		['2 SET 10', '2010-09-02', NO],
	],
	'HTML is compared as a person sees it': [
		['<p>Frau <b>M</b>ayer</p>', 'Mayer', 'yes'],
		['<td>0401</td><td>234567</td>', '0401234567', NO],
		['Tom &amp; Jerry &Auml;rzte', 'Tom & Jerry Ärzte', 'yes'],
		['Kunde: <Firma Müller & Söhne>', 'Müller', 'yes'],
		['<style>.x{width:480px}</style>x', '480', NO],
		['<!-- 55512 -->x', '55512', NO],
		['<a href="https://a.example">b</a>', 'href', NO],
		['Ann <ann@example.com>', 'ann@example.com', 'yes'],
		['&lt;b&gt; &#9999999;', 'b', 'yes'],
		['<style>x', 'x', 'yes'],
	],
};

describe.each(Object.entries(TEXT_ROWS))('%s', (_, rows) => {
	test.each(rows)('%j: %j', (text, value, found) => expect(find(text, value, 'text')).toBe(found));
});

const NUMBER_ROWS: Record<string, Row[]> = {
	signs: [
		['T -5.00', 5, NO],
		['T -5.00', -5, 'yes'],
		['T 5.00', -5, NO],
		['€ -5.00', 5, NO],
		['-€5.00', 5, NO],
		['5.00-', -5, 'yes'],
		['(5.00)', 5, NO],
		['USD (5.00)', -5, 'yes'],
		['\n- 5 lamps', 5, 'yes'],
		['– 5,00 €', -5, 'yes'],
		['10 – 20', -20, NO],
		['PO-4711', -4711, NO],
		['Pos 1 -5,00', -5, 'yes'],
	],
	'parts of numbers': [
		['1 045,80', 45.8, NO],
		['EUR 12 500,00', 500, NO],
		['Total: 1 299,00', 1299, 'yes'],
		['12 000,00', 12, NO],
		['2 150.00', 150, 'yes'],
		['1 234 567,89', 234, NO],
		['192.168.10.20', 10.2, NO],
		['10077,3,64.90', 3, 'yes'],
		['2026-05-31,64.90', 64.9, 'yes'],
		['2½ kg', 2, NO],
		['A4 paper', 4, NO],
		['KW12', 12, NO],
		['12KW24', 24, NO],
		['Menge 007', 7, 'yes'],
		['No. 0815', 815, NO],
		['10:30', 10, NO],
		['3 May 2026', 3, NO],
		['10/12/14', 12, 'yes'],
		['合計980円', 980, 'yes'],
		['価格は980円です', 980, 'yes'],
		['총액₩15,000원', 15_000, 'yes'],
		['総額¥1,480', 1.48, NO],
		['1.5 million', 1_500_000, NO],
	],
	'ambiguous texts': [
		['1.250 دينار', 1250, TWO],
		['1.250 دينار', 1.25, TWO],
		['1.250', 1250, 'yes', { numberFormat: 'comma' }],
		['1.250', 1.25, NO, { numberFormat: 'comma' }],
		['1.250', 1.25, 'yes', { numberFormat: 'point' }],
		['1,250 and 1250', 1250, 'yes'],
		['12.50', 12.5, 'yes', { numberFormat: 'comma' }],
		['1,250', '1,250', 'yes'],
		['1.25', '1.250', NO, { numberFormat: 'comma' }],
	],
};

describe.each(Object.entries(NUMBER_ROWS))('%s', (_, rows) => {
	// A rest parameter, because Jest would pass `done` as the fourth one.
	test.each(rows)('%j: %j', (...[text, value, found, options]) =>
		expect(find(text, value, 'number', options)).toBe(found),
	);
});

test.each<Row>([
	['1,299', 1299, 'yes'],
	['1.299', 1, NO],
	['1.000', 1000, 'yes'],
])('in a field for whole numbers, %s has %d: %s', (text, value, found) => {
	expect(find(text, value, 'integer')).toBe(found);
});

test.each<Row>([
	['03/04/2026', '2026-04-03', TWO],
	['03/04/2026', '2026-03-04', TWO],
	['03/04/2026', '2026-04-03', 'yes', { dateOrder: 'dayFirst' }],
	['03/04/2026', '2026-03-04', NO, { dateOrder: 'dayFirst' }],
	['03/04/2026, 3 April 2026', '2026-04-03', 'yes'],
	['03.04.2026', '2026-04-03', 'yes'],
	['03.04.2026', '2026-03-04', NO],
	['03/04/2026', '03/04/2026', 'yes'],
	['3. Mai 2026', '2026-05-03T10:00:00Z', 'yes'],
	['15. listopada 2025', '2025-11-15', NO],
	['20:26:05', '2005-06-20', NO],
])('%s has the date %s: %s', (...[text, value, found, options]) => {
	expect(find(text, value, 'date', options)).toBe(found);
});

describe('what is looked up', () => {
	const text = 'lamp 5.50 chair 7.00 sum 12.50';
	const schema: FieldSchema = {
		properties: {
			total: { type: 'number' },
			lines: { type: 'array', items: { properties: { article: {}, total: {} } } },
			isPaid: { type: 'boolean' },
		},
	};
	const pathsOf = (output: object, texts: Array<string | undefined> = [text], options = OPTIONS) =>
		lookUp(output, schema, texts, options).map(({ path, kind }) => `${path.join('.')} ${kind}`);

	test('each issue is at its own path, also in lists and objects as JSON text', () => {
		const lines = [
			{ article: 'lamp', total: 5.5 },
			{ article: 'desk', total: 777 },
		];
		const expected = ['total notInText', 'lines.1.article notInText', 'lines.1.total notInText'];
		expect(pathsOf({ total: 99, lines })).toEqual(expected);
		expect(pathsOf({ total: 99, lines: JSON.stringify(lines) })).toEqual(expected);
	});

	test('no blanks, placeholders, booleans, other members, or fields that the model infers', () => {
		const output = {
			...{ isPaid: 'no', other: 'x', total: null },
			lines: ['', { article: 'sofa' }, { total: 'N/A' }],
		};
		const dontLookUp = new Set(['article']);
		expect(pathsOf(output, [text], { ...OPTIONS, dontLookUp })).toEqual([]);
	});

	test('in each text; if not everything is text, a value is only not checked', () => {
		expect(pathsOf({ lines: ['lamp', 'sofa'] }, [undefined, text])).toEqual(['lines.1 notChecked']);
	});
});

// The work grows with the text and the values, not with their product.
describe('work', () => {
	/** How often texts are searched, and how many characters are searched for patterns. */
	function countWork(values: unknown[], text: string, type: string): number {
		let count = 0;
		const names = ['indexOf', 'matchAll', 'replace', 'normalize'] as const;
		const originals = names.map((name) => [name, String.prototype[name]] as const);
		for (const [name, original] of originals) {
			// Not a spy, because a spy would keep every call.
			Object.assign(String.prototype, {
				[name](this: string, ...parameters: never[]) {
					const result = (original as (...given: never[]) => unknown).apply(this, parameters);
					const [, from = 0] = parameters;
					const isFound = name === 'indexOf' && (result as number) >= 0;
					count += (isFound ? (result as number) : this.length) - (name === 'indexOf' ? from : 0);
					return result;
				},
			});
		}
		try {
			const schema = { properties: { values: { type: 'array', items: TYPES[type] } } };
			lookUp({ values }, schema, [text], OPTIONS);
		} finally {
			Object.assign(String.prototype, Object.fromEntries(originals));
		}
		return count;
	}

	const day = (index: number) => new Date(Date.UTC(1990, 0, 1 + index)).toISOString().slice(0, 10);
	const list = <Value>(length: number, make: (index: number) => Value) =>
		Array.from({ length }, (_, index) => make(index));
	const lines = (length: number, make: (index: number) => string) => list(length, make).join('\n');

	test.each<[string, string, (size: number) => [unknown[], string]]>([
		['dates', 'date', (size) => [list(size, day), lines(size, (at) => `on ${day(at)}`)]],
		['letters', 'text', (size) => [list(size, (at) => 'abcdef'[at % 6]), 'abcdefg '.repeat(size)]],
		[
			'numbers',
			'number',
			(size) => [list(size, (at) => at + 0.5), lines(size, (at) => `${at}.50`)],
		],
		['negative', 'number', (size) => [list(size, (at) => -at), lines(size, (at) => `x ${at % 5}`)]],
		[
			'phones',
			'text',
			(size) => [list(size, (at) => `040 1${at + 1e5}`), lines(size, (at) => `040-1${at + 1e5}`)],
		],
		['open tags', 'text', (size) => [['x'], '<a "<style><!--'.repeat(size)]],
	])('%s', (_, type, make) => {
		const [small, large] = [400, 1600].map((size) => countWork(...make(size), type));
		expect(large).toBeLessThan(6 * small);
	});
});

test('a number and the same digits as text are looked up separately', () => {
	const schema = { properties: { values: { items: TYPES.number } } };
	const issues = lookUp({ values: [1.234, '1.234'] }, schema, ['Total 1.234'], OPTIONS);
	// Only the text can mean 1234 too, as in the document.
	expect(issues).toMatchObject([{ kind: TWO, value: 1.234 }]);
});
