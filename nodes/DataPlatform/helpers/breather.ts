import { sleep } from 'n8n-workflow';

/** The most milliseconds in a row without other work, such as handling Stop. */
const MAX_BLOCKING_TIME = 50;

/** Creates a function to call again and again. It lets n8n do other work from time to time. */
export function createBreather(): () => Promise<void> {
	let lastPause = performance.now();
	return async () => {
		if (performance.now() - lastPause <= MAX_BLOCKING_TIME) return;
		await sleep(0);
		lastPause = performance.now();
	};
}
