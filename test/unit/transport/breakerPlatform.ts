import type { Clock } from '@sinonjs/fake-timers';
import { useClock } from '../../support/clock.ts';
import { ExecutionController } from '../../../nodes/DataPlatform/helpers/executionController.ts';
import type { BreakerState } from '../../../nodes/DataPlatform/transport/circuitBreaker.ts';
import {
	CircuitBreaker,
	failFast,
	withCircuitBreaker,
} from '../../../nodes/DataPlatform/transport/circuitBreaker.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { SerializedRequest } from '../../../nodes/DataPlatform/transport/request.ts';
import { NeedsNewSlot } from '../../../nodes/DataPlatform/transport/rateLimiter.ts';
import type { RequestState, Send } from '../../../nodes/DataPlatform/transport/retry.ts';

export const TIMEOUT = 60;
export const NOT_SENT = 'Not sent: the platform seems to be unavailable';

/** The platform of a test. Its clock only advances in `settle`, or when a test advances it. */
export const platform = {
	clock: undefined as unknown as Clock,
	context: {} as { circuitBreaker?: BreakerState },
	/** The failure of the platform; undefined while it's up. */
	failure: undefined as ApiErrorDetails | undefined,
	/** The response time. */
	takes: 10,
	sent: [] as Array<{ item: string; at: number }>,
};

/** Starts each test of the block around it with a platform that is down. */
export function usePlatform(): void {
	const time = useClock();
	beforeEach(() => {
		const { clock } = time;
		// No jitter.
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		Object.assign(platform, {
			clock,
			context: {},
			failure: { httpCode: 500 },
			takes: 10,
			sent: [],
		});
	});
	afterEach(() => jest.restoreAllMocks());
}

export const breakerOf = (executionId = 'one') => new CircuitBreaker(platform.context, executionId);

export const stateOf = (item: string, state: Partial<RequestState> = {}): RequestState => ({
	itemKey: item,
	controller: new ExecutionController(undefined),
	bounds: { maxRetries: 3, retryBudget: 120, trustsThrottling: true, timeout: TIMEOUT },
	...{ tryNumber: 1, sentAt: 0, wait: 0 },
	...state,
});

/** Sends the request of an item through a circuit breaker. Resolves with `done` or the message. */
export type Sender = (item: string, state?: Partial<RequestState>) => Promise<string>;

export function sender(
	breaker = breakerOf(),
	probe?: RequestState['probe'],
	limit = withRepeat,
): Sender {
	const respond = withCircuitBreaker(breaker, async (_request, state) => {
		state.sentAt = performance.now();
		platform.sent.push({ item: state.itemKey, at: Math.round(performance.now()) });
		const { failure, takes } = platform;
		await new Promise((resolve) => setTimeout(resolve, takes));
		if (failure) throw new ApiError('Down', 'Wait.', failure);
		return 'response';
	});
	const send = failFast(breaker, limit(respond));
	return async (item, state = {}) =>
		await send({} as SerializedRequest, stateOf(item, { probe, ...state })).then(
			() => 'done',
			(error: Error) => error.message,
		);
}

/** Without a rate limiter, a request that needs another slot gets it at once. */
function withRepeat(send: Send): Send {
	return async (request, state) =>
		await send(request, state).catch(async (reason: unknown) => {
			if (reason instanceof NeedsNewSlot) return await withRepeat(send)(request, state);
			throw reason;
		});
}

/** Advances the clock until a promise has settled. */
export async function settle<Value>(promise: Promise<Value>): Promise<Value> {
	let isSettled = false;
	const ended = promise.finally(() => (isSettled = true));
	await platform.clock.tickAsync(0);
	while (!isSettled) await platform.clock.nextAsync();
	return await ended;
}

/** Sends this many items one after another. */
export async function sendInTurn(send: Sender, count: number): Promise<void> {
	for (let item = 0; item < count; item++) await settle(send(`0:${item}`));
}

/** Sends items in parallel. */
export async function sendAll(send: Sender, first: number, count: number): Promise<string[]> {
	const items = Array.from({ length: count }, (_, index) => `0:${first + index}`);
	return await settle(Promise.all(items.map(async (item) => await send(item))));
}
