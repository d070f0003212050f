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
const invalidOf = (replaced: Record<string, unknown>) => {
	try {
		readCredential({ ...usable, ...replaced } as Parameters<typeof readCredential>[0]);
		return undefined;
	} catch (error) {
		expect(error).toMatchObject({ description: 'Correct it in the credential.' });
		return (error as Error).message;
	}
};

test('a valid credential is unchanged', () => {
	expect(readCredential(usable)).toEqual(usable);
});

test.each([
	['https://h.example.com/', 'https://h.example.com'],
	['https://h.example.com//', 'https://h.example.com'],
	[' https://h.example.com \n', 'https://h.example.com'],
	['\u200bhttps://h.example.com/\u2060', 'https://h.example.com'],
	['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
	['https://h.example.com/a/b', 'https://h.example.com/a/b'],
	['https://h.example.com/a/b///', 'https://h.example.com/a/b'],
	['https://h.example.com/a/../b', 'https://h.example.com/b'],
	['HTTPS://H.Example.com/A', 'https://h.example.com/A'],
	['https://h.example.com:443/a', 'https://h.example.com/a'],
	['https://[::1]:5000/', 'https://[::1]:5000'],
	['https://bücher.example', 'https://xn--bcher-kva.example'],
])('the Base URL %p becomes %s', (baseUrl, expected) => {
	expect(readCredential({ ...usable, baseUrl })).toMatchObject({ baseUrl: expected });
});

test.each([
	...[undefined, null, '', ' ', 5, 'h.example.com', 'at https://h.example.com', 'localhost:5678'],
	...['//h.example.com', '/api', 'mailto:a@example.com', 'ftp://h.example.com', 'https://'],
	...['https://a b', 'https://h.example.com:99999', 'https://user@h.example.com'],
	...['https://user:password@h.example.com', 'https://h.example.com/?', 'https://h.example.com#'],
])('the Base URL %p is invalid', (baseUrl) => {
	expect(invalidOf({ baseUrl })).toMatch(/^'Base URL' must be an address/);
});

test.each([
	['  a-token ', 'a-token'],
	['\u200ba-token\ufeff', 'a-token'],
	['a token with spaces', 'a token with spaces'],
	['!"#$%&/()=?~', '!"#$%&/()=?~'],
	['t', 't'],
])('the token %p is sent as %p', (token, sent) => {
	expect(readCredential({ ...usable, token })).toMatchObject({ token: sent });
});

test.each([
	...[undefined, '', ' \n', 5, 'secret\nsecret', 'secret\r\nX-Other: 1', 'secret\u0000'],
	...['sécret', 'secret\u007fsecret', 'secret…'],
])("the token %p is invalid, and the message doesn't contain it", (token) => {
	expect(invalidOf({ token })).toMatch(/^'Developer Token' is empty, or contains a line break/);
	expect(invalidOf({ token })).not.toContain('cret');
});

test.each(['X-Brand-Developer-Token', 'a', "!#$%&'*+-.^_`|~09", ' X-Token '])(
	'%p is a valid header name',
	(headerName) => {
		expect(readCredential({ ...usable, headerName })).toMatchObject({
			headerName: headerName.trim(),
		});
	},
);

test.each([undefined, '', ' ', 'X Token', 'X-Token:', 'X-Tökén', 'X\nY', '"X"', 5])(
	'%p is an invalid header name',
	(headerName) => {
		expect(invalidOf({ headerName })).toMatch(/^'Token Header' must be a header name/);
	},
);

test('the message lists all problems', () => {
	expect(invalidOf({ baseUrl: '', token: '', headerName: '' })).toMatch(
		/^'Base URL' .+; 'Developer Token' .+; 'Token Header' /,
	);
});

describe('the credential of an item', () => {
	const readerOf = async (credentials: Array<object | Error>) => {
		let decryptions = 0;
		const getCredentials = async (_: string, index: number) => {
			decryptions++;
			const credential = credentials[Math.min(index, credentials.length - 1)];
			return credential instanceof Error ? await Promise.reject(credential) : credential;
		};
		const getInputData = () => [{ json: {} }, { json: {} }, { json: {} }];
		const context = { getCredentials, getInputData } as unknown as IExecuteFunctions;
		return { reader: await createAccessReader(context), count: () => decryptions };
	};

	test('is decrypted once for all items', async () => {
		const { reader, count } = await readerOf([usable]);
		for (const index of [0, 1, 2]) expect(await reader(index)).toMatchObject({ isPerItem: false });
		// The second one finds out whether items differ.
		expect(count()).toBe(2);
	});

	test('fails only the items for which it is invalid', async () => {
		const other = { ...usable, token: '' };
		const { reader } = await readerOf([other, new Error('no tenant'), usable]);
		await expect(reader(0)).rejects.toThrow("'Developer Token' is empty");
		await expect(reader(1)).rejects.toMatchObject({
			message: 'no tenant',
			description: expect.stringMatching(/^Select a credential/),
		});
		expect(await reader(2)).toMatchObject({ token: usable.token, isPerItem: true });
	});

	test('is decrypted once for each item if items differ', async () => {
		const tokens = ['a', 'b', 'c', 'd'].map((token) => ({ ...usable, token }));
		const { reader, count } = await readerOf(tokens);
		const read = [await reader(0), await reader(1), await reader(2)];
		expect(read.map(({ token }) => token)).toEqual(['a', 'b', 'c']);
		expect(count()).toBe(4);
	});
});
