import { type Clock, type FakeMethod, install } from '@sinonjs/fake-timers';

/**
 * Takes the clock away from everything in this process: time stands still until the clock is told.
 *
 * @param toFake what is replaced; nothing but timeouts and clocks without it
 */
export function installClock(
	toFake: readonly FakeMethod[] = ['setTimeout', 'clearTimeout', 'Date', 'performance'],
): Clock {
	const clock = install({ now: Date.UTC(2026, 0, 1), toFake: [...toFake] });
	const { setTimeout: fakeTimeout } = globalThis;
	// Node rounds down to whole milliseconds, and up to one.
	globalThis.setTimeout = ((callback: () => void, milliseconds = 0, ...rest: []) =>
		fakeTimeout(callback, Math.max(1, Math.trunc(milliseconds)), ...rest)) as typeof setTimeout;
	return clock;
}
