import type { Browser, Page } from 'playwright-core';
import { simulatorClient } from '../../../simulator/client.ts';
import { signedInPage, startBrowser } from './browser.ts';
import { openNewWorkflow } from './canvas.ts';

/** A browser for a test file, with an empty canvas at the start of each test. */
export function editorForTests(connection: {
	n8nUrl: string;
	session: string;
	simulator: { url: string };
}) {
	// The browser rarely hangs without an error.
	jest.retryTimes(1, { logErrorsBeforeRetry: true });
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		browser = await startBrowser();
		page = await signedInPage(browser, connection);
	});

	afterAll(async () => await browser.close());

	beforeEach(async () => await openNewWorkflow(page));

	/** The requests that reach the service during the work. */
	async function requestsOf(work: () => Promise<void>) {
		const { requests } = await simulatorClient(connection.simulator.url).requestsDuring(work);
		return requests.map(({ method, path, body, status }) => ({ method, path, body, status }));
	}

	return {
		/** The page. Only available in tests. */
		get page() {
			return page;
		},
		requestsOf,
	};
}
