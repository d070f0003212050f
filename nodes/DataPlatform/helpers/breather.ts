import { sleep } from 'n8n-workflow';

/** The most milliseconds in a row without other work, such as handling Stop. */
const MAX_BLOCKING_TIME = 50;

/**
 * Creates a function to await in each turn of a long loop. From time to time it lets n8n do other work. Parallel
 * loops may share it.
 */
export function createBreather(): () => Promise<void> | undefined {
	let pauseEnded = performance.now();
	let pause: Promise<void> | undefined;
	return () => {
		if (performance.now() - pauseEnded < MAX_BLOCKING_TIME) return undefined;
		pause ??= sleep(0).then(() => {
			pauseEnded = performance.now();
			pause = undefined;
		});
		return pause;
	};
}
