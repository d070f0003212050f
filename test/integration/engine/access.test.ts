import { inspect } from 'node:util';
import type { EngineRun } from '../../support/engine/engine.ts';
import { errorOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import { HEADER, simulatedPlatform, TOKEN } from '../../support/engine/platform.ts';

const HEADER_OF_A_BRAND = 'X-Brand-Developer-Token';
const PREFIX = '/tenants/7';

const platform = simulatedPlatform();
const elsewhere = simulatedPlatform({ header: HEADER_OF_A_BRAND, basePath: PREFIX });

const search = { resource: 'function', operation: 'search', limit: 1 };
const run = { resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' };

/** Everything that the engine kept, with what an ordinary print leaves out. */
const everythingIn = ({ run: data }: EngineRun) =>
	inspect(data, {
		depth: Infinity,
		showHidden: true,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
	});

test('each request carries the token in its header and nowhere else', async () => {
	const ended = await runNode({
		parameters: run,
		input: [1, 2, 3].map((stream) => ({ json: { stream } })),
		credentials: platform.credentials(),
	});

	expect(platform.requests()).toHaveLength(3);
	for (const { headersSeen, path, body, tokenAccepted } of platform.requests()) {
		expect(tokenAccepted).toBe(true);
		expect(headersSeen).toMatchObject({
			[HEADER.toLowerCase()]: '[token]',
			'content-type': 'application/json',
			accept: 'application/json',
		});
		expect(Object.values(headersSeen).filter((value) => value.includes('[token]'))).toHaveLength(1);
		expect(path + JSON.stringify(body)).not.toContain(TOKEN);
	}
	expect(everythingIn(ended)).not.toContain(TOKEN);
});

test('credentials are decrypted twice for an execution, however many items there are', async () => {
	const { decryptions } = await runNode({
		parameters: run,
		input: Array.from({ length: 20 }, (_, stream) => ({ json: { stream } })),
		credentials: platform.credentials(),
	});

	expect(platform.requests()).toHaveLength(20);
	expect(decryptions).toBe(2);
});

test('another header and a path in front of the API come from the credential', async () => {
	const ended = await runNode({ parameters: search, credentials: elsewhere.credentials() });

	expect(errorOf(ended)).toBeUndefined();
	expect(jsonOf(ended)).toHaveLength(1);
	const [{ path, headersSeen }] = elsewhere.requests();
	expect(path).toBe(`${PREFIX}/api/query/v1/functions/search`);
	expect(headersSeen[HEADER_OF_A_BRAND.toLowerCase()]).toBe('[token]');
	expect(headersSeen).not.toHaveProperty(HEADER.toLowerCase());
});

test('slashes and blanks around the Base URL do not matter', async () => {
	const { baseUrl } = elsewhere.credentials();
	const ended = await runNode({
		parameters: search,
		credentials: elsewhere.credentials({ baseUrl: ` ${String(baseUrl)}// `, token: ` ${TOKEN} ` }),
	});

	expect(errorOf(ended)).toBeUndefined();
	expect(elsewhere.requests()[0].path).toBe(`${PREFIX}/api/query/v1/functions/search`);
});

test.each([
	['Base URL', { baseUrl: 'your-instance.example.com' }],
	['Developer Token', { token: 'two\nlines' }],
	['Token Header', { headerName: 'no header' }],
])('a credential whose %s cannot be used is refused, nothing is sent', async (name, replaced) => {
	const ended = await runNode({
		parameters: search,
		credentials: platform.credentials(replaced),
	});

	expect(errorOf(ended)?.message).toContain(name);
	expect(platform.requests()).toEqual([]);
	expect(everythingIn(ended)).not.toContain('two\nlines');
});

describe('a token that the platform refuses', () => {
	const wrong = 'a-wrong-token-9876543210+/=';
	const forms = [
		wrong,
		encodeURIComponent(wrong),
		Buffer.from(wrong).toString('base64'),
		'9876543210',
	];

	test.each([
		['plain', []],
		['repeated in the answer', [{ fault: 'echo-token' }]],
	])('%s: NodeApiError 401, and the token is nowhere', async (_, rules) => {
		platform.faults(rules);
		const ended = await runNode({
			parameters: search,
			credentials: platform.credentials({ token: wrong }),
		});

		expect(errorOf(ended)).toMatchObject({
			name: 'NodeApiError',
			httpCode: '401',
			description: expect.stringMatching(/Developer Token.+ Token Header still contains SERVICE/),
			context: { itemIndex: 0 },
		});
		for (const form of forms) expect(everythingIn(ended)).not.toContain(form);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: the token is not in the error item either',
		async (onError) => {
			platform.faults([{ fault: 'echo-token' }]);
			const ended = await runNode({
				parameters: search,
				credentials: platform.credentials({ token: wrong }),
				settings: { onError },
			});

			expect(everythingIn(ended)).toContain('[token]');
			for (const form of forms) expect(everythingIn(ended)).not.toContain(form);
		},
	);
});

test('a redirect is not followed: the token stays with the base URL', async () => {
	const { baseUrl } = elsewhere.credentials();
	platform.faults([{ fault: 'redirect', location: `${String(baseUrl)}/api`, status: 307 }]);
	const ended = await runNode({ parameters: search, credentials: platform.credentials() });

	expect(errorOf(ended)?.message).toContain('redirects (307)');
	expect(elsewhere.requests()).toEqual([]);
});

test('an address where nothing answers is named as such', async () => {
	const ended = await runNode({
		parameters: { ...search, requestOptions: { maxRetries: 0 } },
		credentials: platform.credentials({ baseUrl: 'http://127.0.0.1:1' }),
		settings: { onError: 'continueRegularOutput' },
	});

	expect(jsonOf(ended)).toMatchObject([
		{
			error: expect.stringContaining("The platform can't be reached"),
			details: { networkCode: 'ECONNREFUSED', itemIndex: 0 },
		},
	]);
});
