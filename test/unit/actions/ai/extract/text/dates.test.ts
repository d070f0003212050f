import fc from 'fast-check';
import { parseDate } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/dates.ts';

type DateOrder = Parameters<typeof parseDate>[1];

const NO = 'notConverted';
const TWO = 'ambiguous';
const WRONG_WEEKDAY = 'Its weekday is wrong';

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
	['2026/5/3', '2026-05-03', '2026-05-03', '2026-05-03', '2026-05-03'],
	['03.05.26', TWO, '2026-05-03', '2026-03-05', '2003-05-26'],
	['31/04/18', NO, NO, NO, '2031-04-18'],
	['1/1/00', '2000-01-01', '2000-01-01', '2000-01-01', NO],
	['31.12.50', '1950-12-31', '1950-12-31', NO, NO],
	['29.02.2025', NO, NO, NO, NO],
])('%s in each order', (text, ...days) => {
	const orders: DateOrder[] = ['notSpecified', 'dayFirst', 'monthFirst', 'yearFirst'];
	expect(orders.map((order) => parse(text, order))).toEqual(days);
});

// More dates are converted in test/integration/extract/values.jsonl.
test.each<[string, unknown]>([
	['20260503', '2026-05-03'],
	['2026 May 2nd', '2026-05-02'],
	['2026年5月3日', '2026-05-03'],
	['03MAY2026', '2026-05-03'],
	['2018-12-25T12:30', '2018-12-25T12:30'],
	['2018-12-25T12:30:00-05', '2018-12-25T12:30:00-05'],
	['2018-12-25 12:30:00+00', '2018-12-25'],
	['2018-12-25T12:30:00,5Z', '2018-12-25T12:30:00,5Z'],
	['15. srpnja 2025', '2025-07-15'],
	['5 août 24', '2024-08-05'],
	['Sunday, 3 May 2026', '2026-05-03'],
	['di 3 May 2026', WRONG_WEEKDAY],
	['03.05.2026 (So)', '2026-05-03'],
	['Mon 3 May 2026', WRONG_WEEKDAY],
	[`03.05.2026${' '.repeat(60)}`, NO],
])('%s is %s', (text, day) => expect(parse(text)).toBe(day));

const NO_DATES =
	'2026-02-30T10:00|3 lip 2026|2 SET 10|Sunday 3 May 2026 Monday|031/05/2026|' +
	'3 May 2026 24:30|ma 10.06.2025|3.-10. Mai 2026|1447/05/03|Sept 26-27|Dec 24-26|' +
	'June 1 - 30|May 20–26|1 May - 15|24 Dec/26|Oct 3, 25|Jan 10, 12|agosto 5-12|May 30/31|' +
	'3 mai/10|4 July, 10|April 3\n12|10-12 May|Mar 10-Mar 12|May 3-15 2026|May 5/6|' +
	'May 10 to 12|3 May, 14 Uhr|2 MAR 10|June 9 - 23, 2026|26-27 Sept 2026|' +
	'26.–27. September 2026|26.-27.09.2026|01.05.2026 - 15.05.2026|31. Mai 2026 um|' +
	'28 Dec - 3 Jan 2027|Dec 24, 2025 - Jan 3';

test.each(NO_DATES.split('|'))('%j is no date, or several', (text) => expect(parse(text)).toBe(NO));

// A number after a day and a month is a year only if nothing else is possible.
test.each<[string, string]>([
	['31-May-26', '2026-05-31'],
	['31 May 26', '2026-05-31'],
	["May 5 '12", '2012-05-05'],
	['31 May 26 14:30', '2026-05-31'],
	['31. Mai 26', '2026-05-31'],
	['31/May/26', '2026-05-31'],
	['31.May.26', '2026-05-31'],
	['tors 14 maj 2026', '2026-05-14'],
	['tirs. 12. maj 2026', '2026-05-12'],
	['15 mar 2024', '2024-03-15'],
	['3 June 12 people', TWO],
	['May-31-26', '2026-05-31'],
	["31 May '26", '2026-05-31'],
	['5 juil. 24', '2024-07-05'],
	['3 de mayo de 2026', '2026-05-03'],
	['March 15th 2020', '2020-03-15'],
	['2026 May 31', '2026-05-31'],
	['May 31, 2026, 5 pm', '2026-05-31'],
	['31 May 2026 14 Uhr', '2026-05-31'],
	['2026-05-31 10:00 CEST', '2026-05-31'],
])('%j is %s', (text, day) => expect(parse(text)).toBe(day));

const DAY = fc
	.date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));

test('two days are never one, however they are joined and written', () => {
	const join = fc.constantFrom(...' - |-| – | bis | to |\n| |, |/| + | (| or '.split('|'));
	const form = fc.constantFrom<(day: string) => string>(
		(date) => date,
		(date) => date.split('-').reverse().join('.'),
		(date) => date.slice(2).split('-').reverse().join('.'),
		(date) => date.slice(5).split('-').reverse().join('.'),
		(date) => date.split('-').reverse().map(Number).join('/'),
	);
	const order = fc.constantFrom<DateOrder>('notSpecified', 'dayFirst', 'monthFirst', 'yearFirst');
	fc.assert(
		fc.property(DAY, DAY, join, form, form, order, (one, other, between, first, second, by) => {
			expect(parse([first(one), second(other)].join(between), by)).toBe(NO);
		}),
	);
});

/** Names that also mean another month in Polish or Croatian. */
const UNCERTAIN = /lipca|lipnja|listopad/;

/** With and without a weekday. */
test.each('en-US en-GB de de-AT fr es it nl pt pl hr da nb sv'.split(' '))(
	'long dates in %s',
	(locale) => {
		for (const dateStyle of ['long', 'full'] as const) {
			const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 14)));
			const written = days.map((day) => [
				day.toLocaleDateString(locale, { dateStyle, timeZone: 'UTC' }),
				day.toISOString().slice(0, 10),
			]);
			const certain = written.filter(([text]) => !UNCERTAIN.test(text));
			expect(certain.length).toBeGreaterThan(9);
			expect(certain.map(([text]) => [text, parse(text)])).toEqual(certain);
		}
	},
);
