// What all operations have in common: the token, and items that fail.
import { inspect } from 'node:util';
import {
	errorOf,
	hintsOf,
	jsonOf,
	outputOf,
	pairsOf,
	runNode,
} from '../../support/engine/engine.ts';
import { HEADER, simulatedPlatform } from '../../support/engine/platform.ts';
import { startTestServer } from '../../support/engine/server.ts';
import { testOperations } from '../../support/operations.ts';

const platform = simulatedPlatform();
const elsewhere = simulatedPlatform({ header: 'X-Brand-Developer-Token', basePath: '/tenants/7' });

const run = { resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' };
const search = { resource: 'function', operation: 'search' };
const deep = (value: unknown) => inspect(value, { depth: Infinity, maxStringLength: null });

test('the token has the header of the credential, and the Base URL may have a path', async () => {
	await runNode({ parameters: { ...search, limit: 1 }, credentials: elsewhere.credentials() });

	const [{ path, headersSeen, tokenAccepted }] = elsewhere.requests();
	expect(path).toBe('/tenants/7/api/query/v1/functions/search');
	expect(tokenAccepted).toBe(true);
	expect(headersSeen).not.toHaveProperty(HEADER.toLowerCase());
});

describe('a token that depends on the item', () => {
	let received: string[];
	const addressOf = startTestServer((request, response) => {
		const token = String(request.headers[HEADER.toLowerCase()]);
		if (received.push(token) === 3) response.writeHead(400).end(`No ${token}`);
		else response.writeHead(201).end(JSON.stringify({ executionId: 1, toe: token }));
	});
	beforeEach(() => (received = []));

	const tenants = ['tenant-one-0123', 'tenant-two-0123', 'tenant-three-0123'];

	/** Starts a run for each tenant. The last one fails. */
	const runForTenants = async (token: string, settings = {}) =>
		await runNode({
			parameters: { ...run, requestOptions: { maxConcurrency: 1, maxRetries: 0 } },
			input: tenants.map((tenant, stream) => ({ json: { tenant, stream } })),
			settings,
			credentials: { baseUrl: addressOf(), token, headerName: HEADER },
		});

	test("is each item's own, and not in the output", async () => {
		const settings = { onError: 'continueRegularOutput' };
		const ended = await runForTenants('={{ $json.tenant }}', settings);

		expect(received).toEqual(tenants);
		for (const tenant of tenants) expect(deep(jsonOf(ended))).not.toContain(tenant);
		expect(jsonOf(ended)[2].error).toMatch(/400: No \[token\]$/);
	});

	// The simulation has other expressions.
	test.each(['$itemIndex', '$("Start").item?.json.stream', '$items()[$itemIndex]?.json.stream'])(
		"is each item's own: by %s",
		async (index) => {
			await runForTenants(`={{ ${index} === 1 ? "tenant-two-0123" : "tenant-one-0123" }}`);

			expect(received).toEqual(['tenant-one-0123', 'tenant-two-0123', 'tenant-one-0123']);
		},
	);

	test('nothing is sent if the token of a later item is invalid', async () => {
		const ended = await runForTenants("={{ $json.stream === 2 ? 'bro\\nken' : $json.tenant }}");

		expect(errorOf(ended)?.message).toMatch(
			/^'Developer Token' .+ \[item 2\]\. Nothing was sent\.$/,
		);
		expect(received).toEqual([]);
	});

	test('only the items with an invalid token fail with Continue', async () => {
		const token = "={{ $json.stream === 0 ? '' : $json.tenant }}";
		const ended = await runForTenants(token, { onError: 'continueRegularOutput' });

		expect(received).toEqual(tenants.slice(1));
		expect(jsonOf(ended)[0]).toMatchObject({ streamId: 0, details: { kind: 'invalid' } });
	});

	test('Show Request Only needs no credential', async () => {
		const parameters = { ...run, requestOptions: { showRequest: true } };
		const credentials = { baseUrl: '', token: '', headerName: '' };
		const ended = await runNode({ parameters, input: [{ json: { stream: 7 } }], credentials });

		expect(jsonOf(ended)).toMatchObject([{ streamId: 7, sent: false }]);
		expect(ended.decryptions).toBe(0);
	});

	test("Retry with a renewed token doesn't start runs again", async () => {
		const token = '={{ "token-" + ($execution.mode === "test" ? "earlier" : "renewed") }}';
		const failed = await runForTenants(token);
		expect(errorOf(failed)?.context.data).toMatchObject({ done: [{ executionId: 1 }, {}] });
		const retried = await failed.retry();

		expect(errorOf(retried)).toBeUndefined();
		expect(received).toEqual([...Array(3).fill('token-earlier'), 'token-renewed']);
		expect(deep(failed.run.data)).not.toContain('token-earlier');
	});
});

describe('Run with an invalid second item', () => {
	const runThree = async (settings = {}) =>
		await runNode({
			parameters: run,
			input: [1, '../2', 3].map((stream) => ({ json: { stream } })),
			settings,
			credentials: platform.credentials(),
		});

	test('the error names the parameter and the item, and nothing was sent', async () => {
		expect(errorOf(await runThree())).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/^'Stream ID' .+ \[item 1\]\. Nothing was sent\.$/),
			context: { itemIndex: 1 },
		});
		expect(platform.requests()).toEqual([]);
	});

	test.each([
		['continueRegularOutput', 0, [0, 1, 2]],
		['continueErrorOutput', 1, [0, 2]],
	])('%s: it becomes an error item, and the others continue', async (onError, output, regular) => {
		const ended = await runThree({ onError });

		expect(ended.run.status).toBe('success');
		expect(platform.requests()).toHaveLength(2);
		const error = expect.stringContaining("'Stream ID'");
		const json = { streamId: '../2', error, details: { parameter: 'Stream ID', itemIndex: 1 } };
		const failed = outputOf(ended, output).filter((each) => each.json.error);
		expect(failed).toMatchObject([{ json, pairedItem: { item: 1 } }]);
		expect(hintsOf(ended)).toContainEqual(expect.stringMatching(/^1 of 3 items failed: /));
		expect(pairsOf(ended)).toEqual(regular);
	});
});

test.each(['Run', 'Update'] as const)(
	'%s: only items with the same ID are sent in turn',
	async (operation) => {
		const { parameters } = testOperations[operation];
		platform.faults([{ fault: 'delay', ms: 200 }]);
		await runNode({
			parameters: { ...parameters, requestOptions: { maxConcurrency: 3 } },
			input: ['9', '7', '7', '8'].map((id) => ({ json: { id } })),
			credentials: platform.credentials(),
		});

		const requests = platform.requests();
		const sent = requests.map(({ path }) => /[789]/.exec(path)?.[0]);
		expect(sent.toSorted().join()).toBe('7,7,8,9');
		const [first, second] = requests.filter(({ path }) => path.includes('7'));
		expect(second.number).toBeGreaterThan(first.overAt!);
		expect(requests.map(({ concurrent }) => concurrent)).toContain(2);
	},
);

test("an operation of another resource doesn't exist", async () => {
	const parameters = { resource: 'connector', operation: 'update' };
	const ended = await runNode({ parameters, credentials: platform.credentials() });

	expect(errorOf(ended)?.message).toMatch(/no operation 'update'/);
	expect(platform.requests()).toEqual([]);
});
