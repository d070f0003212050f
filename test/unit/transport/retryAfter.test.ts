import { retryAfterMilliseconds } from '../../../nodes/DataPlatform/transport/retryAfter.ts';

const NOON = 'Sun, 22 Nov 2026 12:00:00 GMT';
const LATER = 'Sun, 22 Nov 2026 12:00:07 GMT';

afterEach(() => jest.restoreAllMocks());

test.each([
	['7', 7000],
	[7, 7000],
	[' 7 ', 7000],
	['0', 0],
	['999999999', 999_999_999_000],
	['1000000000', undefined],
	['-1', undefined],
	['1.5', undefined],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
	['2026-11-22T12:00:07Z', undefined],
	[LATER.replace('GMT', 'CET'), undefined],
])('Retry-After %p is %p milliseconds', (value, milliseconds) => {
	expect(retryAfterMilliseconds({ 'retry-after': value })).toBe(milliseconds);
});

test.each([
	[LATER, NOON, 7000],
	[` ${LATER} `, ` ${NOON} `, 7000],
	[NOON, LATER, 0],
])(
	'the date %p of an answer of %p is %i milliseconds, whatever the time is here',
	(value, date, milliseconds) => {
		expect(retryAfterMilliseconds({ 'retry-after': value, date })).toBe(milliseconds);
	},
);

test.each([undefined, '', 'today', '2026-11-22'])(
	'a date of an answer that does not rightly tell its own (%p) is compared with the time here',
	(date) => {
		jest.spyOn(Date, 'now').mockReturnValueOnce(Date.parse(NOON));

		expect(retryAfterMilliseconds({ 'retry-after': LATER, date })).toBe(7000);
	},
);
