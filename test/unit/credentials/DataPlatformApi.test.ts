import type { IHttpRequestOptions } from 'n8n-workflow';
import { Expression, UserError } from 'n8n-workflow';
import { DataPlatformApi } from '../../../credentials/DataPlatformApi.credentials.ts';
import { readCredential } from '../../../nodes/DataPlatform/transport/credentials.ts';

const credentials = {
	baseUrl: 'https://h.example.com/prefix/',
	token: 'secret-token',
	headerName: 'X-Brand-Token',
};

const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

const authenticate = async (request: object) =>
	await new DataPlatformApi().authenticate(credentials, request as IHttpRequestOptions);

test.each([
	{ url: 'https://h.example.com/elsewhere' },
	{ url: 'HTTPS://H.EXAMPLE.COM:443/', headers: { Accept: 'a' }, body: { b: 1 } },
	{ url: '', uri: 'https://h.example.com/api' },
	{ url: 'api', baseURL: 'https://h.example.com/prefix/' },
	{ url: 'https://h.example.com/api', baseURL: 'https://other.example.com' },
	{ url: 'https://h.example.com/api', baseURL: '' },
])('%j gets the token in its header, and nothing else changes', async (request) => {
	const given = structuredClone(request);
	const headers = { ...request.headers, 'X-Brand-Token': 'secret-token' };
	expect(await authenticate(given)).toEqual({ ...request, ...NO_REDIRECTS, headers });
	expect(given).toEqual(request);
});

test.each([
	{ url: 'http://h.example.com/' },
	{ url: 'https://h.example.com:8443/' },
	{ url: 'https://h.example.com.evil.example/' },
	{ url: 'https://h.example.com@evil.example/' },
	{ url: 'https://evil.example\\@h.example.com/' },
	{ uri: 'https://other.example.com/' },
	{ url: '//evil.example/', baseURL: 'https://h.example.com' },
	{ url: 'https://evil.example/', baseURL: 'https://h.example.com' },
	{ url: '/api' },
	{},
])("%j doesn't get the token", async (request) => {
	const sent = authenticate(request);
	await expect(sent).rejects.toBeInstanceOf(UserError);
	await expect(sent).rejects.toThrow(/only go to the scheme, host and port .* 'Base URL'/);
	await expect(sent).rejects.not.toThrow(credentials.token);
});

test('every field is required, and the token is a password that each user may fill in', () => {
	expect(new DataPlatformApi().properties).toMatchObject([
		{ name: 'baseUrl', required: true },
		{ name: 'token', required: true, typeOptions: { password: true }, resolvableField: true },
		{ name: 'headerName', required: true, default: 'X-SERVICE-Developer-Token' },
	]);
});

test.each([
	'https://h.example.com',
	' \u00a0\ufeffhttps://h.example.com/ \n',
	'\u2066https://h.example.com\u202c',
	'\u200bhttps://h.example.com//\u{E0001}',
])('the test requests the same address as the node for %j', (baseUrl) => {
	const { baseURL } = new DataPlatformApi().test.request;
	const data = { $credentials: { ...credentials, baseUrl } } as never;
	const tested = new Expression('UTC').resolveSimpleParameterValue(baseURL, data);
	expect(tested).toBe(readCredential({ ...credentials, baseUrl }).baseUrl);
});

test('the test explains these statuses, and each message names its own', () => {
	const rules = new DataPlatformApi().test.rules!.filter(({ type }) => type === 'responseCode');
	const statuses = rules.map(({ properties }) => Number((properties as { value: number }).value));
	expect(statuses).toEqual([301, 302, 303, 307, 308, 400, 401, 403, 404]);
	for (const [at, { properties }] of rules.entries()) {
		expect((properties as { message: string }).message).toContain(String(statuses[at]));
	}
});
