import type { Clock } from '@sinonjs/fake-timers';
import { ExecutionController } from '../../../nodes/DataPlatform/helpers/executionController.ts';
import {
	RateLimiter,
	type RateLimits,
	type Slot,
} from '../../../nodes/DataPlatform/transport/rateLimiter.ts';

export const PATIENCE = 10_000;

/** A request that waits for its slot. */
export interface Request {
	name?: string;
	deadline?: number;
	patience?: number;
	controller?: ExecutionController;
}

/** A rate limiter, and when each request got its slot, in milliseconds from now. */
export function limiterOf({ clock }: { clock: Clock }, limits: Partial<RateLimits> = {}) {
	const limiter = new RateLimiter({ maxConcurrency: 8, maxRequestsPerSecond: 0, ...limits });
	const began = performance.now();
	const came: Array<number | Error> = [];
	const names: Array<string | undefined> = [];
	const slots: Slot[] = [];
	async function acquire(request: Request = {}): Promise<void> {
		const { name, deadline, patience = PATIENCE } = request;
		const controller = request.controller ?? new ExecutionController(undefined);
		try {
			slots.push(await limiter.acquire(controller, deadline, patience));
			names.push(name);
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
