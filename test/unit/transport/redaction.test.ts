import fc from 'fast-check';
import { Redaction } from '../../../nodes/DataPlatform/transport/redaction.ts';

const TOKEN = `a"b/c d+e=\\f&<'%é~`.replace('é', 'e');

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The forms that SECURITY.md lists. */
const FORMS: Record<string, (token: string) => string> = {
	'as it is': (token) => token,
	'in JSON': (token) => JSON.stringify(token).slice(1, -1),
	'in JSON with escaped slashes': (token) =>
		JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/'),
	'in a URL': encodeURIComponent,
	'in a URL, in lower case': (token) =>
		encodeURIComponent(token).replace(/%../g, (hex) => hex.toLowerCase()),
	'in a form': (token) => encodeURIComponent(token).replaceAll('%20', '+'),
	'in the text of HTML': (token) =>
		token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
	'in HTML': (token) =>
		token
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;')
			.replaceAll('"', '&quot;')
			.replaceAll("'", '&#39;'),
	'in base64': base64,
	'in base64 without padding': (token) => base64(token).replace(/=+$/, ''),
	'in base64url': (token) => Buffer.from(token).toString('base64url'),
};

test.each(Object.entries(FORMS))('%s: the token is removed', (_, form) => {
	const redaction = new Redaction(TOKEN);

	expect(redaction.text(`Token ${form(TOKEN)}, ${form(TOKEN)}!`)).toBe('Token [token], [token]!');
});

test.each(['~?>~?>~?>', '~?>~?>~?>~', '~?>~?>~?>~?'])(
	'%s: its base64 has the characters that base64url replaces',
	(token) => {
		expect(base64(token)).toMatch(/[+/]/);
		for (const form of ['in base64', 'in base64 without padding', 'in base64url']) {
			const echo = `Token ${FORMS[form](token)}!`;

			expect(new Redaction(token).text(echo)).toBe('Token [token]!');
		}
	},
);

test('a form that begins with the token is removed as a whole', () => {
	expect(new Redaction('abcdefgh&').text('Token abcdefgh&amp;!')).toBe('Token [token]!');
});

test('everything else is unchanged', () => {
	const redaction = new Redaction(TOKEN);

	expect(redaction.text(`1: ${TOKEN} $& $1`)).toBe('1: [token] $& $1');
	expect(redaction.text('nothing here')).toBe('nothing here');
	expect(redaction.text(TOKEN.toUpperCase())).toBe(TOKEN.toUpperCase());
	expect(redaction.text(`C:\\${TOKEN}`)).toBe('C:\\[token]');
});

test("a short token doesn't remove other letters", () => {
	expect(new Redaction('t').text('YWJj dA in it')).toBe('YWJj dA in i[token]');
	expect(new Redaction('abc').text('YWJ and other words')).toBe('YWJ and other words');
});

test.each([
	['"12345678901"', 'text'],
	['12345678901', 'a number'],
	['"\\u0031234567890\\u0031"', 'escaped text'],
])('a token of digits: %s (%s) is removed from data', (value) => {
	const text = `{"echo":${value},"other":123456789012,"more":[1,true,null]}`;
	const redaction = new Redaction('12345678901');

	expect(redaction.json(JSON.parse(text), text)).toMatchObject({
		echo: '[token]',
		more: [1, true, null],
	});
	expect(redaction.response({ statusCode: 400, headers: {}, body: text }).body).toContain(
		'"echo":"[token]"',
	);
});

test('JSON escapes do not hide the token', () => {
	const text = '{"a":"secret\\u002dtoken\\/x"}';

	expect(new Redaction('secret-token/x').json(JSON.parse(text), text)).toEqual({ a: '[token]' });
	const other = { a: 'é/' };
	expect(new Redaction('secret-token/x').json(other, '{"a":"\\u00e9\\/"}')).toBe(other);
});

const VISIBLE = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const tokens = fc
	.tuple(
		VISIBLE,
		fc.array(fc.oneof(VISIBLE, fc.constantFrom(' ', '\\', '%', '&')), { minLength: 6 }),
		VISIBLE,
	)
	.map(([first, inner, last]) => [first, ...inner, last].join(''));

test('any token in any form is removed', () => {
	fc.assert(
		fc.property(
			tokens,
			fc.constantFrom(...Object.values(FORMS)),
			fc.string(),
			(token, form, around) => {
				const echo = form(token);
				const redaction = new Redaction(token);
				fc.pre(!around.includes(echo));
				expect(redaction.text(`${around}<${echo}>${around}`)).not.toContain(`<${echo}>`);

				const json = { [echo]: [{ message: echo }, around, 1] };
				const text = JSON.stringify(json);
				const removed = {
					[redaction.text(echo)]: [{ message: redaction.text(echo) }, redaction.text(around), 1],
				};
				expect(redaction.json(json, text)).toEqual(removed);
				expect(redaction.response({ statusCode: 400, headers: json, body: text })).toEqual({
					statusCode: 400,
					headers: removed,
					body: JSON.stringify(removed),
				});
			},
		),
	);
});

test('a body keeps every digit of its numbers', () => {
	const body = `{"id":9007199254740993,"token":"${encodeURIComponent(TOKEN)}"}`;

	expect(new Redaction(TOKEN).response({ statusCode: 400, headers: {}, body }).body).toBe(
		'{"id":9007199254740993,"token":"[token]"}',
	);
});

test("data isn't searched for a short token", () => {
	const json = { name: 'abc' };

	expect(new Redaction('abc').json(json, JSON.stringify(json))).toBe(json);
});

// A nonlinear search would take days for megabytes.
test.each(['a', 'a"', '\\', '%', '&', '\\\\', 'a"b/c d+e=\\\\', 'a\\\\"'])(
	'it searches a text full of %j',
	(begin) => {
		const text = begin.repeat(Math.ceil(20_000_000 / begin.length));

		expect(new Redaction(TOKEN).text(text)).toBe(text);
		expect(new Redaction(`${'\\'.repeat(12)}x`).text(text)).toBe(text);
	},
);
