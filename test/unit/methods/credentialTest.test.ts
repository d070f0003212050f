import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';
import { testCredentials } from '../../../nodes/DataPlatform/methods/credentialTest.ts';

const token = 'secret-token-0123456789';
const usable = { baseUrl: 'https://h.example.com/p/', token, headerName: 'X-Brand-Token' };
const page = { results: [], totalHits: 0, hasMore: false, degraded: false };

async function verdictOf(respond: () => unknown, data = usable) {
	const request = jest.fn(async (_options: unknown) => respond());
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential = { id: '', name: '', type: 'dataPlatformApi', data } as ICredentialsDecrypted;
	const verdict = await testCredentials.call(context, credential);
	expect(verdict.message).not.toContain(token);
	return { ...verdict, requests: request.mock.calls.map(([options]) => options) };
}

const respondWith =
	(statusCode: number, body: unknown, headers = {}) =>
	() => ({
		statusCode,
		body,
		headers,
	});

test("it requests one function with the token in its header, and doesn't follow redirects", async () => {
	const { status, message, requests } = await verdictOf(respondWith(200, page));

	expect({ status, message }).toEqual({ status: 'OK', message: 'Connection successful' });
	expect(requests).toEqual([
		expect.objectContaining({
			method: 'POST',
			uri: 'https://h.example.com/p/api/query/v1/functions/search',
			headers: { 'X-Brand-Token': token },
			body: { filters: [], sort: { field: 'name', ascending: true }, limit: 1 },
			json: true,
			followRedirect: false,
			followAllRedirects: false,
			// Otherwise, n8n's helper throws for status 400 and above, and returns only the body.
			simple: false,
			resolveWithFullResponse: true,
		}),
	]);
});

test('it says if Token Header still contains SERVICE', async () => {
	const data = { ...usable, headerName: 'X-SERVICE-Developer-Token' };
	const { message } = await verdictOf(respondWith(401, {}), data);

	expect(message).toContain('Token Header still contains SERVICE');
});

test('a member "code" in the response is ignored', async () => {
	expect((await verdictOf(respondWith(200, { ...page, code: 401 }))).status).toBe('OK');
});

test.each([
	[
		'an invalid token',
		respondWith(401, {}),
		'The platform returned 401. Check Developer Token and Token Header in the credential.',
	],
	[
		'a missing permission',
		respondWith(403, 'no'),
		'The platform returned 403: no. Check Developer Token and Token Header in the credential, and the permissions of the token.',
	],
	[
		'a redirect',
		respondWith(302, '', { location: `https://x.example/${token}` }),
		"The base URL redirects (302) to https://x.example/[token]. If the new address is your platform's, enter it as Base URL in the credential, without the path of the API.",
	],
	['an unavailable service', respondWith(503, {}), 'The platform returned 503. Try again later.'],
	['a busy service', respondWith(429, {}), 'The platform returned 429. Try again later.'],
	[
		'an HTML page',
		respondWith(200, '<html><title>Log in</title></html>'),
		'The response is a web page ("Log in"). Check whether the Base URL in the credential leads to the API.',
	],
	[
		'other JSON',
		respondWith(200, { data: [] }),
		'The response has no list of objects "results". Check whether the Base URL in the credential leads to the API.',
	],
	[
		'a rejected search',
		respondWith(400, { message: `cannot sort by name, ${token}.` }),
		'The platform returned 400: cannot sort by name, [token]. The test sorts by name, which your platform may not support. Save the credential, and try it in a node.',
	],
	['an empty error', respondWith(503, undefined), 'The platform returned 503. Try again later.'],
	[
		'an empty success',
		respondWith(200, undefined),
		'The response is empty. Check whether the Base URL in the credential leads to the API.',
	],
	[
		'a wrong path',
		respondWith(404, {}),
		'The platform returned 404. Check whether the Base URL in the credential leads to the API.',
	],
	[
		'a proxy that rejects the search',
		respondWith(400, '<html><title>Bad Request</title></html>'),
		'The platform returned 400: Bad Request. Check whether the Base URL in the credential leads to the API.',
	],
	[
		'a rejected search without an explanation',
		respondWith(422, {}),
		'The platform returned 422. The test sorts by name, which your platform may not support. Save the credential, and try it in a node.',
	],
])('it reports %s', async (_, respond, message) => {
	expect(await verdictOf(respond)).toMatchObject({ status: 'Error', message });
});

test.each([
	[
		{ message: 'refused', code: 'ECONNREFUSED', syscall: 'connect' },
		"The platform can't be reached (ECONNREFUSED). Check the Base URL in the credential, and whether n8n can reach it.",
	],
	[
		{ message: 'wrong version number', code: 'EPROTO' },
		"The base URL can't be reached over https (EPROTO). Check in the credential whether the Base URL needs http:// instead of https://.",
	],
	[{ code: 'ETIMEDOUT' }, "The platform didn't respond in time (ETIMEDOUT). Try again later."],
	[
		new Error(`bad header ${token}`),
		'The request failed: bad header [token]. Check the credential, then the network between n8n and the platform.',
	],
])('it reports that nothing responds: %p', async (error, message) => {
	const verdict = await verdictOf(() => {
		throw error;
	});

	expect(verdict).toMatchObject({ status: 'Error', message });
});

test('it sends nothing if the credential is invalid', async () => {
	const verdict = await verdictOf(respondWith(200, page), { ...usable, baseUrl: 'h.example.com' });

	expect(verdict.status).toBe('Error');
	expect(verdict.message).toMatch(/^Base URL must start with https/);
	expect(verdict.requests).toEqual([]);
});
