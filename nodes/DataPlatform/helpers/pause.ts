import { sleep } from 'n8n-workflow';

/** Milliseconds after which a loop pauses. */
const MAX_BLOCKING_TIME = 50;

/**
 * Returns a function to await in each turn of a long loop. From time to time it pauses the loop, so that n8n can do
 * other work, such as handling Stop. Parallel loops may share it.
 */
export function createPause(): () => Promise<void> | undefined {
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
