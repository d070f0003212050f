import { type Clock, type FakeMethod, install } from '@sinonjs/fake-timers';

/** Replaces timeouts, clocks, and others. Time only passes when a test advances it. */
export function installClock(...others: FakeMethod[]): Clock {
	const toFake: FakeMethod[] = ['setTimeout', 'clearTimeout', 'Date', 'performance', ...others];
	const clock = install({ now: Date.UTC(2026, 0, 1), toFake });
	const { setTimeout: fakeTimeout } = globalThis;
	// Like Node, rounds down to whole milliseconds, but at least one.
	globalThis.setTimeout = ((callback: () => void, milliseconds = 0, ...rest: []) =>
		fakeTimeout(callback, Math.max(1, Math.trunc(milliseconds)), ...rest)) as typeof setTimeout;
	return clock;
}
