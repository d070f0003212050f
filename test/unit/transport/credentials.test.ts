import type { IExecuteFunctions } from 'n8n-workflow';
import {
	createAccessReader,
	readCredential,
} from '../../../nodes/DataPlatform/transport/credentials.ts';

const usable = {
	baseUrl: 'https://h.example.com',
	token: 'secret-token-0123456789',
	headerName: 'X-SERVICE-Developer-Token',
};
const read = (replaced: Record<string, unknown>) =>
	readCredential({ ...usable, ...replaced } as Parameters<typeof readCredential>[0]);

test.each([
	['baseUrl', ' \u200bhttps://h.example.com//\u2060\n', 'https://h.example.com'],
	['baseUrl', '\u2066https://h.example.com\u202c\u{E0001}', 'https://h.example.com'],
	['baseUrl', 'https://h.example.com/a/b///', 'https://h.example.com/a/b'],
	['baseUrl', 'https://h.example.com/a/../b', 'https://h.example.com/b'],
	['baseUrl', 'HTTPS://H.Example.com:443/A', 'https://h.example.com/A'],
	['baseUrl', 'https://[::1]:5000/', 'https://[::1]:5000'],
	['baseUrl', 'https://bücher.example', 'https://xn--bcher-kva.example'],
	['token', ' \u200ba-token\ufeff ', 'a-token'],
	['token', 'a token with !"#$%&/()=?~', 'a token with !"#$%&/()=?~'],
	['headerName', ' X-Brand-Developer-Token ', 'X-Brand-Developer-Token'],
	['headerName', "!#$%&'*+-.^_`|~09", "!#$%&'*+-.^_`|~09"],
])('%s: %p is used as %p', (name, given, used) => {
	expect(read({ [name]: given })).toEqual({ ...usable, [name]: used });
});

const INVALID_ADDRESSES = [
	'h.example.com|at https://h.example.com|localhost:5678|/api|ftp://h.example.com|https://',
	'https://a b|https://h.example.com:99999|https://h.example.com/?|https://h.example.com#',
	'https://user@h.example.com|https://:password@h.example.com',
].flatMap((line) => line.split('|'));

test.each([undefined, ' ', 5, ...INVALID_ADDRESSES])('the Base URL %p is invalid', (baseUrl) => {
	expect(() => read({ baseUrl })).toThrow(/^'Base URL' must be an address/);
});

const INVALID_TOKENS =
	'secret\nsecret|secret\r\nX-Other: 1|secret\0|sécret|secret\u007fsecret'.split('|');

test.each([undefined, ' \n', 5, ...INVALID_TOKENS])(
	"the token %p is invalid, and the message doesn't contain it",
	(token) => {
		expect(() => read({ token })).toThrow(/^'Developer Token' is empty, or contains((?!cret).)+$/);
	},
);

const INVALID_NAMES = [undefined, ' ', 'X Token', 'X-Token:', 'X-Tökén', 'X\nY', '"X"'];

test.each(INVALID_NAMES)('the header name %p is invalid', (headerName) => {
	expect(() => read({ headerName })).toThrow(/^'Token Header' must be a header name/);
});

test('the message lists all problems', () => {
	const message = expect.stringMatching(/^'Base URL' .+; 'Developer Token' .+; 'Token Header' /);
	const error = { message, description: 'Correct it in the credential.' };
	const allWrong = { baseUrl: '', token: '', headerName: '' };
	expect(() => read(allWrong)).toThrow(expect.objectContaining(error));
});

const second = { ...usable, token: 'another-token-0123456789' };

test.each([
	[[usable, usable, { ...usable }], false],
	[[usable, second, usable], true],
	[[usable, { ...usable, baseUrl: 'https://other.example.com' }], false],
])(
	'%#: n8n is asked for each item, and whether tokens differ is known',
	async (all, hasSeveralTokens) => {
		const getCredentials = jest.fn(async (_: string, index: number) => all[index]);
		const readAccess = createAccessReader({ getCredentials } as unknown as IExecuteFunctions);

		const accesses = [];
		for (const index of all.keys()) accesses.push(await readAccess(index));

		expect(getCredentials.mock.calls.map(([, index]) => index)).toEqual([...all.keys()]);
		expect(accesses).toMatchObject(all.map((data) => ({ ...data, data, hasSeveralTokens })));
		expect(new Set(accesses).size).toBe(new Set(all.map((data) => JSON.stringify(data))).size);
	},
);

test('an invalid credential is an error about the item, with its cause', async () => {
	const cause = new Error('no tenant');
	const getCredentials = async (_: string, index: number) =>
		index === 0 ? { ...usable, token: '' } : await Promise.reject(cause);
	const readAccess = createAccessReader({ getCredentials } as unknown as IExecuteFunctions);

	await expect(readAccess(0)).rejects.toThrow("'Developer Token' is empty");
	const description = expect.stringMatching(/^Select a credential/);
	await expect(readAccess(1)).rejects.toMatchObject({ message: 'no tenant', description, cause });
});
