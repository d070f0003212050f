import type { Page } from 'playwright-core';
import { simulatorClient } from '../../../simulator/client.ts';
import { signedInPage, startBrowser } from './browser.ts';
import { openNewWorkflow, switchToWorkflow } from './canvas.ts';

/** All test files run in one process and share the page. global-teardown.cjs closes the browser. */
const shared = globalThis as { editorPage?: Page };

/** The editor in a browser, which shows an empty canvas when a test begins. */
export function editorForTests(connection: {
	n8nUrl: string;
	session: string;
	simulator: { url: string };
}) {
	// Twice a whole run stood still in the browser, without an error and never again in ten tries.
	jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
	let page: Page;
	let testBefore: string | undefined;

	beforeEach(async () => {
		const { currentTestName } = expect.getState();
		const isRetry = currentTestName === testBefore;
		testBefore = currentTestName;
		// A test that failed can leave anything on the screen.
		const isLoaded = shared.editorPage !== undefined && !isRetry;
		page = shared.editorPage ??= await signedInPage(await startBrowser(), connection);
		if (isLoaded) await switchToWorkflow(page, 'new');
		else await openNewWorkflow(page);
	});

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
