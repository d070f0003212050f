import fc from 'fast-check';
import { isoDate } from '../../nodes/DataPlatform/isoDate.ts';

const LAST = 8.64e15;

test.each([
	['the epoch', 0],
	['the last millisecond of a day', 86_399_999],
	['before the epoch', -1],
	['a leap day', Date.UTC(2024, 1, 29, 23, 59, 59, 999)],
	['the first year of four digits', Date.UTC(1000, 0, 1)],
	['the last millisecond of three digits', Date.UTC(1000, 0, 1) - 1],
	['the last millisecond of four digits', Date.UTC(10_000, 0, 1) - 1],
	['the first year of five digits', Date.UTC(10_000, 0, 1)],
	['the last date there is', LAST],
	['the first date there is', -LAST],
	['a part of a millisecond', 1_700_000_000_000.75],
])('%s is written as Date writes it', (_, milliseconds) => {
	expect(isoDate(milliseconds)).toBe(new Date(milliseconds).toISOString());
});

test('every date is written as Date writes it', () => {
	fc.assert(
		fc.property(
			fc.oneof(
				fc.date({ noInvalidDate: true }).map(Number),
				fc.integer({ min: -1e13, max: 1e13 }),
				fc.double({ min: -LAST, max: LAST, noNaN: true }),
			),
			(milliseconds) => isoDate(milliseconds) === new Date(milliseconds).toISOString(),
		),
		{ numRuns: 2000 },
	);
});

test('more days than are kept are all written', () => {
	const days = Array.from({ length: 90_000 }, (_, day) => day * 86_400_000 + day);
	expect(days.map(isoDate)).toEqual(days.map((day) => new Date(day).toISOString()));
});

test.each([['a text'], [null], [undefined], [true], [NaN], [Infinity], [LAST + 1], [{ at: 0 }]])(
	'%j is no date and stays what it is',
	(value) => {
		expect(isoDate(value)).toBe(value);
	},
);
