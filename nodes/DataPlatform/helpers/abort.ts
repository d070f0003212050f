import { sleep } from 'n8n-workflow';

/** The longest sleep in milliseconds. Waits check the signal between sleeps, because n8n's `sleep` can't end early. */
export const LONGEST_SLEEP = 100;

/** Thrown if a request isn't sent, or is canceled, because nothing needs its response anymore. */
export class Aborted extends Error {
	constructor() {
		super('No longer needed');
	}
}

/** @throws Aborted if the signal is aborted */
export function throwIfAborted(signal: AbortSignal): void {
	if (signal.aborted) throw new Aborted();
}

/** @throws Aborted within LONGEST_SLEEP after the signal aborts */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
	const end = performance.now() + milliseconds;
	for (;;) {
		throwIfAborted(signal);
		const remaining = end - performance.now();
		if (remaining <= 0) return;
		await sleep(Math.min(LONGEST_SLEEP, remaining));
	}
}

/**
 * Returns a signal that aborts as soon as one of `signals` does. Call `release` when it's no longer needed.
 * With AbortSignal.any, each request would leak a bit of memory until n8n's cancel signal is freed.
 */
export function combineSignals(signals: Array<AbortSignal | undefined>) {
	const controller = new AbortController();
	const abort = () => controller.abort();
	for (const signal of signals) {
		if (signal?.aborted) abort();
		signal?.addEventListener('abort', abort);
	}
	return {
		signal: controller.signal,
		release: () => signals.forEach((signal) => signal?.removeEventListener('abort', abort)),
	};
}
