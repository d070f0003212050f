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
		// n8n's helper returns undefined for an empty body.
		body: typeof body === 'string' ? body || undefined : JSON.stringify(body),
		headers,
	});

test("it requests one function with the token in its header, and doesn't follow redirects", async () => {
	const { status, message, requests } = await verdictOf(respondWith(200, page));

	expect({ status, message }).toEqual({ status: 'OK', message: 'Connection successful' });
	expect(requests).toEqual([
		expect.objectContaining({
			method: 'POST',
			uri: 'https://h.example.com/p/api/query/v1/functions/search',
			headers: {
				'Content-Type': 'application/json',
				Accept: 'application/json',
				'X-Brand-Token': token,
			},
			body: '{"filters":[],"sort":{"field":"name","ascending":true},"limit":1}',
			followRedirect: false,
			followAllRedirects: false,
			// Otherwise, n8n's helper throws for status 400 and above, and returns only the body.
			simple: false,
			resolveWithFullResponse: true,
		}),
	]);
});

test('a member "code" in the response is ignored', async () => {
	expect((await verdictOf(respondWith(200, { ...page, code: 401 }))).status).toBe('OK');
});

const FROM_HEADER = 'Check Developer Token and Token Header in the credential';
const NOT_THE_API = 'Check whether the Base URL in the credential leads to the API.';
const REDIRECT =
	"If the new address is your platform's, enter it as Base URL in the credential, without the path of the API.";
const TRY_LATER = 'Try again later, and ask your platform administrator if it keeps failing.';
const CANT_SORT =
	'The test sorts by name, which your platform may not support. Save the credential, and try it in a node.';

test.each([
	['an invalid token', respondWith(401, {}), `The platform returned 401. ${FROM_HEADER}.`],
	[
		'a missing permission',
		respondWith(403, 'no'),
		`The platform returned 403: no. ${FROM_HEADER}, and the permissions of the token.`,
	],
	[
		'a redirect',
		respondWith(302, '', { location: 'https://x.example' }),
		`The base URL redirects (302) to https://x.example. ${REDIRECT}`,
	],
	['a redirect to nowhere', respondWith(301, ''), `The base URL redirects (301). ${REDIRECT}`],
	['a failing service', respondWith(500, {}), `The platform returned 500. ${TRY_LATER}`],
	['an unavailable service', respondWith(503, {}), 'The platform returned 503. Try again later.'],
	['a slow service', respondWith(504, {}), 'The platform returned 504. Try again later.'],
	['a busy service', respondWith(429, {}), 'The platform returned 429. Try again later.'],
	['an HTML page', respondWith(200, '<html></html>'), `The response is a web page. ${NOT_THE_API}`],
	[
		'other JSON',
		respondWith(200, { data: [] }),
		`The response has no list of objects "results". ${NOT_THE_API}`,
	],
	['no content', respondWith(204, ''), `The response is empty. ${NOT_THE_API}`],
	[
		'an unknown path',
		respondWith(404, { code: 401 }),
		'The platform returned 404: {"code":401}. Check the Base URL and its path.',
	],
	[
		'a rejected search with an explanation',
		respondWith(400, { message: `cannot sort by name, ${token}` }),
		`The platform returned 400: cannot sort by name, [token]. ${CANT_SORT}`,
	],
	[
		'a rejected search without an explanation',
		respondWith(422, {}),
		`The platform returned 422. ${CANT_SORT}`,
	],
])('it reports %s', async (_, respond, message) => {
	const verdict = await verdictOf(respond);

	expect(verdict).toMatchObject({ status: 'Error', message });
});

test('it explains a rejected token with the default header of a new credential', async () => {
	const data = { ...usable, headerName: 'X-SERVICE-Developer-Token' };

	expect((await verdictOf(respondWith(401, {}), data)).message).toMatch(
		/in the credential\. Token Header still contains SERVICE\./,
	);
});

test.each([
	[{ code: 'ECONNREFUSED' }, "The platform can't be reached (ECONNREFUSED). Check the Base URL"],
	[{ cause: { code: 'ENOTFOUND' } }, "The platform can't be reached (ENOTFOUND). Check the Base"],
	[{ code: 'EPROTO' }, "The base URL can't be reached over https (EPROTO). Check"],
	[
		{ code: 'ECONNABORTED' },
		"The platform didn't respond in time (ECONNABORTED). Try again later.",
	],
	[new Error(`bad header ${token}`), 'The request failed: bad header [token]. Check'],
])('it reports that nothing responds: %p', async (error, message) => {
	const verdict = await verdictOf(() => {
		throw error;
	});

	expect(verdict).toMatchObject({ status: 'Error', message: expect.stringContaining(message) });
});

test('it sends nothing if the credential is invalid', async () => {
	const verdict = await verdictOf(respondWith(200, page), { ...usable, baseUrl: 'h.example.com' });

	expect(verdict.status).toBe('Error');
	expect(verdict.message).toMatch(/^Base URL must start with https/);
	expect(verdict.requests).toEqual([]);
});
