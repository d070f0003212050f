import { ApiError, type ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { findMeaning } from '../../../nodes/DataPlatform/transport/failures.ts';
import type { Idempotency } from '../../../nodes/DataPlatform/transport/idempotency.ts';
import { IDEMPOTENCY } from '../../../nodes/DataPlatform/transport/idempotency.ts';
import type { Send, SerializedRequest } from '../../../nodes/DataPlatform/transport/request.ts';
import { installClock } from '../../support/clock.ts';

/** A signal that never aborts. */
export const NEVER = new AbortController().signal;

export function requestOf(
	idempotency: Idempotency = 'repeatable',
	more: Partial<SerializedRequest> = {},
): SerializedRequest {
	const { maySendTwice } = IDEMPOTENCY[idempotency];
	const parse = (response: unknown) => response;
	return { method: 'POST', path: '/x', text: '{}', parse, idempotency, maySendTwice, ...more };
}

/** The error of a try, with the kind that the table gives it. */
export function failure(details: ApiErrorDetails): ApiError {
	const { kind } = { ...findMeaning(details), ...details };
	const error = new ApiError(JSON.stringify(details), '', { ...details, kind });
	error.sentAt = performance.now();
	return error;
}

/** A platform that takes some time, and responds as told: with an error, or else successfully. */
export function platformThat(
	respond: (number: number) => ApiErrorDetails | undefined,
	milliseconds = 10,
) {
	const sentAt: number[] = [];
	let inFlight = 0;
	const state = { sentAt, most: 0 };
	const send: Send = async () => {
		const at = performance.now();
		const number = sentAt.push(at);
		state.most = Math.max(state.most, ++inFlight);
		await new Promise((resolve) => setTimeout(resolve, milliseconds));
		inFlight--;
		const details = respond(number);
		if (!details) return 'done';
		throw Object.assign(failure(details), { sentAt: at });
	};
	return Object.assign(send, { state });
}

let clock: ReturnType<typeof installClock>;

/** A clock that only passes when a test lets it. */
export function useClock(): void {
	beforeEach(() => {
		clock = installClock();
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
	});
	afterEach(() => {
		clock.uninstall();
		jest.restoreAllMocks();
	});
}

/** Passes time until the work has settled, and returns its result or error. */
export async function settle(work: Promise<unknown>): Promise<unknown> {
	let isSettled = false;
	const settled = work.catch((error: unknown) => error).finally(() => (isSettled = true));
	while (!isSettled) await clock.tickAsync(50);
	return await settled;
}

export async function pass(milliseconds: number): Promise<void> {
	await clock.tickAsync(milliseconds);
}
