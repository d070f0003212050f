import type { Page } from 'playwright-core';

/** Listens in the capture phase, to get every event. */
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

/** Counts clicks and keys from now on. A drag is one click, and inserted text counts per letter. */
export async function countEffort(page: Page) {
	await page.evaluate(COUNTER);
	return async (): Promise<{ clicks: number; keys: number }> =>
		await page.evaluate('window.effort');
}
