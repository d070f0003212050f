import type { Clock } from '@sinonjs/fake-timers';
import { ExecutionController } from '../../../nodes/DataPlatform/helpers/executionController.ts';
import { RateLimiter, type RateLimits } from '../../../nodes/DataPlatform/transport/rateLimiter.ts';
import type { RequestState } from '../../../nodes/DataPlatform/transport/retry.ts';

export const PATIENCE = 10_000;

/** A request that waits for its slot. */
export interface Request {
	name?: string;
	deadline?: number;
	patience?: number;
	controller?: ExecutionController;
}

/** What the rate limiter needs of a request. */
export const stateOf = ({ deadline, patience = PATIENCE, controller }: Request = {}) =>
	({
		controller: controller ?? new ExecutionController(undefined),
		bounds: { retryBudget: patience / 1000 },
		deadline,
	}) as Pick<RequestState, 'controller' | 'bounds' | 'deadline'>;

/** A slot, and the deadline of its request. */
interface Slot {
	grantedAt: number;
	othersInFlight: number;
	deadline: number | undefined;
}

/** A rate limiter, and when each request got its slot, in milliseconds from now. */
export function limiterOf({ clock }: { clock: Clock }, limits: Partial<RateLimits> = {}) {
	const limiter = new RateLimiter({ maxConcurrency: 8, maxRequestsPerSecond: 0, ...limits });
	const began = performance.now();
	const came: Array<number | Error> = [];
	const names: Array<string | undefined> = [];
	const slots: Slot[] = [];
	async function acquire(request: Request = {}): Promise<void> {
		const state = stateOf(request);
		try {
			const othersInFlight = await limiter.acquire(state);
			const { deadline } = state;
			slots.push({ grantedAt: performance.now(), othersInFlight, deadline });
			names.push(request.name);
			came.push(performance.now() - began);
		} catch (error) {
			came.push(error as Error);
		}
	}
	async function send(count: number): Promise<void> {
		for (let left = count; left > 0; left--) void acquire();
		await clock.tickAsync(0);
	}
	return { limiter, came, names, slots, acquire, send, began };
}
