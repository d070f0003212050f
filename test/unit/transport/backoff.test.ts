import { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { getRetryAfterMilliseconds } from '../../../nodes/DataPlatform/transport/response.ts';
import { computeWait } from '../../../nodes/DataPlatform/transport/backoff.ts';

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
	['Sun, 99 Nov 2026 12:00:07 GMT', undefined],
	['Sun, 22 Foo 2026 12:00:07 GMT', undefined],
])('Retry-After %p is %p milliseconds', (value, milliseconds) => {
	expect(getRetryAfterMilliseconds({ 'retry-after': value })).toBe(milliseconds);
});

test.each([
	[LATER, NOON, 7000],
	[` ${LATER} `, ` ${NOON} `, 7000],
	[NOON, LATER, 0],
])(
	'the date %p in a response from %p is %i milliseconds, whatever the local time',
	(value, date, milliseconds) => {
		expect(getRetryAfterMilliseconds({ 'retry-after': value, date })).toBe(milliseconds);
	},
);

test.each([undefined, '', 'today', '2026-11-22', 'Sun, 99 Nov 2026 12:00:00 GMT'])(
	'a date in a response with an invalid date header (%p) is compared with the local time',
	(date) => {
		jest.spyOn(Date, 'now').mockReturnValueOnce(Date.parse(NOON));

		expect(getRetryAfterMilliseconds({ 'retry-after': LATER, date })).toBe(7000);
	},
);

const responseError = (httpCode: number, retryAfter?: number) =>
	new ApiError('Failed', 'Wait.', { httpCode, retryAfter });

/** The longest random wait. */
function longestWait(failure: ApiError, attempts: number, throttledFor = 0): number {
	const random = jest.spyOn(Math, 'random').mockReturnValue(1);
	try {
		return computeWait(failure, attempts, throttledFor);
	} finally {
		random.mockRestore();
	}
}

test.each([
	[429, 1, 200],
	[429, 3, 800],
	[500, 1, 1000],
	[503, 3, 4000],
	[429, 20, 30_000],
])('after %d, try %d: up to %d milliseconds', (status, attempts, expected) => {
	expect(longestWait(responseError(status), attempts)).toBe(expected);
});

test('waits get longer with continuous throttling, for all requests', () => {
	expect(longestWait(responseError(429), 1, 8000)).toBe(8000);
	expect(longestWait(responseError(429), 1, 600_000)).toBe(30_000);
});

test('the wait that the platform requests is used', () => {
	expect(longestWait(responseError(429, 5000), 3, 8000)).toBe(5000);
});
