import type { VerifyOptions } from '../../../../../nodes/DataPlatform/actions/ai/extract/issues.ts';
import { verify } from '../../../../../nodes/DataPlatform/actions/ai/extract/verify/index.ts';

const OPTIONS: VerifyOptions = {
	dateOrder: 'certain',
	numberFormat: 'certain',
	inferredFields: new Set(),
};

/** What the text holds of a value: its words, or the kind of the issue. */
function look(text: string, value: unknown, options: Partial<VerifyOptions> = {}) {
	const { issues, evidence } = verify({ value }, {}, [text], { ...OPTIONS, ...options });
	expect(issues.length + evidence.length).toBe(1);
	return issues[0]?.kind ?? text.slice(evidence[0].from, evidence[0].to);
}

const MISSING = 'notInText';
type Row = [text: string, value: string | number, found: string];

const LETTER =
	'Seller\nAcme GmbH\nMusterstr. 1\n20095 Hamburg\n\nBuyer\nBeta AG\nLindenweg 5\n80331 München\nInvoice\nFrau Schneider';

describe('the lines of a value are next to each other, with one other line between at most', () => {
	test.each<[string, boolean]>([
		['Acme GmbH, Musterstr. 1, 20095 Hamburg', true],
		['Beta AG, Lindenweg 5, 80331 München', true],
		['Acme GmbH, 20095 Hamburg', true],
		['Musterstr. 1, 80331 München', false],
		['Acme GmbH, Lindenweg 5', false],
		['Acme GmbH, Frau Schneider', false],
		['Musterstr. 5, 80331 München', false],
	])('%s: %s', (value, isFound) => {
		expect(look(LETTER, value) !== MISSING).toBe(isFound);
	});

	test.each([1, 3, 15])(
		'not the street of one and the city of the other, %d lines apart',
		(lines) => {
			const between = Array.from({ length: lines }, (_, at) => `Line ${at} of the letter`).join(
				'\n',
			);
			const text = `Acme GmbH\nMusterstr. 1\n20095 Hamburg\n${between}\nBeta AG\nLindenweg 5\n80331 München`;
			expect(look(text, 'Musterstr. 1, 80331 München')).toBe(MISSING);
			expect(look(text, 'Lindenweg 5, 80331 München')).toBe('Lindenweg 5\n80331 München');
		},
	);
});

