import { MOST_WORK } from '../../../../../nodes/DataPlatform/actions/ai/extract/verify/misread.ts';
import { TextIndex } from '../../../../../nodes/DataPlatform/actions/ai/extract/verify/textIndex.ts';

const TEXT = `ACME  Lamp & Light Sdn. Bhd. (M)
Müller-Straße 12, 47100 Puchong
Tel 03-8079 0255
Ink No. R000027830, A4 paper, code 1.2.3
Date: 25 Dec 18, 10:17
Due 04/03/2018 or 31.12.2026
Price 1,299.00 €, weight 1.234 kg, part 7
Discount -5.50, rebate (12.25), paid RM9.00
2 x 3.10, 2 299,00
Oﬃce in Tokyo 東京都港区 2026年5月3日
Fee $7`;

/** What of a text a value was found as; an index of its own each time, since it remembers what it has read. */
const found = (value: string | number, text = TEXT): string | undefined => {
	const place = new TextIndex(text).find(value);
	return place && text.slice(place.from, place.to);
};

test.each<[value: string | number, standsThereAs: string]>([
	['ACME Lamp & Light', 'ACME  Lamp & Light'],
	['acme lamp and'.replace(' and', ''), 'ACME  Lamp'],
	['Sdn Bhd', 'Sdn. Bhd'],
	['Muller-Strasse 12', 'Müller-Straße 12'],
	['Straße 12, 47100 PUCHONG', 'Straße 12, 47100 Puchong'],
	['0380790255'.replace('0380790255', '03 8079-0255'), '03-8079 0255'],
	['r000027830', 'R000027830'],
	['A4', 'A4'],
	['1.2.3', '1.2.3'],
	['2018-12-25', '25 Dec 18'],
	['25/12/2018', '25 Dec 18'],
	['Dec 25, 2018', '25 Dec 18'],
	['2018-03-04', '04/03/2018'],
	['2018-04-03', '04/03/2018'],
	['2026-12-31', '31.12.2026'],
	['2026-05-03', '2026年5月3日'],
	[1299, '1,299.00'],
	['1.299,00 EUR', '1,299.00'],
	[1234, '1.234'],
	[1.234, '1.234'],
	[-5.5, '5.50'],
	[5.5, '5.50'],
	[-12.25, '12.25'],
	['RM 9', '9.00'],
	['9.00', '9.00'],
	[7, '7'],
	[2299, '2 299,00'],
	[299, '299,00'],
	['office', 'Oﬃce'],
	['港区', '港区'],
	['€', '€'],
])('stands there: %j', (value, expected) => {
	expect(found(value)).toBe(expected);
});

test.each<string | number>([
	'ACME Light',
	'ACME Sdn Bhd',
	'Lam',
	'ight',
	'Straße 1',
	'Straße 12, 4710',
	'A40',
	'1.2',
	'2018-12-26',
	'2017-12-25',
	'25 Nov 18',
	'2018-03-05',
	'2026-12-30',
	129,
	1300,
	'1,299.01',
	-9,
	-1299,
	4,
	17,
	10.17,
	'7.00',
	'$8',
	'¥',
])('does not stand there: %j', (value) => {
	expect(found(value)).toBeUndefined();
});

test.each<[text: string, value: string | number, standsThereAs: string | undefined]>([
	['qty x5', 5, '5'],
	['box5', 5, undefined],
	['RM50', 50, '50'],
	['usd50', 50, '50'],
	['HRM50', 50, undefined],
	['A50', 50, undefined],
	['room50.5', 50.5, '50.5'],
	['-5.50 and more text behind it', -5.5, '5.50'],
	['Refund 5.00- today', -5, '5.00'],
	['Refund 5.00 - today', -5, undefined],
	['$(1,250.00) owed', -1250, '1,250.00'],
	['$ -7', -7, '7'],
	["Fr. 12'500.50 net", 12500.5, "12'500.50"],
	["Fr. 12'500.50 net", 500.5, undefined],
	['10.0.0.17', 17, '17'],
	['10.0.0.17', 10, '10'],
	['12 345 678,90 kr', 12345678.9, '12 345 678,90'],
	['12 345 pieces', 12345, '12 345'],
	['No 1.5 here, 2 there', '2.00', undefined],
	['No 15 here, 2 there', '2.00', '2'],
	['12345678901234567890', '12345678901234567890', '12345678901234567890'],
	['12345678901234567890', '12345678901234567891', undefined],
	['033.90', 33.9, '033.90'],
	['0', 0, '0'],
	['2018-12-25 at 10:17:30', 30, undefined],
	['2018-12-25 at 10:17:30', 2018, undefined],
	['5 2018-12-25 6', 6, '6'],
	['5 2018-12-25 6', 5, '5'],
	['25.12.2018 7.50 01.02.2019 8', 7.5, '7.50'],
	['25.12.2018 7.50 01.02.2019 8', 8, '8'],
	['12 05 18', 5, '05'],
])('of %j %j is %j', (text, value, expected) => {
	expect(found(value, text)).toBe(expected);
});

test.each<[text: string, value: string | number, standsThereAs: string | undefined]>([
	['card 4111 1111', '41111111', '4111 1111'],
	['card 411 111', 'card 411111', undefined],
	['card 41111111', '4111.1111', undefined],
	['*** ', '***', '***'],
	['a — b', '—', '—'],
	['no sign', '—', undefined],
	['— first', ' — ', '—'],
])('of %j, a code or a sign, %j is %j', (text, value, expected) => {
	expect(found(value, text)).toBe(expected);
});

