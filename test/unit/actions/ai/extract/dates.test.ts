import fc from 'fast-check';
import { parseDate } from '../../../../../nodes/DataPlatform/actions/ai/extract/dates.ts';
import {
	WRONG_WEEKDAY,
	type DateOrder,
} from '../../../../../nodes/DataPlatform/actions/ai/extract/issues.ts';

const NO = 'notConverted';
const TWO = 'ambiguous';

function parse(text: string, order: DateOrder = 'notSpecified') {
	const parsed = parseDate(text, order);
	return 'value' in parsed ? parsed.value : (parsed.reason ?? parsed.issue);
}

test.each<[string, unknown, unknown, unknown, unknown]>([
	// not specified, day first, month first, year first
	['03/04/2026', TWO, '2026-04-03', '2026-03-04', NO],
	['03.04.2026', '2026-04-03', '2026-04-03', '2026-03-04', NO],
	['3 - 4 - 2026', TWO, '2026-04-03', '2026-03-04', NO],
	['25/12/2018', '2018-12-25', '2018-12-25', NO, NO],
	['4.13.2026', '2026-04-13', NO, '2026-04-13', NO],
	['2026/5/3', '2026-05-03', '2026-05-03', '2026-05-03', '2026-05-03'],
	['03.05.26', TWO, '2026-05-03', '2026-03-05', '2003-05-26'],
	['26/04/30', TWO, '2030-04-26', NO, '2026-04-30'],
	['31/04/18', NO, NO, NO, '2031-04-18'],
	['1/1/00', '2000-01-01', '2000-01-01', '2000-01-01', NO],
	['31.12.50', '1950-12-31', '1950-12-31', NO, NO],
	['2026-31-12', NO, NO, NO, NO],
	['29.02.2025', NO, NO, NO, NO],
])('%s in each order', (text, ...days) => {
	const orders: DateOrder[] = ['notSpecified', 'dayFirst', 'monthFirst', 'yearFirst'];
	expect(orders.map((order) => parse(text, order))).toEqual(days);
});

const ROWS: Record<string, Array<[text: string, value: unknown]>> = {
	forms: [
		['2026-05-03', '2026-05-03'],
		['20260503', '2026-05-03'],
		['2026. 5. 3.', '2026-05-03'],
		['2026年5月3日', '2026-05-03'],
		['03MAY2026', '2026-05-03'],
		['May 3rd, 2026', '2026-05-03'],
		["25 Dec '18", '2018-12-25'],
		['2026 May 3', '2026-05-03'],
		['1º de maio de 2026', '2026-05-01'],
	],
	times: [
		['2018-12-25T12:30', '2018-12-25T12:30'],
		[' 2018-12-25T12:30:00+0200 ', '2018-12-25T12:30:00+0200'],
		['2018-12-25T12:30:00,5Z', '2018-12-25T12:30:00,5Z'],
		['2018-12-25 12:30 UTC', '2018-12-25'],
		['25/12/2018 2:30 PM', '2018-12-25'],
		['25.12.2018, 14 Uhr', '2018-12-25'],
		['20260503T103000Z', '2026-05-03'],
		['2026-05-31T25:61', NO],
		['2026-02-30T10:00', NO],
	],
	'names that mean different months': [
		['15. listopada 2025.', NO],
		['3 lis 2026', NO],
		['3 lip 2026', NO],
		['15 rujna 2025', '2025-09-15'],
		['15. srpnja 2025', '2025-07-15'],
		['15. srpna 2025', '2025-08-15'],
	],
	'a weekday only confirms': [
		['Sunday, 3 May 2026', '2026-05-03'],
		['03.05.2026 (So)', '2026-05-03'],
		['mar 5 mai 2026', '2026-05-05'],
		['Mon 3 May 2026', WRONG_WEEKDAY],
		['Fri 03/04/2026', TWO],
		['ma 10/06/2025', TWO],
		['ma 10.06.2025', NO],
		['di 10.06.2025', NO],
	],
	'other words and numbers': [
		['until 03.05.2026', NO],
		['not 3 May 2026', NO],
		['3 May 2026?', NO],
		['May 3-10, 2026', NO],
		['3.-10. Mai 2026', NO],
		['May 2026', NO],
		['2026-05', NO],
		['12:30', NO],
		['10.0.0.1', NO],
		['555-12-2026', NO],
		['1714694400', NO],
		['20261305', NO],
		['', NO],
		[`03.05.2026${' '.repeat(60)}`, NO],
	],
	'years of other calendars': [
		['1447/05/03', NO],
		['31/03/2561', NO],
		['01.01.1600', NO],
	],
};

describe.each(Object.entries(ROWS))('%s', (_, rows) => {
	test.each(rows)('%s', (text, day) => expect(parse(text)).toBe(day));
});

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
			expect(parse(`${day}.${month}.${year}`)).toBe(dayOf(date));
			expect(parse(`${day}/${month}/${year}`, 'dayFirst')).toBe(dayOf(date));
			expect(parse(`${month}-${day}-${year.slice(2)}`, 'monthFirst')).toBe(dayOf(date));
			expect(parse(`${year.slice(2)}.${month}.${day}`, 'yearFirst')).toBe(dayOf(date));
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
	const order = fc.constantFrom<DateOrder>('notSpecified', 'dayFirst', 'monthFirst', 'yearFirst');
	fc.assert(
		fc.property(DAY, DAY, join, form, form, order, (one, other, between, first, second, by) => {
			const text = [first(dayOf(one).split('-')), second(dayOf(other).split('-'))].join(between);
			expect(parse(text, by)).toBe(NO);
		}),
	);
});

/** Names that also mean another month in Polish, Croatian or Czech. */
const UNCERTAIN = /lipca|lipnja|listopad/;

/** With and without a weekday. */
test.each('en-US en-GB de de-AT fr es it nl pt pl hr cs da nb sv'.split(' '))(
	'long dates in %s',
	(locale) => {
		const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 14)));
		for (const dateStyle of ['long', 'full'] as const) {
			const texts = days.map((day) =>
				day.toLocaleDateString(locale, { dateStyle, timeZone: 'UTC' }),
			);
			const certain = texts.filter((text) => !UNCERTAIN.test(text));
			expect(certain.length).toBeGreaterThan(9);
			expect(certain.map((text) => [text, parse(text)])).toEqual(
				certain.map((text) => [text, dayOf(days[texts.indexOf(text)])]),
			);
		}
	},
);
