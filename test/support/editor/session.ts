import type { Page } from 'playwright-core';
import type { simulatorClient } from '../../../simulator/client.ts';
import { signedInPage, startBrowser } from './browser.ts';
import { openNewWorkflow, switchToWorkflow } from './canvas.ts';

type Simulator = ReturnType<typeof simulatorClient>;

/** All test files run in one process and share the page. global-teardown.cjs closes the browser. */
const shared = globalThis as { editorPage?: Page };

/** The editor in a browser, with an empty canvas at the start of each test. */
export function editorForTests(
	connection: { n8nUrl: string; session: string } & Pick<Simulator, 'requestsDuring'>,
) {
	// The browser rarely hangs without an error.
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

	/** The requests that reach the service during the work. */
	async function requestsOf(work: () => Promise<void>) {
		const { requests } = await connection.requestsDuring(work);
		return requests.map(({ method, path, body, status }) => ({ method, path, body, status }));
	}

	return {
		get page() {
			return page;
		},
		requestsOf,
	};
}
