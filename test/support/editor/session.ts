import type { Page } from 'playwright-core';
import type { simulatorClient } from '../../../simulator/client.ts';
import { signedInPage, startBrowser } from './browser.ts';
import { openNewWorkflow, switchToWorkflow } from './canvas.ts';

type Simulator = ReturnType<typeof simulatorClient>;

/** The editor in a browser for the tests of a file, with an empty canvas at the start of each test. */
export function editorForTests(
	connection: { n8nUrl: string; session: string } & Pick<Simulator, 'requestsDuring'>,
) {
	// The browser rarely hangs without an error.
	jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
	let page: Page | undefined;
	let testBefore: string | undefined;

	beforeEach(async () => {
		const { currentTestName } = expect.getState();
		const isRetry = currentTestName === testBefore;
		testBefore = currentTestName;
		// A test that failed can leave anything on the screen.
		const isLoaded = page !== undefined && !isRetry;
		page ??= await signedInPage(await startBrowser(), connection);
		if (isLoaded) await switchToWorkflow(page, 'new');
		else await openNewWorkflow(page);
	});

	// Jest doesn't end as long as the browser runs.
	afterAll(async () => await page?.context().browser()!.close());

	/** The requests that reach the service during the work. */
	async function requestsOf(work: () => Promise<void>) {
		const { requests } = await connection.requestsDuring(work);
		return requests.map(({ method, path, body, status }) => ({ method, path, body, status }));
	}

	return {
		get page() {
			return page!;
		},
		requestsOf,
	};
}