const ROWS: Record<string, Row[]> = {
	'whole words': [
		['unlimited liability', 'limited liability', MISSING],
		['non-binding offer', 'binding offer', MISSING],
		['grünlich', 'grün', MISSING],
		['Pay by e-mail', 'mail', 'mail'],
		['Tel: ACME, Ltd.', 'acme ltd', 'ACME, Ltd'],
		['STRASSE 5', 'Straße', 'STRASSE'],
		['in Zu\u0308rich', 'Zürich', 'Zu\u0308rich'],
		['in Zürich', 'Zu\u0308rich', 'Zürich'],
		['x ﬁnance', 'finance', 'ﬁnance'],
		['ab\u00adcd', 'abcd', 'ab\u00adcd'],
		['𝐀bc', 'Abc', '𝐀bc'],
		['ガス株式会社', '株式会社', '株式会社'],
		['서울특별시', '서울특별시'.normalize('NFD'), '서울특별시'],
		['C# developer', 'C++', MISSING],
		['C++ developer', 'C++', 'C++'],
		['Lampe¹', 'Lampe', 'Lampe'],
		['big Lampe 👍🏽!', 'Lampe 👍🏽', 'Lampe'],
		['12 €', '€', '€'],
		['12 $', '€', MISSING],
	],
	'text fields are compared as text': [
		['01067 Dresden', '1067', MISSING],
		['No. 42', '0042', MISSING],
		['Menge 05', '5', MISSING],
		['No. 0042', '0042', '0042'],
		['Invoice 2026-0815', '0815', MISSING],
		['Invoice 2026-0815', '2026', MISSING],
		['Invoice 2026-0815', '2026-0815', '2026-0815'],
		['12-15 pieces', '15', '15'],
		['4711-A and 4711-B', '4711-B', '4711-B'],
		['VIN WDB1240661F123456', '123456', MISSING],
		['24 x HX-200B bolts', 'HX-200', MISSING],
		['see RFC2119bis', 'RFC2119', MISSING],
		['cable 3x25mm', '25', '25'],
		['Total 1.299,00', '1299', '1.299,00'],
		['House 19, hall', '19 %', MISSING],
		['VAT19%', '19 %', '19%'],
	],
	amounts: [
		['1 299,00', 299, '299,00'],
		['1 045,80', 45.8, MISSING],
		['Total: 1 299,00', 299, MISSING],
		['Total: 1 299,00', 1299, '1 299,00'],
		['1 234 567', 234, '234'],
		['1.234.567,89', 567.89, MISSING],
		['Pos 1.2.10', 10, MISSING],
		['5,7,12', 7, MISSING],
		['.50', 0.5, '.50'],
		['2½ kg', 2.5, MISSING],
		['125½ kg', 1, MISSING],
		['No.50', 0.5, MISSING],
		['12 345 678,90', 345, MISSING],
		['1 234 567,89 and 7.5', 7.5, '7.5'],
		['10² m', 10, '10'],
		['Kauf 120 TEUR', 120000, '120'],
		['19,99²', 19.99, '19,99'],
		['A4', 4, MISSING],
		['No. 0815', 815, MISSING],
		['007 pieces', 7, '007'],
		['10:30', 10, MISSING],
		['合計980円', 980, '980'],
		['数量3個', 3, '3'],
		['จำนวน3ชิ้น', 3, '3'],
		['金額32,000円合計', 32_000, '32,000'],
		['金額32,000円合計', 32, MISSING],
		['Rp 12.500', 12.5, MISSING],
		['١٬٢٣٤ ريال', 1234, '١٬٢٣٤'],
		['१,२३४.५०', 1234.5, '१,२३४.५०'],
		['T€ 250', 250_000, '250'],
		['1億円', 100_000_000, '1'],
		['5 m', 5_000_000, MISSING],
		['DE89 3704 0044 0532 0130 00', 3704, MISSING],
	],
	signs: [
		['12.50 EUR', '-12.50 EUR', MISSING],
		['12.50 EUR', '(EUR 12.50)', MISSING],
		['(2 pieces)', -2, MISSING],
		['(5)', -5, MISSING],
		['5- EUR', -5, MISSING],
		['5 EUR-', -5, '5'],
		['-  5,00', -5, '5,00'],
		['Discount -5,00', -5, '5,00'],
		['R/off (-)0.26', -0.26, '0.26'],
	],
	codes: [
		['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
		[
			'DE89 3704 0044\n0532 0130 00\n20095',
			'DE89370400440532013000',
			'DE89 3704 0044\n0532 0130 00',
		],
		['DE89.3704.0044.0532.0130.00', 'DE89370400440532013000', 'DE89.3704.0044.0532.0130.00'],
		['Tel. (040) 123 45-67', '0401234567', '040) 123 45-67'],
		['040/1234567', '040 1234567', '040/1234567'],
		['040 123 4567 890', '0401234567', MISSING],
		['123 4567', '123456', MISSING],
		['1.234.567', '1234567', '1.234.567'],
		['1234.567', '1234567', MISSING],
		['CPF 123.456.789-09', '12345678909', '123.456.789-09'],
		['Konto 1503.45.67890', '15034567890', '1503.45.67890'],
	],
	dates: [
		['3. Mai 2026', '2026-05-03', '3. Mai 2026'],
		['due 3.\nMai 2026', '2026-05-03', '3.\nMai 2026'],
		['due 03.05.\n2026', '2026-05-03', '03.05.\n2026'],
		['03.05.2026¹', '2026-05-03', '03.05.2026'],
		['03/04/2026', '2026-03-04', '03/04/2026'],
		['03/04/2026', '2026-04-03', '03/04/2026'],
		['03.04.2026', '2026-04-03', '03.04.2026'],
		['03.04.2026', '2026-03-04', 'ambiguous'],
		['03.04.2026 and 2026-03-04', '2026-03-04', '2026-03-04'],
		['01/06/2018', '06-01-2018', MISSING],
		['13.04.2026', '2013-04-26', MISSING],
		['20:26:05', '2005-06-20', MISSING],
		['10/12/14', 12, '12'],
		['3 May 2026', 3, MISSING],
	],
	'HTML is compared as a person sees it': [
		['<td width="600">Total 5</td>', 600, MISSING],
		['Kunde: <Firma Müller & Söhne>', 'Müller', 'Müller'],
		['An <name Größe>', 'Größe', 'Größe'],
		['<p style="a:\'>\'">x</p> width', 'a', MISSING],
		['<!-- 55512 --><!DOCTYPE html>x', '55512', MISSING],
		['<style>.x{width:480px}</style>x', 480, MISSING],
		['<td>0401</td><td>234567</td>', '0401234567', MISSING],
		['12<!-- -->.50 €', 12.5, '12<!-- -->.50'],
		['</style>x</style>', 'x', 'x'],
		['if a <then b> c', 'then b', 'then b'],
		['&#9999999; Lamp', 'Lamp', 'Lamp'],
		['<td>1.<b>299</b>,00</td>', 1299, '1.<b>299</b>,00'],
		['<p>Frau <b>M</b>ayer</p>', 'Mayer', 'M</b>ayer'],
		['1&nbsp;049,75&nbsp;&euro;', 1049.75, '1&nbsp;049,75'],
		['1&#39;299.00 &#x20AC;', 1299, '1&#39;299.00'],
		['3.<br>Mai 2026', '2026-05-03', '3.<br>Mai 2026'],
		['Tom &unknown; AT&T', 'AT&T', 'AT&T'],
		['Ann <ann@example.com>', 'ann@example.com', 'ann@example.com'],
		['<style>x', 'x', 'x'],
		['<a "x', 'x', 'x'],
	],
	'letters that a scanner misread': [
		['PERNIAGAAN 2HENG HUI', 'PERNIAGAAN ZHENG HUI', 'PERNIAGAAN 2HENG HUI'],
		[
			'UNIHAKKA 1NTERNATIONAL SON BHD',
			'UNIHAKKA INTERNATIONAL SDN BHD',
			'UNIHAKKA 1NTERNATIONAL SON BHD',
		],
		['ABCTRADING SDN.BHD', 'ABC TRADING SDN BHD', 'ABCTRADING SDN.BHD'],
		['MR. X (M) SDN BHD JOHOR', 'MR. X (J) SDN BHD JOHOR', MISSING],
		['Lorem Street 12, Springfield', 'Lorem Street 13, Springfield', MISSING],
		['Short name', 'Short mane', MISSING],
	],
};

describe.each(Object.entries(ROWS))('%s', (_, rows) => {
	test.each(rows)('%j: %j', (text, value, found) => expect(look(text, value)).toBe(found));
});

test.each(['-', '.', '?', '/', '()', '…'])('punctuation is no value: %s', (value) => {
	expect(look(`a ${value} b-c e-mail`, value)).toBe(MISSING);
});

test('the Number Format holds for the text, too', () => {
	expect(look('Total 1.234', 1.234)).toBe('1.234');
	expect(look('Total 1.234', 1.234, { numberFormat: 'comma' })).toBe(MISSING);
	expect(look('Total 12.50', 12.5, { numberFormat: 'comma' })).toBe('12.50');
});

test('dates with a Date Order in this order only', () => {
	expect(look('03/04/2026', '2026-04-03', { dateOrder: 'dayFirst' })).toBe('03/04/2026');
	expect(look('03/04/2026', '2026-03-04', { dateOrder: 'dayFirst' })).toBe(MISSING);
	expect(look('03.04.2026', '2026-03-04', { dateOrder: 'monthFirst' })).toBe('03.04.2026');
});

describe('what is looked up', () => {
	const text = 'lamp 5.50 chair 7.00 sum 12.50';
	const schema = {
		properties: {
			total: { type: 'number' },
			lines: { type: 'array', items: { properties: { article: {}, total: {} } } },
			isPaid: { type: 'boolean' },
		},
	};

	test('each issue and each evidence is at its own path', () => {
		const lines = [
			{ article: 'lamp', total: 5.5 },
			{ article: 'desk', total: 777 },
		];
		const { issues, evidence } = verify({ total: 99, lines }, schema, [text], OPTIONS);
		expect(issues).toEqual([
			{ path: ['total'], kind: 'notInText', value: 99 },
			{ path: ['lines', 1, 'article'], kind: 'notInText', value: 'desk' },
			{ path: ['lines', 1, 'total'], kind: 'notInText', value: 777 },
		]);
		expect(evidence).toEqual([
			{ path: ['lines', 0, 'article'], content: 0, from: 0, to: 4, words: text },
			{ path: ['lines', 0, 'total'], content: 0, from: 5, to: 9, words: text },
		]);
	});

	test('lists and objects as JSON text are looked into', () => {
		const { issues } = verify({ lines: '[{"article":"sofa"}]' }, schema, [text], OPTIONS);
		expect(issues.map(({ path }) => path)).toEqual([['lines', 0, 'article']]);
	});

	test('no blanks, booleans, members that nobody asked for, or fields that the model infers', () => {
		const inferredFields = new Set(['article']);
		const output = { isPaid: 'no', other: 'x', total: null, lines: ['', { article: 'sofa' }] };
		for (const each of [output, { lines: 'null' }]) {
			const found = verify(each, schema, [text], { ...OPTIONS, inferredFields });
			expect(found).toEqual({ issues: [], evidence: [] });
		}
	});

	test('in each text; if not everything is text, a value is only not checked', () => {
		const { issues, evidence } = verify(['lamp', 'sofa'], {}, [undefined, text], OPTIONS);
		expect(issues).toEqual([{ path: [1], kind: 'notChecked', value: 'sofa' }]);
		expect(evidence).toMatchObject([{ path: [0], content: 1 }]);
	});

	test('evidence of a long text contains 30 characters on each side', () => {
		const text = `${'word '.repeat(20)}lamp${' word'.repeat(20)}`;
		const { evidence } = verify(['lamp'], {}, [text], OPTIONS);
		expect(evidence[0].words).toBe(`${'word '.repeat(6)}lamp${' word'.repeat(6)}`);
	});
});

test('the words of evidence never end with half a character', () => {
	const text = `${'😀'.repeat(20)} Bericht ${'😀'.repeat(20)}`;

	const { evidence } = verify({ value: 'Bericht' }, {}, [`x${text}`, text], OPTIONS);

	expect(evidence[0].words).toMatch(/^\ufffd😀+ Bericht 😀+\ufffd$/u);
});
