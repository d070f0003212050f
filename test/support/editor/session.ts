import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import type { simulatorClient } from '../../../simulator/client.ts';
import { requireProgram } from '../programs.ts';
import { openNewWorkflow, switchToWorkflow } from './canvas.ts';

/** An n8n, and the cookie of a session in it. */
type Connection = Record<'n8nUrl' | 'session', string>;

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
	{ n8nUrl, session }: Connection,
	deviceScaleFactor = 1,
): Promise<Page> {
	const context = await browser.newContext({
		baseURL: n8nUrl,
		viewport: { width: 1440, height: 900 },
		deviceScaleFactor,
		colorScheme: 'light',
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	// Long, because it should only end a wait for something that never appears.
	context.setDefaultTimeout(4 * 60_000);
	const cookies = session.split('; ').map((cookie) => {
		const [name, value] = cookie.split(/=(.*)/);
		return { name, value, url: n8nUrl };
	});
	await context.addCookies(cookies);
	return await context.newPage();
}

/** The editor in a browser for the tests of a file, with an empty canvas at the start of each test. */
export function editorForTests(
	connection: Connection & Pick<ReturnType<typeof simulatorClient>, 'requestsDuring'>,
) {
	// The browser rarely hangs without an error.
	jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
	let page: Page | undefined;
	let testBefore: string | undefined;

	beforeEach(async () => {
		const { currentTestName } = expect.getState();
		// A test that failed can leave anything on the screen.
		const isLoaded = page !== undefined && currentTestName !== testBefore;
		testBefore = currentTestName;
		page ??= await signedInPage(await startBrowser(), connection);
		if (isLoaded) await switchToWorkflow(page, 'new');
		else await openNewWorkflow(page);
	});

	// Jest doesn't end as long as the browser runs.
	afterAll(async () => await page?.context().browser()!.close());

	return {
		get page() {
			return page!;
		},
		/** The requests that reach the service during the work. */
		async requestsOf(work: () => Promise<void>) {
			const { requests } = await connection.requestsDuring(work);
			return requests.map(({ method, path, body, status }) => ({ method, path, body, status }));
		},
	};
}
