import type { Page } from 'playwright-core';

/** What a hand does with the mouse and the keyboard. */
export interface Effort {
	/** Presses of a mouse button; a drag is one. */
	clicks: number;
	/** Presses of a key; text that appears without them counts letter by letter. */
	keys: number;
}

/** Sees every event first, whoever handles it. */
const COUNTER = `(() => {
	const effort = { clicks: 0, keys: 0 };
	window.effort = effort;
	let isTyping = false;
	const see = (type, count) => window.addEventListener(type, count, { capture: true });
	see('mousedown', ({ isTrusted }) => { if (isTrusted) effort.clicks += 1; });
	see('keydown', ({ isTrusted }) => {
		if (!isTrusted) return;
		effort.keys += 1;
		isTyping = true;
	});
	see('beforeinput', ({ isTrusted, data }) => {
		if (isTrusted && !isTyping) effort.keys += data?.length ?? 1;
		isTyping = false;
	});
})()`;

/**
 * Counts from now on, in the page that is open: there every click and every key arrives, by whichever way
 * the driver sends it.
 *
 * @returns gives what was counted so far
 */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
	await page.evaluate(COUNTER);
	return async () => await page.evaluate('window.effort');
}
