import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import { requireProgram } from '../programs.ts';

/** Long, because it should only end a wait for something that never appears. */
const PATIENCE = 4 * 60_000;

/** Starts the machine's Chromium, without a window and without access to other machines. */
export async function startBrowser(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath: requireProgram('chromium'),
		timeout: 0,
		args: [
			'--disable-gpu',
			'--disable-quic',
			// Routes would also work, but they disable the browser's cache.
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
		],
	});
}

/** Opens a page with a session of n8n. */
export async function signedInPage(
	browser: Browser,
	{ n8nUrl, session }: { n8nUrl: string; session: string },
	{ deviceScaleFactor = 1 }: { deviceScaleFactor?: number } = {},
): Promise<Page> {
	const context = await browser.newContext({
		baseURL: n8nUrl,
		viewport: { width: 1440, height: 900 },
		deviceScaleFactor,
		colorScheme: 'light',
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	context.setDefaultTimeout(PATIENCE);
	const cookies = session.split('; ').map((cookie) => {
		const [name, value] = cookie.split(/=(.*)/);
		return { name, value, url: n8nUrl };
	});
	await context.addCookies(cookies);
	return await context.newPage();
}
