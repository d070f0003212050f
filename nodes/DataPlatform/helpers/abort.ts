import { sleep } from 'n8n-workflow';

/** The longest sleep in milliseconds. Waits check the signal between sleeps, because n8n's `sleep` can't end early. */
export const LONGEST_SLEEP = 100;

/** Whether something is no longer needed: an AbortSignal, or several as one. */
export type Cancellation = Pick<AbortSignal, 'aborted'>;

/** Thrown if a request isn't sent, or is canceled, because nothing needs its response anymore. */
export class Aborted extends Error {
	constructor() {
		super('No longer needed');
	}
}

/** Combines signals for code that checks them from time to time. */
export function combineSignals(signals: Array<Cancellation | undefined>): Cancellation {
	return {
		get aborted() {
			return signals.some((signal) => signal?.aborted);
		},
	};
}

/** @throws Aborted if the signal is aborted */
export function throwIfAborted(signal: Cancellation): void {
	if (signal.aborted) throw new Aborted();
}

/** @throws Aborted within LONGEST_SLEEP after the signal aborts */
export async function wait(milliseconds: number, signal: Cancellation): Promise<void> {
	const end = performance.now() + milliseconds;
	for (;;) {
		throwIfAborted(signal);
		const remaining = end - performance.now();
		if (remaining <= 0) return;
		await sleep(Math.min(LONGEST_SLEEP, remaining));
	}
}

/** What each signal aborts. */
const controllersOf = new WeakMap<AbortSignal, Set<AbortController>>();

function abortAll({ target }: Event): void {
	controllersOf.get(target as AbortSignal)?.forEach((controller) => controller.abort());
}

/**
 * Calls `send` with a signal that aborts as soon as one of `signals` does. With
 * AbortSignal.any, Node 22 and 24 would keep up to 1.4 KB for each request until its Timeout.
 */
export async function withAnySignal<Result>(
	signals: AbortSignal[],
	send: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const controller = new AbortController();
	for (const signal of signals) {
		controllersOf.set(signal, (controllersOf.get(signal) ?? new Set()).add(controller));
		// Adds one listener for all requests, because Node 20 warns of a leak if a signal has more than ten.
		signal.addEventListener('abort', abortAll);
		if (signal.aborted) controller.abort();
	}
	return await send(controller.signal).finally(() => {
		for (const signal of signals) {
			const controllers = controllersOf.get(signal);
			controllers?.delete(controller);
			if (controllers?.size === 0) signal.removeEventListener('abort', abortAll);
		}
	});
}
