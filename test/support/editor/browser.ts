import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import { requireProgram } from '../programs.ts';

/** As good as none: it only ends a wait for something that will never be there. */
const PATIENCE = 4 * 60_000;

/**
 * Starts the Chromium that this machine has, without a window and with no way to another machine.
 *
 * @throws Error when it is not installed
 */
export async function startBrowser(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath: requireProgram('chromium'),
		timeout: 0,
		args: [
			'--disable-gpu',
			'--disable-quic',
			// Routes would do it as well, but they turn the browser's cache off.
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
		],
	});
}

/** A page signed in to n8n as the one whose session's cookie this is. */
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
		const [name, ...value] = cookie.split('=');
		return { name, value: value.join('='), url: n8nUrl };
	});
	await context.addCookies(cookies);
	return await context.newPage();
}
