import { inspect } from 'node:util';
import { errorOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import { HEADER, simulatedPlatform, TOKEN } from '../../support/engine/platform.ts';

const HEADER_OF_A_BRAND = 'X-Brand-Developer-Token';
const PREFIX = '/tenants/7';

const platform = simulatedPlatform();
const elsewhere = simulatedPlatform({ header: HEADER_OF_A_BRAND, basePath: PREFIX });

const search = { resource: 'function', operation: 'search', limit: 1 };
const run = { resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' };

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
	const everything = inspect(ended.run, {
		depth: Infinity,
		showHidden: true,
		maxStringLength: null,
	});
	expect(everything).not.toContain(TOKEN);
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
