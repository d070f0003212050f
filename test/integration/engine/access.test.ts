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

/** All data of the execution, including hidden properties. */
const everythingIn = ({ run: data }: EngineRun) =>
	inspect(data, {
		depth: Infinity,
		showHidden: true,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
	});

test('each request contains the token only in its header', async () => {
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

test('the credential sets the token header and the base path', async () => {
	const ended = await runNode({ parameters: search, credentials: elsewhere.credentials() });

	expect(errorOf(ended)).toBeUndefined();
	expect(jsonOf(ended)).toHaveLength(1);
	const [{ path, headersSeen }] = elsewhere.requests();
	expect(path).toBe(`${PREFIX}/api/query/v1/functions/search`);
	expect(headersSeen[HEADER_OF_A_BRAND.toLowerCase()]).toBe('[token]');
	expect(headersSeen).not.toHaveProperty(HEADER.toLowerCase());
});

test.each([
	['Base URL', { baseUrl: 'your-instance.example.com' }],
	['Developer Token', { token: 'two\nlines' }],
	['Token Header', { headerName: 'no header' }],
])('the node sends nothing if the credential has an invalid %s', async (name, replaced) => {
	const ended = await runNode({
		parameters: search,
		credentials: platform.credentials(replaced),
	});

	expect(errorOf(ended)?.message).toContain(name);
	expect(platform.requests()).toEqual([]);
	expect(everythingIn(ended)).not.toContain('two\nlines');
});

describe('a token that the platform rejects', () => {
	const wrong = 'a-wrong-token-9876543210+/=';
	const forms = [
		wrong,
		encodeURIComponent(wrong),
		Buffer.from(wrong).toString('base64'),
		'9876543210',
	];

	test.each([
		['plain', []],
		['repeated in the response', [{ fault: 'echo-token' }]],
	])("%s: NodeApiError 401 that doesn't contain the token", async (_, rules) => {
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
});
