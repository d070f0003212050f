// What all operations have in common: the token, and items that fail.
import { inspect } from 'node:util';
import { ExecuteContext } from 'n8n-core';
import {
	errorOf,
	hintsOf,
	jsonOf,
	outputOf,
	pairsOf,
	runNode,
} from '../../support/engine/engine.ts';
import { HEADER, simulatedPlatform, TOKEN } from '../../support/engine/platform.ts';
import { startTestServer } from '../../support/engine/server.ts';

const platform = simulatedPlatform();
const BRAND_HEADER = 'X-Brand-Developer-Token';
const elsewhere = simulatedPlatform({ header: BRAND_HEADER, basePath: '/tenants/7' });

const run = { resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' };
const search = { resource: 'function', operation: 'search', limit: '={{ $json.limit }}' };
const deep = (value: unknown) => inspect(value, { depth: Infinity, maxStringLength: null });

describe('the token', () => {
	test('is only in its header', async () => {
		const ended = await runNode({
			parameters: run,
			input: [1, 2].map((stream) => ({ json: { stream } })),
			credentials: platform.credentials(),
		});

		expect(platform.requests()).toHaveLength(2);
		for (const { headersSeen, path, body, tokenAccepted } of platform.requests()) {
			expect(tokenAccepted).toBe(true);
			const { [HEADER.toLowerCase()]: token, ...others } = headersSeen;
			expect(token).toBe('[token]');
			expect(JSON.stringify({ others, path, body })).not.toMatch(new RegExp(`${TOKEN}|\\[token`));
		}
		expect(deep(ended.run)).not.toContain(TOKEN);
	});

	test('has the header of the credential, and the Base URL may have a path', async () => {
		await runNode({
			parameters: { ...search, limit: 1 },
			credentials: elsewhere.credentials(),
		});

		const [{ path, headersSeen, tokenAccepted }] = elsewhere.requests();
		expect(path).toBe('/tenants/7/api/query/v1/functions/search');
		expect(tokenAccepted).toBe(true);
		expect(headersSeen).not.toHaveProperty(HEADER.toLowerCase());
	});
});

describe('a token that depends on the item', () => {
	const tenants = ['tenant-one-0123', 'tenant-two-0123', 'tenant-three-0123'];
	/** The token of each request. */
	let received: string[];
	/** Streams whose next request fails with 400. */
	let failing: string[];

	const addressOf = startTestServer((request, response) => {
		const token = String(request.headers[HEADER.toLowerCase()]);
		const stream = request.url!.split('/').at(-2)!;
		received.push(token);
		const failed = failing.indexOf(stream);
		if (failed === -1) response.writeHead(201).end(JSON.stringify({ executionId: 1, toe: token }));
		else {
			failing.splice(failed, 1);
			response.writeHead(400).end(`No ${token}`);
		}
	});
	beforeEach(() => {
		received = [];
		failing = [];
	});

	/** Starts a run for each tenant. */
	const runForTenants = async (settings = {}, streams = ['7', '7', '7'], token?: string) =>
		await runNode({
			parameters: { ...run, requestOptions: { maxConcurrency: 1, maxRetries: 0 } },
			input: tenants.map((tenant, index) => ({ json: { tenant, stream: streams[index] } })),
			settings,
			credentials: {
				baseUrl: addressOf(),
				token: token ?? '={{ $json.tenant }}',
				headerName: HEADER,
			},
		});

	test("is each item's own, and not in the output", async () => {
		failing = ['9'];
		const ended = await runForTenants({ onError: 'continueRegularOutput' }, ['7', '9', '7']);

		expect(received).toEqual(tenants);
		for (const tenant of tenants) expect(deep(jsonOf(ended))).not.toContain(tenant);
		expect(jsonOf(ended)[1].error).toMatch(/400: No \[token\]$/);
	});

	test("Retry with a renewed token doesn't start runs again", async () => {
		failing = ['9'];
		const token = '={{ "token-" + ($execution.mode === "test" ? "earlier" : "renewed") }}';
		const failed = await runForTenants({}, ['7', '7', '9'], token);
		expect(errorOf(failed)).toBeDefined();
		const retried = await failed.retry();

		expect(errorOf(retried)).toBeUndefined();
		expect(received).toEqual([...Array(3).fill('token-earlier'), 'token-renewed']);
		expect(deep(failed.run.data)).not.toContain('token-earlier');
	});
});

describe('Run with an invalid second item', () => {
	const parameters = run;
	const input = [1, '../2', 3].map((stream) => ({ json: { stream } }));

	test('the error names the parameter and the item, and nothing was sent', async () => {
		const ended = await runNode({ parameters, input, credentials: platform.credentials() });

		expect(errorOf(ended)).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/^'Stream ID' .+ \[item 1\]\. Nothing was sent\.$/),
			context: { itemIndex: 1 },
		});
		expect(platform.requests()).toEqual([]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: it becomes an error item, and the others continue',
		async (onError) => {
			const credentials = platform.credentials();
			const ended = await runNode({ parameters, input, credentials, settings: { onError } });

			expect(ended.run.status).toBe('success');
			expect(platform.requests()).toHaveLength(2);
			const hasErrorOutput = onError === 'continueErrorOutput';
			const failed = outputOf(ended, hasErrorOutput ? 1 : 0).filter(({ json }) => json.error);
			expect(failed).toMatchObject([
				{
					json: {
						streamId: '../2',
						error: expect.stringContaining("'Stream ID'"),
						details: { parameter: 'Stream ID', itemIndex: 1 },
					},
					pairedItem: { item: 1 },
				},
			]);
			expect(hintsOf(ended)).toContainEqual(expect.stringMatching(/^1 of 3 items failed: /));
			const regular = new Set(pairsOf(ended));
			expect(regular).toEqual(new Set(hasErrorOutput ? [0, 2] : [0, 1, 2]));
		},
	);
});

test("an operation of another resource doesn't exist", async () => {
	const parameters = { resource: 'connector', operation: 'update' };
	const ended = await runNode({ parameters, credentials: platform.credentials() });

	expect(errorOf(ended)?.message).toMatch(/no operation 'update'/);
	expect(platform.requests()).toEqual([]);
});

/** Helpers that older releases of n8n don't have. */
describe.each(['addExecutionHints', 'getExecutionCancelSignal'])(
	'in an n8n without %s',
	(helper) => {
		const own = Object.getOwnPropertyDescriptor(ExecuteContext.prototype, helper)!;
		beforeEach(() => {
			const none = { value: undefined, configurable: true };
			Object.defineProperty(ExecuteContext.prototype, helper, none);
		});
		afterEach(() => {
			if (own) Object.defineProperty(ExecuteContext.prototype, helper, own);
			else Reflect.deleteProperty(ExecuteContext.prototype, helper);
		});

		test('the node works, and still cancels a response that stops in the middle', async () => {
			platform.faults([{ fault: 'stall', operation: 'searchFunctions' }]);
			const showRequest = { ...run, streamId: '7', requestOptions: { showRequest: true } };
			const stalled = {
				...{ ...search, limit: 50, returnAll: true },
				requestOptions: { maxRetries: 0, timeout: 1 },
			};
			const credentials = platform.credentials();

			expect(errorOf(await runNode({ parameters: showRequest, credentials }))).toBeUndefined();
			const ended = await runNode({ parameters: stalled, credentials });
			expect(errorOf(ended)?.message).toMatch(/respond in time/);
		});
	},
);
