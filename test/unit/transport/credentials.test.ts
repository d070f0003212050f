import { accessOf } from '../../../nodes/DataPlatform/transport/credentials.ts';

const usable = {
	baseUrl: 'https://h.example.com',
	token: 'secret-token-0123456789',
	headerName: 'X-SERVICE-Developer-Token',
};
const invalidOf = (replaced: Record<string, unknown>) => {
	const access = accessOf({ ...usable, ...replaced } as Parameters<typeof accessOf>[0]);
	return 'refusal' in access ? access.refusal : undefined;
};

test('what can be used is taken as it is', () => {
	expect(accessOf(usable)).toEqual(usable);
});

test.each([
	['https://h.example.com/', 'https://h.example.com'],
	['https://h.example.com//', 'https://h.example.com'],
	[' https://h.example.com \n', 'https://h.example.com'],
	['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
	['https://h.example.com/a/b', 'https://h.example.com/a/b'],
	['https://h.example.com/a/b///', 'https://h.example.com/a/b'],
	['https://h.example.com/a/../b', 'https://h.example.com/b'],
	['HTTPS://H.Example.com/A', 'https://h.example.com/A'],
	['https://h.example.com:443/a', 'https://h.example.com/a'],
	['https://[::1]:5000/', 'https://[::1]:5000'],
	['https://bücher.example', 'https://xn--bcher-kva.example'],
])('the Base URL %p becomes %s', (baseUrl, expected) => {
	expect(accessOf({ ...usable, baseUrl })).toMatchObject({ baseUrl: expected });
});

test.each([
	[undefined, 'is empty'],
	[null, 'is empty'],
	['', 'is empty'],
	[' ', 'is empty'],
	[5, 'is empty'],
	['h.example.com', 'needs https:// (or http://) in front'],
	['localhost:5678', 'needs https:// (or http://) in front'],
	['//h.example.com', 'needs https:// (or http://) in front'],
	['/api', 'needs https:// (or http://) in front'],
	['mailto:a@example.com', 'needs https:// (or http://) in front'],
	['ftp://h.example.com', 'must begin with https:// or http://, not with ftp://'],
	['file:///etc/passwd', 'must begin with https:// or http://'],
	['https://', 'is not an address'],
	['https://a b', 'is not an address'],
	['https://h.example.com:99999', 'is not an address'],
	['https://user@h.example.com', 'must not hold a user name'],
	['https://user:password@h.example.com', 'must not hold a user name'],
	['https://h.example.com/?', 'must end before the question mark'],
	['https://h.example.com?tenant=1', 'must end before the question mark'],
	['https://h.example.com#', 'must end before the # sign'],
	['https://h.example.com/a#b', 'must end before the # sign'],
])('the Base URL %p is refused: %s', (baseUrl, reason) => {
	expect(invalidOf({ baseUrl })).toMatch(/^'Base URL' /);
	expect(invalidOf({ baseUrl })).toContain(reason);
});

test.each([
	['  a-token ', 'a-token'],
	['a token with blanks', 'a token with blanks'],
	['!"#$%&/()=?~', '!"#$%&/()=?~'],
	['t', 't'],
])('the token %p is sent as %p', (token, sent) => {
	expect(accessOf({ ...usable, token })).toMatchObject({ token: sent });
});

test.each([
	[undefined, 'is empty'],
	['', 'is empty'],
	[' \n', 'is empty'],
	[5, 'is empty'],
	['secret\nsecret', 'line break'],
	['secret\r\nX-Other: 1', 'line break'],
	['secret\u0000', 'line break'],
	['sécret', 'another character'],
	['secret\u007fsecret', 'another character'],
	['secret…', 'another character'],
])('the token %p is refused, and not repeated: %s', (token, reason) => {
	expect(invalidOf({ token })).toMatch(/^'Developer Token' /);
	expect(invalidOf({ token })).toContain(reason);
	expect(invalidOf({ token })).not.toContain('cret');
});

test.each(['X-Brand-Developer-Token', 'a', "!#$%&'*+-.^_`|~09", ' X-Token '])(
	'%p is the name of a header',
	(headerName) => {
		expect(accessOf({ ...usable, headerName })).toMatchObject({ headerName: headerName.trim() });
	},
);

test.each([undefined, '', ' ', 'X Token', 'X-Token:', 'X-Tökén', 'X\nY', '"X"', 5])(
	'%p is no name of a header',
	(headerName) => {
		expect(invalidOf({ headerName })).toMatch(/^'Token Header' is not the name of an HTTP header/);
	},
);

test('everything that is wrong is told at once', () => {
	expect(invalidOf({ baseUrl: '', token: '', headerName: '' })).toMatch(
		/^'Base URL' .+; 'Developer Token' .+; 'Token Header' /,
	);
	expect(accessOf(undefined)).toHaveProperty('refusal');
});
