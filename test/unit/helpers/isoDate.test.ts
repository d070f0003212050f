import fc from 'fast-check';
import { formatIsoDate } from '../../../nodes/DataPlatform/helpers/isoDate.ts';

const YEAR_2000 = Date.UTC(2000, 0, 1);
const YEAR_2100 = Date.UTC(2100, 0, 1);

test.each([
	[1_731_000_000.25, '2024-11-07T17:20:00.250Z'],
	[1_731_000_000_250.75, '2024-11-07T17:20:00.250Z'],
	[YEAR_2000, '2000-01-01T00:00:00.000Z'],
	[YEAR_2000 / 1000, '2000-01-01T00:00:00.000Z'],
])('%d is the time %s', (value, date) => {
	expect(formatIsoDate(value)).toBe(date);
});

test('a time is the same in seconds and in milliseconds', () => {
	const times = fc.integer({ min: YEAR_2000 / 1000, max: YEAR_2100 / 1000 - 1 });
	fc.assert(
		fc.property(times, fc.nat(999), (seconds, rest) => {
			const time = seconds * 1000 + rest;
			expect(formatIsoDate(time)).toBe(new Date(time).toISOString());
			expect(formatIsoDate(seconds)).toBe(new Date(seconds * 1000).toISOString());
		}),
	);
});

// prettier-ignore
test.each([
	0, -1, NaN, Infinity, 20_240_315, 1_731_000_000_000_000, '1731000000', null, undefined, { at: 0 },
	YEAR_2000 - 1, YEAR_2000 / 1000 - 1, -YEAR_2000, YEAR_2100, YEAR_2100 / 1000,
])('%p fits no unit and stays unchanged', (value) => {
	expect(formatIsoDate(value)).toBe(value);
});
