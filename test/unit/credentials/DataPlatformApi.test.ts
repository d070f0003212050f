import type { IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { DataPlatformApi } from '../../../credentials/DataPlatformApi.credentials.ts';

const credentials = {
	baseUrl: 'https://h.example.com/prefix/',
	token: 'secret-token',
	headerName: 'X-Brand-Token',
};
type Address = { url?: string; uri?: string; baseURL?: string };
const request = (address: Address) => address as IHttpRequestOptions;

const authenticate = async (address: Address, replaced = {}) =>
	await new DataPlatformApi().authenticate({ ...credentials, ...replaced }, request(address));

const errorOf = async (address: Address, replaced = {}) =>
	await authenticate(address, replaced).then(
		() => undefined,
		(error: Error) => error,
	);

const ownAddresses: Address[] = [
	{ url: 'https://h.example.com/elsewhere' },
	{ url: 'HTTPS://H.EXAMPLE.COM:443/' },
	{ url: '', uri: 'https://h.example.com/api' },
	{ url: 'api', baseURL: 'https://h.example.com/prefix/' },
	{ url: 'https://h.example.com/api', baseURL: 'https://other.example.com' },
];

const noRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

test.each(ownAddresses)('%p gets the token in its header', async (address) => {
	const { headers, ...rest } = await authenticate(address);

	expect(headers).toEqual({ 'X-Brand-Token': 'secret-token' });
	expect(rest).toEqual({ ...address, ...noRedirects });
});

test("it keeps everything else, and doesn't change the given request", async () => {
	const given = { url: 'https://h.example.com/', headers: { Accept: 'a' }, body: { b: 1 } };
	const before = structuredClone(given);

	expect(await authenticate(given)).toEqual({
		...given,
		...noRedirects,
		headers: { Accept: 'a', 'X-Brand-Token': 'secret-token' },
	});
	expect(given).toEqual(before);
});

const otherAddresses: Address[] = [
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
];

test.each(otherAddresses)("%p doesn't get the token", async (address) => {
	const error = await errorOf(address);

	expect(error).toBeInstanceOf(UserError);
	expect(error?.message).toContain(
		"only go to the scheme, host and port of the credential's 'Base URL'",
	);
	expect(error?.message).not.toContain(credentials.token);
});

test('an invalid credential fails with the reason', async () => {
	const error = await errorOf({ url: 'https://h.example.com/' }, { baseUrl: 'h.example.com' });

	expect(error).toBeInstanceOf(UserError);
	expect(error?.message).toMatch(/^'Base URL' must be an address with https/);
});

test('the token is a password field that each user may fill in, and the header has its default', () => {
	const { properties } = new DataPlatformApi();
	const fields = Object.fromEntries(properties.map((property) => [property.name, property]));

	expect(properties.map(({ displayName, name }) => [displayName, name])).toEqual([
		['Base URL', 'baseUrl'],
		['Developer Token', 'token'],
		['Token Header', 'headerName'],
	]);
	expect(fields.token).toMatchObject({ typeOptions: { password: true }, resolvableField: true });
	expect(fields.headerName.default).toBe('X-SERVICE-Developer-Token');
	expect(properties.map(({ required }) => required)).toEqual([true, true, true]);
});
