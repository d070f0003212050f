import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { testCredential } from '../../support/engine/credentialTest.ts';
import { HEADER, TOKEN, simulatedPlatform } from '../../support/engine/platform.ts';
import { startTestServer } from '../../support/engine/server.ts';

const PREFIX = '/tenants/7';
const platform = simulatedPlatform();
const behindPrefix = simulatedPlatform({ basePath: PREFIX });

/** What the other server responds, and the paths of the requests that it got. */
let response: { status: number; body?: string; headers?: Record<string, string> };
let paths: string[] = [];
const server = startTestServer((request, reply) => {
	paths.push(request.url ?? '');
	const { status, body = '', headers = {} } = response;
	reply.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
});

async function testAgainst(given: typeof response) {
	response = given;
	paths = [];
	return await testCredential(platform.credentials({ baseUrl: server() }));
}

const page = (results: unknown) =>
	JSON.stringify({ results, totalHits: 0, hasMore: false, degraded: false });

test('a working credential passes with one search for one function', async () => {
	expect(await testCredential(platform.credentials())).toMatchObject({ status: 'OK' });

	const [{ method, path, body, headersSeen }, ...others] = platform.requests();
	expect({ method, path, body }).toEqual({
		method: 'POST',
		path: '/api/query/v1/functions/search',
		body: { filters: [], sort: { field: 'name', ascending: true }, limit: 1 },
	});
	expect(headersSeen[HEADER.toLowerCase()]).toBe('[token]');
	expect(others).toEqual([]);
});

test.each(['//', '/ '])('blanks and slashes around Base URL are ignored: %p', async (end) => {
	const baseUrl = ` ${behindPrefix.credentials().baseUrl as string}${end}`;
	expect(await testCredential(behindPrefix.credentials({ baseUrl }))).toMatchObject({
		status: 'OK',
	});
	expect(behindPrefix.requests().map(({ path }) => path)).toEqual([
		`${PREFIX}/api/query/v1/functions/search`,
	]);
});

test.each([
	['an empty list', page([])],
	['an empty list that is null', page(null)],
])('%s passes', async (_, body) => {
	expect(await testAgainst({ status: 200, body })).toMatchObject({ status: 'OK' });
});

test.each([
	[400, /sorts functions by name/],
	[401, /'Token Header'/],
	[403, /permissions/],
	[404, /'Base URL'/],
	[503, /^Service Unavailable$/],
])('status %d fails with what to do', async (status, message) => {
	const result = await testAgainst({ status, body: '{}' });

	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
});

test.each([302, 307])("a redirect (%d) isn't followed", async (status) => {
	const headers = { Location: `${server()}/elsewhere` };
	const result = await testAgainst({ status, headers });

	expect(result).toEqual({ status: 'Error', message: expect.stringContaining(`(${status})`) });
	expect(paths).toEqual(['/api/query/v1/functions/search']);
});

test.each([
	['a login page', '<html><title>Log in</title></html>'],
	['other JSON', '{"data":[]}'],
	['nothing', ''],
])('a success with %s fails', async (_, body) => {
	const headers = body.startsWith('<') ? { 'Content-Type': 'text/html' } : undefined;
	const result = await testAgainst({ status: 200, body, headers });

	expect(result).toEqual({
		status: 'Error',
		message: expect.stringContaining("doesn't come from the API"),
	});
});

test.each([
	['baseUrl', 'h.example.com', /^'?Base URL'? must be an address with https/],
	['token', 'a\nb', /^'?Developer Token'? is empty, or contains a line break/],
	['headerName', 'X Y', /^'?Token Header'? must be a header name/],
])('an invalid %s sends nothing', async (name, value, message) => {
	const result = await testCredential(platform.credentials({ [name]: value }));

	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	expect(result.message).not.toContain(TOKEN);
	expect(platform.requests()).toEqual([]);
});

test('an address where nothing responds gives the code of the network error', async () => {
	const closed = createServer().listen(0, '127.0.0.1');
	await once(closed, 'listening');
	const { port } = closed.address() as AddressInfo;
	await new Promise((resolve) => closed.close(resolve));

	const result = await testCredential(
		platform.credentials({ baseUrl: `http://127.0.0.1:${port}` }),
	);

	expect(result).toEqual({ status: 'Error', message: 'ECONNREFUSED' });
});
