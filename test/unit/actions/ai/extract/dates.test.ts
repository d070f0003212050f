import fc from 'fast-check';
import { parseDate } from '../../../../../nodes/DataPlatform/actions/ai/extract/dates.ts';
import type { DateOrder } from '../../../../../nodes/DataPlatform/actions/ai/extract/issues.ts';

const AMBIGUOUS = 'ambiguous';
const NONE = 'notConverted';

function parse(text: string, order: DateOrder = 'certain') {
	const parsed = parseDate(text, order);
	return 'value' in parsed ? parsed.value : parsed.issue;
}

/** Texts separated by `|`. */
const list = (texts: string) => texts.split('|');

test.each<[string, unknown, unknown, unknown, unknown]>([
	// certain, day first, month first, year first
	['03/04/2026', AMBIGUOUS, '2026-04-03', '2026-03-04', NONE],
	['03.04.2026', '2026-04-03', '2026-04-03', '2026-03-04', NONE],
	['3 - 4 - 2026', AMBIGUOUS, '2026-04-03', '2026-03-04', NONE],
	['12 05 2026', AMBIGUOUS, '2026-05-12', '2026-12-05', NONE],
	['25/12/2018', '2018-12-25', '2018-12-25', NONE, NONE],
	['4.13.2026', '2026-04-13', NONE, '2026-04-13', NONE],
	['2026/5/3', '2026-05-03', '2026-05-03', '2026-05-03', '2026-05-03'],
	['03.05.26', AMBIGUOUS, '2026-05-03', '2026-03-05', '2003-05-26'],
	['26/04/30', AMBIGUOUS, '2030-04-26', NONE, '2026-04-30'],
	['31/04/18', NONE, NONE, NONE, '2031-04-18'],
	['3.5.26', AMBIGUOUS, '2026-05-03', '2026-03-05', NONE],
	['1/1/00', '2000-01-01', '2000-01-01', '2000-01-01', NONE],
	['31.12.50', '1950-12-31', '1950-12-31', NONE, NONE],
	['31/02/2026', NONE, NONE, NONE, NONE],
	['29.02.2025', NONE, NONE, NONE, NONE],
	['13/13/2026', NONE, NONE, NONE, NONE],
	['2026-31-12', NONE, NONE, NONE, NONE],
	['1.2.3', NONE, NONE, NONE, NONE],
	['Fri 03/04/2026', '2026-04-03', '2026-04-03', NONE, NONE],
	['Mon 03/04/2026', AMBIGUOUS, AMBIGUOUS, AMBIGUOUS, AMBIGUOUS],
])('%s in each order', (text, ...days) => {
	const orders: DateOrder[] = ['certain', 'dayFirst', 'monthFirst', 'yearFirst'];
	expect(orders.map((order) => parse(text, order))).toEqual(days);
});

const ROWS: Record<string, Array<[text: string, value: unknown]>> = {
	forms: [
		['20260503', '2026-05-03'],
		['2026. 5. 3.', '2026-05-03'],
		['2026年5月3日(日)', '2026-05-03'],
		['25.XII.2018', '2018-12-25'],
		['25-XII-2018', '2018-12-25'],
		['03MAY2026', '2026-05-03'],
		["25 Dec '18", '2018-12-25'],
		['03–05–2026', AMBIGUOUS],
		['29/02/2024', '2024-02-29'],
	],
	'exchange rates after a month': [
		['Dec 1.1950', NONE],
		['Dec 12.1850', NONE],
		['Dec 12.1950', '1950-12-12'],
	],
	'spellings of weekdays': [
		['П’ятниця, 1 травня 2026', '2026-05-01'],
		["Jum'at, 1 Mei 2026", '2026-05-01'],
		['الإثنين، 4 مايو 2026', '2026-05-04'],
	],
	'what may be around a date': [
		['(03.05.2026)', '2026-05-03'],
		['Sunday, 3 May 2026', '2026-05-03'],
		['03.05.2026 (So)', '2026-05-03'],
		['Sunday 03/05/2026', '2026-05-03'],
		['Mon 3 May 2026', AMBIGUOUS],
		['2018-12-25 12:30 UTC', '2018-12-25'],
		['20260503T103000Z', '2026-05-03'],
		[' 2018-12-25T12:30:00+0200 ', '2018-12-25T12:30:00+0200'],
		['2018-12-25T12:30', '2018-12-25T12:30'],
	],
};

describe.each(Object.entries(ROWS))('%s', (_, rows) => {
	test.each(rows)('%s', (text, day) => expect(parse(text)).toBe(day));
});

