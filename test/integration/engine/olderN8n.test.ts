import { ExecuteContext } from 'n8n-core';
import { errorOf, hintsOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const showRequest = {
	resource: 'connector',
	operation: 'run',
	streamId: '4711',
	requestOptions: { showRequest: true },
};

async function runShown() {
	const run = await runNode({ parameters: showRequest, credentials: platform.credentials() });
	expect(errorOf(run)).toBeUndefined();
	expect(jsonOf(run)).toEqual([
		expect.objectContaining({ path: '/api/data/v1/streams/4711/executions' }),
	]);
	return run;
}

/** Helpers that older releases of n8n don't have. The node uses them if they exist. */
const NEWER_HELPERS = ['addExecutionHints', 'getExecutionCancelSignal'];

describe.each(NEWER_HELPERS)('in an n8n without %s', (helper) => {
	const own = Object.getOwnPropertyDescriptor(ExecuteContext.prototype, helper);

	beforeEach(() => {
		const value = undefined;
		Object.defineProperty(ExecuteContext.prototype, helper, { value, configurable: true });
	});

	afterEach(() => {
		if (own) Object.defineProperty(ExecuteContext.prototype, helper, own);
		else Reflect.deleteProperty(ExecuteContext.prototype, helper);
	});

	test('the node works without it', async () => {
		await runShown();
	});

	test('the node still cancels a response that stops in the middle', async () => {
		platform.faults([{ fault: 'stall' }]);
		const run = await runNode({
			parameters: {
				resource: 'function',
				operation: 'search',
				returnAll: true,
				requestOptions: { maxRetries: 0, timeout: 1 },
			},
			credentials: platform.credentials(),
		});
		expect(errorOf(run)?.message).toMatch(/^The platform didn't respond in time/);
	});
});

test('the node shows hints if n8n supports them', async () => {
	expect(hintsOf(await runShown())).toEqual([expect.stringContaining('Nothing was sent')]);
});
