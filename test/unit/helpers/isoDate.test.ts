import fc from 'fast-check';
import { formatIsoDate } from '../../../nodes/DataPlatform/helpers/isoDate.ts';

const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2100 = Date.UTC(2100, 0, 1);

test.each([
	['fractions of seconds', 1_731_000_000.25, '2024-11-07T17:20:00.250Z'],
	['fractions of milliseconds', 1_731_000_000_250.75, '2024-11-07T17:20:00.250Z'],
	['the first time in milliseconds', YEAR_2000, '2000-01-01T00:00:00.000Z'],
	['the last time in milliseconds', YEAR_2100 - 1, '2099-12-31T23:59:59.999Z'],
	['the first time in seconds', YEAR_2000 / 1000, '2000-01-01T00:00:00.000Z'],
	['the last time in seconds', YEAR_2100 / 1000 - 1, '2099-12-31T23:59:59.000Z'],
])('%s', (_, value, date) => {
	expect(formatIsoDate(value)).toBe(date);
});

test('a time is the same in seconds and in milliseconds', () => {
	const times = fc.date({
		min: new Date(YEAR_2000),
		max: new Date(YEAR_2100 - 1),
		noInvalidDate: true,
	});
	fc.assert(
		fc.property(times, (time) => {
			expect(formatIsoDate(time.getTime())).toBe(time.toISOString());
			expect(formatIsoDate(Math.floor(time.getTime() / 1000))).toBe(
				`${time.toISOString().slice(0, -5)}.000Z`,
			);
		}),
	);
});

test.each([
	...[0, 1, -1, YEAR_2000 - 1, YEAR_2100, YEAR_2000 / 1000 - 1, YEAR_2100 / 1000],
	...[-YEAR_2000, 1_731_000_000_000_000, 20_240_315, NaN, Infinity, -Infinity],
	...['a text', '1731000000', null, undefined, true, { at: 0 }],
])('%p fits no unit and stays unchanged', (value) => {
	expect(formatIsoDate(value)).toBe(value);
});