test('what is looked for once can be looked for again', () => {
	const index = new TextIndex(TEXT);
	const values = [
		1299,
		'2026-12-31',
		-5.5,
		'25/12/2018',
		'RM 9',
		'03 8079-0255',
		'Office in Tokio 東京',
	];
	const places = () => values.map((value) => index.find(value));

	const first = places();
	expect(first).toEqual(values.map((value) => new TextIndex(TEXT).find(value)));
	expect(first).not.toContain(undefined);
	expect(places()).toEqual(first);
});

test('a text without decimals holds a whole amount', () => {
	expect(new TextIndex('Total $7').find('7.00')).toEqual({ from: 7, to: 8 });
});

const SCANNED = `KWANSAN HARDWARE TRAD1NG SDN BHD
NO 31G, JALAN SEPADU C 25/C.
TEL: 03-51221701
SECTION 25, TAMAN IDUSTRIES
4O400 SHAH ALAM`;

test.each([
	['misread letters', 'KAWSAN HARDWARE TRADING SDN BHD', true],
	['a letter lost', 'SECTION 25, TAMAN INDUSTRIES', true],
	['a line between', 'NO 31G, JALAN SEPADU C 25/C, SECTION 25, TAMAN IDUSTRIES', true],
	['a digit read as a letter', 'TAMAN IDUSTRIES 40400 SHAH ALAM', true],
	['another digit', 'NO 33G, JALAN SEPADU C 25/C, SECTION 25, TAMAN IDUSTRIES', false],
	['another letter as a word', 'NO 31G, JALAN SEPADU D 25/C, SECTION 25, TAMAN IDUSTRIES', false],
	['another word', 'KWANSAN SOFTWARE TRADING SDN BHD', false],
	['a word too many', 'KWANSAN HARDWARE (M) TRADING SDN BHD', false],
	['a short name misread', 'SHAN', false],
])('as a scanner read it: %s', (_, value, isFound) => {
	expect(new TextIndex(SCANNED).find(value) !== undefined).toBe(isFound);
});

test.each(['0o', '0q', '0d', '1i', '1l', '1j', '2z', '5s', '6g', '8b', '0z', '3e'])(
	'of %s, a scanner takes one for the other where they look alike',
	([digit, letter]) => {
		const isAlike = !['0z', '3e'].includes(digit + letter);
		const written = (code: string) => `Taman Industries ${code}7 Shah Alam`;
		expect(found(written(digit), written(letter)) !== undefined).toBe(isAlike);
		expect(found(written(letter), written(digit)) !== undefined).toBe(isAlike);
	},
);

test.each([
	[200, true],
	[201, false],
])('of %d letters one may be misread: %j', (length, isFound) => {
	const text = 'lamps'.repeat(41).slice(0, length);
	expect(found(text.replace(/^(.{90})./, '$1x'), text) !== undefined).toBe(isFound);
});

test.each(['31/04/18', '30/02/18', '29/02/19', '00/12/18', '31 Apr 18', '32-01-18'])(
	'%s is no date of another year',
	(written) => {
		const [year, , day] = written.split(/\D+/).map((part) => part.padStart(2, '0'));
		const month = /Apr/.test(written) ? '04' : written.slice(3, 5);
		const other = `20${year}-${month}-${day || '18'}`;
		expect(new TextIndex(`Date ${written}`).find(other)).toBeUndefined();
	},
);

test.each([
	['03/04/2018', '2018-04-03', '2018-03-04'],
	['03-04-18', '2018-04-03', '2018-03-04'],
	['25 Dec 18', '2018-12-25', '2025-12-18'],
	['26.12.2018 12:30', '2018-12-26T12:30:00', '2018-12-25T12:30:00'],
	['26.12.2018 12:30', '2018-12-26 12:30', '2018-12-27 12:30'],
])('with Day First %s is %s and not %s', (written, is, isNot) => {
	const dates = new TextIndex(`Date ${written}`, 'dayFirst');
	expect(dates.find(is)).toBeDefined();
	expect(dates.find(isNot)).toBeUndefined();
});

test('without an order a month in words leaves no doubt', () => {
	expect(new TextIndex('25 Dec 18').find('2025-12-18')).toBeUndefined();
});

test('the work for misread values has a bound', () => {
	const text = 'lamps of glass '.repeat(2_000);
	const work = { left: MOST_WORK };
	const index = new TextIndex(text, undefined, work);
	expect(index.find(`${text.slice(0, 3_000)} x`)).toBeUndefined();
	expect(work.left).toBe(MOST_WORK);

	const misread = `${text.slice(0, 59)}x`;
	expect(index.find(misread)).toBeDefined();
	expect(work.left).toBeLessThan(MOST_WORK);
	work.left = 1_000;
	expect(index.find(`oil ${misread} oil`)).toBeUndefined();
	expect(work.left).toBeLessThanOrEqual(0);
	expect(work.left).toBeGreaterThan(-1_000);
});

test.each([
	['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'DE89370400440532013001'],
	['Call 5551234567 now', '555 123 4567', '555 123 4568'],
	['Call 555 123 4567 now', '5551234567', '55512345'],
	['Card 4111-1111-1111-1111', '4111111111111111', '411111111111111'],
	['Card 4111111111111111', '4111 1111 1111 1111', '1111 1111 1111 1111'],
])('the digits of a code in %s, however grouped', (text, is, isNot) => {
	expect(new TextIndex(text).find(is)).toBeDefined();
	expect(new TextIndex(text).find(isNot)).toBeUndefined();
});

test.each([-10, -12])('a range 10-12 holds no %s', (number) => {
	expect(new TextIndex('pages 10-12').find(number)).toBeUndefined();
});
