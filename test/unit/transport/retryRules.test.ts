import { ApiError } from '../../../nodes/DataPlatform/transport/failures.ts';
import { waitBefore } from '../../../nodes/DataPlatform/transport/retryRules.ts';

const answered = (httpCode: number, retryAfter?: number) =>
	new ApiError('Refused', 'Wait.', { httpCode, retryAfter });

/** The longest of all waits by chance. */
function longestWait(failure: ApiError, attempts: number, closedFor = 0): number {
	const random = jest.spyOn(Math, 'random').mockReturnValue(1);
	try {
		return waitBefore(failure, attempts, closedFor);
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
	expect(longestWait(answered(status), attempts)).toBe(expected);
});

test('the longer everything is refused, the longer the waits, whichever request it is', () => {
	expect(longestWait(answered(429), 1, 8000)).toBe(8000);
	expect(longestWait(answered(429), 1, 600_000)).toBe(30_000);
});

test('what the platform asks for is kept to', () => {
	expect(longestWait(answered(429, 5000), 3, 8000)).toBe(5000);
});