test.each([
	...'3. März 2026|3 mars 2026|3 de marzo de 2026|3 marzo 2026|3 maart 2026|3 de março de 2026'.split(
		'|',
	),
	...'3 marca 2026|3. marts 2026|3. mars 2026|3 Mac 2026|3 Maret 2026|3. března 2026'.split('|'),
	...'3 Mart 2026|3 марта 2026|3. Mrz 2026|3 Mar. 2026'.split('|'),
])('month names: %s', (text) => {
	expect(parse(text)).toBe('2026-03-03');
});

test.each([
	...list(
		'2025-W53-1|2026-05|May 2026|3 May|260503|45415|1714694400|20261305|10.0.0.1|555-12-2026|03/05-2026|12:30|-|2026-05-31T25:61|2026-02-30T10:00|3 May 2026?',
	),
	...list('until 03.05.2026|not 3 May 2026|3 May 2026 + 14 days'),
	'',
	`${'x'.repeat(60)}: 03.05.2026`,
])('%j is no date', (text) => {
	expect(parse(text)).toBe(NONE);
});

test.each(['1447/05/03', '01/01/0001', '31/03/2561', '1404-02-13', '01.01.1600', '01.01.2200'])(
	'a year of another calendar, or none: %s',
	(text) => {
		expect(parse(text)).toBe(NONE);
		expect(parse(text, 'dayFirst')).toBe(NONE);
	},
);

const DAY = fc.date({
	min: new Date('1950-01-01'),
	max: new Date('2049-12-31'),
	noInvalidDate: true,
});
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

test('every day comes back from each of its forms', () => {
	fc.assert(
		fc.property(DAY, (date) => {
			const [year, month, day] = dayOf(date).split('-');
			const named = date.toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
			expect(parse(`${day}.${month}.${year}`)).toBe(dayOf(date));
			expect(parse(`${day}/${month}/${year}`, 'dayFirst')).toBe(dayOf(date));
			expect(parse(`${month}-${day}-${year.slice(2)}`, 'monthFirst')).toBe(dayOf(date));
			expect(parse(`${year.slice(2)}.${month}.${day}`, 'yearFirst')).toBe(dayOf(date));
			expect(parse(named)).toBe(dayOf(date));
		}),
	);
});

test('two days are never one, however they are joined and written', () => {
	const join = fc.constantFrom(...' - |-| – | bis | to |\n| |, |/| + | (| or '.split('|'));
	const form = fc.constantFrom<(day: string[]) => string>(
		([year, month, day]) => `${day}.${month}.${year}`,
		([year, month, day]) => `${day}.${month}.${year.slice(2)}`,
		([year, month, day]) => `${year}-${month}-${day}`,
		([, month, day]) => `${day}.${month}.`,
		([year, month, day]) => `${Number(day)}/${Number(month)}/${year}`,
	);
	const order = fc.constantFrom<DateOrder>('certain', 'dayFirst', 'monthFirst', 'yearFirst');
	fc.assert(
		fc.property(DAY, DAY, join, form, form, order, (one, other, between, first, second, by) => {
			const text = [first(dayOf(one).split('-')), second(dayOf(other).split('-'))].join(between);
			expect(parse(text, by)).toBe(NONE);
		}),
	);
});

test('any other word or number next to a date makes it none', () => {
	const foreign = fc.constantFrom(...'after before KW 12 ca. Uhr ? x 3 99. % BC'.split(' '));
	fc.assert(
		fc.property(DAY, foreign, fc.boolean(), (date, word, isBefore) => {
			const [year, month, day] = dayOf(date).split('-');
			const written = `${day}.${month}.${year}`;
			expect(parse(isBefore ? `${word} ${written}` : `${written} ${word}`)).toBe(NONE);
		}),
	);
});

const LANGUAGES =
	'en-US en-GB de de-AT fr es it nl pt pl cs sl hu ro el da nb sv fi ms id tr ru uk ar-u-nu-latn hi';

/** With and without a weekday. */
test.each(LANGUAGES.split(' '))('long dates in %s', (locale) => {
	const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 14)));
	for (const dateStyle of ['long', 'full'] as const) {
		const texts = days.map((day) => day.toLocaleDateString(locale, { dateStyle, timeZone: 'UTC' }));
		expect(texts.map((text) => [text, parse(text)])).toEqual(
			texts.map((text, at) => [text, dayOf(days[at])]),
		);
	}
});
