import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';
import { testCredentials } from '../../../nodes/DataPlatform/methods/credentialTest.ts';

const token = 'secret-token-0123456789';
const usable = { baseUrl: 'https://h.example.com/p/', token, headerName: 'X-Brand-Token' };
const page = { results: [], totalHits: 0, hasMore: false, degraded: false };

async function verdictOf(answer: () => unknown, data = usable) {
	const request = jest.fn(async (_options: unknown) => answer());
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential = { id: '', name: '', type: 'dataPlatformApi', data } as ICredentialsDecrypted;
	const verdict = await testCredentials.call(context, credential);
	expect(verdict.message).not.toContain(token);
	return { ...verdict, requests: request.mock.calls.map(([options]) => options) };
}

const answers =
	(statusCode: number, body: unknown, headers = {}) =>
	() => ({
		statusCode,
		body,
		headers,
	});

test('it asks for one function, with the token in its header, and follows no redirect', async () => {
	const { status, message, requests } = await verdictOf(answers(200, page));

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
			// n8n's helper would throw a status of 400 or more, and give the body alone.
			simple: false,
			resolveWithFullResponse: true,
		}),
	]);
});

test('a further member "code" of the answer says nothing', async () => {
	expect((await verdictOf(answers(200, { ...page, code: 401 }))).status).toBe('OK');
});

test.each([
	['refused (401)', answers(401, {}), /rejected the token \(401\)/],
	['refused (403)', answers(403, 'no'), /rejected the token \(403\)/],
	[
		'a redirect',
		answers(302, '', { location: 'https://x.example' }),
		/redirects \(302\) to https:\/\/x/,
	],
	['a redirect to nowhere', answers(301, ''), /redirects \(301\) to another address/],
	['the service is down', answers(503, {}), /isn't available right now \(503\)/],
	['the service fails', answers(500, {}), /isn't available right now \(500\)/],
	['the service is busy', answers(429, {}), /isn't available right now \(429\)/],
	['several choices', answers(300, '', { location: 'https://x.example' }), /redirects \(300\)/],
	['an HTML page', answers(200, '<html></html>'), /it isn't this API/],
	['other JSON', answers(200, { data: [] }), /it isn't this API/],
	['not found', answers(404, {}), /it isn't this API/],
	['another success', answers(204, page), /it isn't this API/],
	['a 400 that is no JSON', answers(400, 'Bad Request'), /it isn't this API/],
	[
		'a search that is refused with words',
		answers(400, { message: `cannot sort by name, ${token}` }),
		/An API at https:\/\/h.example.com\/p rejected the test's search \(400\): cannot sort by name, \[token\]\. The test sorts by name/,
	],
	['a search that is refused without a word', answers(422, {}), /\(422\): no explanation\. The/],
	[
		'a further member "code", for there is no envelope',
		answers(404, { code: 401 }),
		/isn't this API/,
	],
])('%s', async (_, answer, message) => {
	const verdict = await verdictOf(answer);

	expect(verdict.status).toBe('Error');
	expect(verdict.message).toMatch(message);
});

test.each([401, 403])('refused (%s) with the header of a new credential', async (status) => {
	const { message } = await verdictOf(answers(status, {}), {
		...usable,
		headerName: 'X-SERVICE-Developer-Token',
	});

	expect(message).toBe(
		`The platform rejected the token (${status}). Check Developer Token and Token Header. Token Header still contains SERVICE: replace it with your platform's word (only the simulator accepts it).`,
	);
});

test('a header of the user is not taken for the one of a new credential', async () => {
	const data = { ...usable, headerName: 'X-MYSERVICE-Developer-Token' };

	expect((await verdictOf(answers(401, {}), data)).message).toBe(
		'The platform rejected the token (401). Check Developer Token and Token Header.',
	);
});

test.each([
	[{ code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
	[{ cause: { code: 'ENOTFOUND' } }, 'ENOTFOUND'],
	[new Error(`bad header ${token}`), 'bad header [token]'],
])('nothing answers: %p', async (error, reason) => {
	const verdict = await verdictOf(() => {
		throw error;
	});

	expect(verdict.status).toBe('Error');
	expect(verdict.message).toContain(`(${reason}). `);
	expect(verdict.message).not.toContain('secret-token');
});

test('a credential that cannot be used is not tried', async () => {
	const verdict = await verdictOf(answers(200, page), { ...usable, baseUrl: 'h.example.com' });

	expect(verdict.status).toBe('Error');
	expect(verdict.message).toMatch(/^Base URL must start with https/);
	expect(verdict.requests).toEqual([]);
});

test('where nothing answers, the address is named', async () => {
	const { message } = await verdictOf(() => {
		throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
	});

	expect(message).toMatch(
		/^The platform can't be reached at https:\/\/h\.example\.com\/p \(ECONNREFUSED\)\. /,
	);
});
