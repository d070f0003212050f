import { convertFields } from '../../nodes/DataPlatform/operations/aiExtract/convert.ts';
import type { DateOrder } from '../../nodes/DataPlatform/operations/aiExtract/dates.ts';
import { AMBIGUOUS, PROBLEMS, STAYS, testTable } from './convertTable.ts';

testTable('date', [
	['2026-05-03', '2026-05-03'],
	['2026-05-03T10:00:00Z', '2026-05-03T10:00:00Z'],
	['2026-05-03T10:00:00.5+02:00', '2026-05-03T10:00:00.5+02:00'],
	['2026-05-03T10:00', '2026-05-03T10:00'],
	[1_731_000_000, '2024-11-07T17:20:00.000Z'],
	[1_731_000_000_250, '2024-11-07T17:20:00.250Z'],
	[20_260_503, STAYS],
	['2026/5/3', '2026-05-03'],
	['2026.05.03', '2026-05-03'],
	['2026年5月3日', '2026-05-03'],
	['3.5.2026', '2026-05-03'],
	['03.05.2026', '2026-05-03'],
	['31/05/2026', '2026-05-31'],
	['05/31/2026', '2026-05-31'],
	['05/05/2026', '2026-05-05'],
	['3 May 2026', '2026-05-03'],
	['3rd May 2026', '2026-05-03'],
	['3. Mai 2026', '2026-05-03'],
	['May 3, 2026', '2026-05-03'],
	['Sept. 1st 2026', '2026-09-01'],
	['1. März 2026', '2026-03-01'],
	[' 12 DEZ 2026 ', '2026-12-12'],
	['29.02.2028', '2028-02-29'],
	['20260503', '2026-05-03'],
	['05-Mar-2018', '2018-03-05'],
	['05 MAR 18', '2018-03-05'],
	["25 DEC'16", '2016-12-25'],
	['Mon, 5 Mar 2018', '2018-03-05'],
	['(31/12/2016)', '2016-12-31'],
	['31/12/99', '1999-12-31'],
	['05-05-05', '2005-05-05'],
	['25 décembre 2018', '2018-12-25'],
	['13 02 2018', '2018-02-13'],
	['25 de diciembre de 2018', '2018-12-25'],
	['martes, 25 de dic. de 2018', '2018-12-25'],
	['3rd of March, 2018', '2018-03-03'],
	['1er mars 2018', '2018-03-01'],
	['Mar-05-2018', '2018-03-05'],
	['Mar 5 18', '2018-03-05'],
	['Dec. 25. 2018', '2018-12-25'],
	['5 września 2018', '2018-09-05'],
	['31 Mac 2018', '2018-03-31'],
	['17. maj 2018', '2018-05-17'],
	['2018년 3월 31일', '2018-03-31'],
	['31/03/2018 (SAT)', '2018-03-31'],
	['Date: 31/3/2018', '2018-03-31'],
	// A field that asks for a day gets the day; ISO 8601 stays whole.
	['25/12/2018 14:30', '2018-12-25'],
	['Mon 25/12/2017, 2:30:05 PM', '2017-12-25'],
	['25.12.2018 - 14:30 Uhr', '2018-12-25'],
	['2018-12-25 14:30:00', '2018-12-25'],
	['25.12.2018 14.30', '2018-12-25'],
	['25/12/2018 14:30:05 +08:00', '2018-12-25'],
	['2018年12月25日(火) 14:30', '2018-12-25'],
	['25/12/2018 25:30', STAYS],
	['25/12/2018 14:30 Table 4', STAYS],
	['3-4-2018 10:11', AMBIGUOUS],
	// A price, not a year.
	['1 set 12.90', STAYS],
	['Set 12.90', STAYS],
	// Another calendar.
	['31/03/2561', STAYS],
	['2561-03-31', STAYS],
	// Day and month could change places.
	['03/04/2026', AMBIGUOUS],
	['26-12-18', AMBIGUOUS],
	['26.12.18', AMBIGUOUS],
	['(06/12/2016)', AMBIGUOUS],
	['31/04/18', STAYS],
	['30/02/18', STAYS],
	['29/02/19', STAYS],
	['00/12/18', STAYS],
	['32-01-18', STAYS],
	['31 Apr 18', STAYS],
	['30 Feb 18', STAYS],
	['2 May 2', STAYS],
	['29.02.2026', STAYS],
	['2026-13-01', STAYS],
	['2026-02-30', STAYS],
	['2026-05-03T25:00', STAYS],
	['2026-05-03Tomorrow', STAYS],
	['3.5.26', AMBIGUOUS],
	['May 2026', STAYS],
	['3 May 4, 2026', STAYS],
	['3 Foo 2026', STAYS],
	['20261332', STAYS],
	['1-1-1', STAYS],
	['tomorrow', STAYS],
	['', STAYS],
	[20260503, STAYS],
]);

const A = AMBIGUOUS;

test.each<[written: string, dayFirst: unknown, monthFirst: unknown, yearFirst: unknown]>([
	['03/04/2018', '2018-04-03', '2018-03-04', A],
	['9/4/2018', '2018-04-09', '2018-09-04', A],
	['03.04.2018', '2018-04-03', '2018-03-04', '2018-04-03'],
	['12/28/2017', '2017-12-28', '2017-12-28', '2017-12-28'],
	['26-12-18', '2018-12-26', A, '2026-12-18'],
	['26/12/18', '2018-12-26', A, '2026-12-18'],
	['01 02 03', '2003-02-01', '2003-01-02', '2001-02-03'],
	['05 Mar 18', '2018-03-05', '2018-03-05', '2018-03-05'],
	['31/12/99', '1999-12-31', STAYS, STAYS],
	['99/12/31', STAYS, STAYS, '1999-12-31'],
	['20180326', '2018-03-26', '2018-03-26', '2018-03-26'],
	['03/04/18 10:11', '2018-04-03', '2018-03-04', '2003-04-18'],
	['2018-03-26', '2018-03-26', '2018-03-26', '2018-03-26'],
	['1/2/49', '2049-02-01', '2049-01-02', A],
	['1/2/50', '1950-02-01', '1950-01-02', A],
	['31/02/2018', STAYS, STAYS, STAYS],
	// A mistaken day is no year.
	['31/04/18', STAYS, STAYS, '2031-04-18'],
	['30/02/18', STAYS, STAYS, '2030-02-18'],
	['29/02/19', STAYS, STAYS, '2029-02-19'],
	['00/12/18', STAYS, STAYS, '2000-12-18'],
	['32-01-18', STAYS, STAYS, '2032-01-18'],
	['31 Apr 18', STAYS, STAYS, STAYS],
])('date in an order: %s', (value, dayFirst, monthFirst, yearFirst) => {
	const shapes = new Map([['field', { type: 'date' }]]);
	const orders = { dayFirst, monthFirst, yearFirst };
	for (const [dateOrder, expected] of Object.entries(orders) as Array<[DateOrder, unknown]>) {
		const conversion = { convertTypes: true, dateOrder };
		const { fields, left } = convertFields({ field: value }, shapes, conversion);
		const problem = PROBLEMS.get(expected);
		expect(fields).toEqual({ field: problem ? value : expected });
		expect(left).toEqual(problem ? [{ path: ['field'], problem, value }] : []);
	}
});
