import type { Browser, Page } from 'playwright-core';
import { simulatorClient } from '../../../simulator/client.ts';
import { signedInPage, startBrowser } from './browser.ts';
import { openNewWorkflow } from './canvas.ts';

/** One browser for a file of tests, which shows an empty canvas when a test begins. */
export function editorForTests(connection: {
	n8nUrl: string;
	session: string;
	simulator: { url: string };
}) {
	// Twice a whole run stood still in the browser, without an error and never again in ten tries.
	jest.retryTimes(1, { logErrorsBeforeRetry: true });
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		browser = await startBrowser();
		page = await signedInPage(browser, connection);
	});

	afterAll(async () => await browser.close());

	beforeEach(async () => await openNewWorkflow(page));

	/** What reaches the service while the given work is done. */
	async function requestsOf(work: () => Promise<void>) {
		const { requests } = await simulatorClient(connection.simulator.url).requestsDuring(work);
		return requests.map(({ method, path, body, status }) => ({ method, path, body, status }));
	}

	return {
		/** The page; there is one as soon as a test runs. */
		get page() {
			return page;
		},
		requestsOf,
	};
}
