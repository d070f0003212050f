import { inspect } from 'node:util';
import { errorOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import { startTestServer } from '../../support/engine/server.ts';
import { HEADER } from '../../support/engine/platform.ts';

/** The token and path of each request. */
let received: string[][];
/** Streams whose next request fails with 400. */
let failing: string[];

const addressOf = startTestServer((request, response) => {
	const token = String(request.headers[HEADER.toLowerCase()]);
	const stream = request.url!.split('/').at(-2)!;
	received.push([token, request.url!]);
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

const tenants = ['tenant-one-0123', 'tenant-two-0123', 'tenant-three-0123'];

/** Starts a run for each tenant. The credential has expressions that depend on the item. */
async function run(credentials: Record<string, string>, settings = {}, more: object[] = []) {
	return await runNode({
		parameters: {
			resource: 'connector',
			operation: 'run',
			streamId: '={{ $json.stream }}',
			outputMode: 'raw',
			requestOptions: { maxConcurrency: 1, maxRetries: 0 },
		},
		input: tenants.map((tenant, index) => ({
			json: { tenant, stream: '7', prefix: `/p${index}`, ...more[index] },
		})),
		settings,
		credentials: {
			baseUrl: addressOf(),
			token: 'the-token-0123',
			headerName: HEADER,
			...credentials,
		},
	});
}

test('each item has its own token', async () => {
	const ended = await run({ token: '={{ $json.tenant }}' });

	expect(errorOf(ended)).toBeUndefined();
	expect(received.map(([token]) => token)).toEqual(tenants);
	expect(ended.decryptions).toBe(4);
});

test('the output contains none of the tokens', async () => {
	failing = ['9'];
	const ended = await run({ token: '={{ $json.tenant }}' }, { onError: 'continueRegularOutput' }, [
		{},
		{ stream: '9' },
	]);

	const output = inspect(jsonOf(ended), { depth: Infinity });
	for (const tenant of tenants) expect(output).not.toContain(tenant);
	expect(jsonOf(ended)[1].error).toBe('The platform returned 400: No [token]');
});

test('Retry On Fail only sends the failed item again', async () => {
	failing = ['9'];
	const ended = await run(
		{ token: '={{ $json.tenant }}' },
		{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		[{}, {}, { stream: '9' }],
	);

	expect(errorOf(ended)).toBeUndefined();
	expect(received.map(([token]) => token)).toEqual([...tenants, tenants[2]]);
});

test("Retry with a renewed token doesn't start runs again", async () => {
	failing = ['9'];
	const token = '={{ "token-" + ($execution.mode === "test" ? "earlier" : "renewed") }}';
	const failed = await run({ token }, {}, [{}, {}, { stream: '9' }]);
	expect(errorOf(failed)).toBeDefined();
	const retried = await failed.retry();

	expect(errorOf(retried)).toBeUndefined();
	expect(received.map(([sent]) => sent)).toEqual([
		...Array<string>(3).fill('token-earlier'),
		'token-renewed',
	]);
	expect(inspect(failed.run.data, { depth: Infinity })).not.toContain('token-earlier');
});
