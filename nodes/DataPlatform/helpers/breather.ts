import { sleep } from 'n8n-workflow';

/** The most milliseconds in a row without other work, such as handling Stop. */
const MAX_BLOCKING_TIME = 50;

/**
 * Creates a function to await in each turn of a long loop. From time to time it lets n8n do other work. Parallel
 * loops may share it.
 */
export function createBreather(): () => Promise<void> | undefined {
	let ended = performance.now();
	let pause: Promise<void> | undefined;
	return () => {
		if (performance.now() - ended < MAX_BLOCKING_TIME) return undefined;
		pause ??= sleep(0).then(() => {
			ended = performance.now();
			pause = undefined;
		});
		return pause;
	};
}
