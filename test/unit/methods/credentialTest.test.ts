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

test('a member "code" in the response is ignored', async () => {
	expect((await verdictOf(respondWith(200, { ...page, code: 401 }))).status).toBe('OK');
});

test.each([
	['an invalid token (401)', respondWith(401, {}), /rejected the token \(401\)/],
	['a missing permission (403)', respondWith(403, 'no'), /rejected the token \(403\)/],
	[
		'a redirect',
		respondWith(302, '', { location: 'https://x.example' }),
		/redirects \(302\) to https:\/\/x/,
	],
	['a redirect to nowhere', respondWith(301, ''), /redirects \(301\) to another address/],
	['an unavailable service', respondWith(503, {}), /isn't available right now \(503\)/],
	['a failing service', respondWith(500, {}), /isn't available right now \(500\)/],
	['a busy service', respondWith(429, {}), /isn't available right now \(429\)/],
	['several choices', respondWith(300, '', { location: 'https://x.example' }), /redirects \(300\)/],
	['an HTML page', respondWith(200, '<html></html>'), /not as this API does/],
	['other JSON', respondWith(200, { data: [] }), /not as this API does/],
	['an unknown path', respondWith(404, {}), /not as this API does/],
	['another success', respondWith(204, page), /not as this API does/],
	['a 400 without JSON', respondWith(400, 'Bad Request'), /not as this API does/],
	[
		'a rejected search with an explanation',
		respondWith(400, { message: `cannot sort by name, ${token}` }),
		/An API at https:\/\/h.example.com\/p rejected the test's search \(400\): cannot sort by name, \[token\]\. The test sorts by name/,
	],
	[
		'a rejected search without an explanation',
		respondWith(422, {}),
		/\(422\): no explanation\. The/,
	],
	[
		'a member "code", which is no envelope',
		respondWith(404, { code: 401 }),
		/not as this API does/,
	],
])('it reports %s', async (_, respond, message) => {
	const verdict = await verdictOf(respond);

	expect(verdict.status).toBe('Error');
	expect(verdict.message).toMatch(message);
});

test.each([401, 403])(
	'it explains a %s with the default header of a new credential',
	async (status) => {
		const { message } = await verdictOf(respondWith(status, {}), {
			...usable,
			headerName: 'X-SERVICE-Developer-Token',
		});

		expect(message).toBe(
			`The platform rejected the token (${status}). Check Developer Token and Token Header${status === 403 ? ', and whether the token may search functions' : ''}. Token Header still contains SERVICE. Replace SERVICE with your platform's word, unless you use this project's simulator.`,
		);
	},
);

test("another header isn't mistaken for the default header", async () => {
	const data = { ...usable, headerName: 'X-MYSERVICE-Developer-Token' };

	expect((await verdictOf(respondWith(401, {}), data)).message).toBe(
		'The platform rejected the token (401). Check Developer Token and Token Header.',
	);
});

test.each([
	[{ code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
	[{ cause: { code: 'ENOTFOUND' } }, 'ENOTFOUND'],
	[new Error(`bad header ${token}`), 'bad header [token]'],
])('it reports that nothing responds: %p', async (error, reason) => {
	const verdict = await verdictOf(() => {
		throw error;
	});

	expect(verdict.status).toBe('Error');
	expect(verdict.message).toContain(`can't be reached at https://h.example.com/p (${reason}). `);
	expect(verdict.message).not.toContain('secret-token');
});

test.each([
	['ETIMEDOUT', /\(ETIMEDOUT\)\. Try again later\.$/],
	['ECONNREFUSED', /\(ECONNREFUSED\)\. Check/],
])('after %s, its advice fits a credential', async (code, message) => {
	const verdict = await verdictOf(() => {
		throw Object.assign(new Error('No'), { code });
	});

	expect(verdict.message).toMatch(message);
});

test('it sends nothing if the credential is invalid', async () => {
	const verdict = await verdictOf(respondWith(200, page), { ...usable, baseUrl: 'h.example.com' });

	expect(verdict.status).toBe('Error');
	expect(verdict.message).toMatch(/^Base URL must start with https/);
	expect(verdict.requests).toEqual([]);
});
