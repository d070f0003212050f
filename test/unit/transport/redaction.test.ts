import fc from 'fast-check';
import { Redaction } from '../../../nodes/DataPlatform/transport/redaction.ts';

const TOKEN = 'a"b/c d+e=\\f&';

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');

/** What a service may make of a character. */
const ENCODINGS: Record<string, (character: string) => string> = {
	'as it is': (character) => character,
	'percent-encoded': (character) => `%${hexOf(character)}`,
	'percent-encoded in capitals': (character) => `%${hexOf(character).toUpperCase()}`,
	'percent-encoded twice': (character) => `%25${hexOf(character)}`,
	'as a decimal reference': (character) => `&#${character.charCodeAt(0)};`,
	'as a hexadecimal reference': (character) => `&#x${hexOf(character)};`,
	'as a reference in capitals': (character) => `&#X00${hexOf(character).toUpperCase()};`,
	'as a reference, encoded once more': (character) => `&amp;#x${hexOf(character)};`,
	'as a reference in JSON': (character) => `\\u0026#x${hexOf(character)};`,
	'as an escape of JSON': (character) => `\\u00${hexOf(character)}`,
	'as an escape of JSON in JSON': (character) => `\\\\u00${hexOf(character).toUpperCase()}`,
	'as an escape of JavaScript': (character) => `\\x${hexOf(character)}`,
	'as a code point of JavaScript': (character) => `\\u{${hexOf(character)}}`,
};

/** What only some of the characters may become. */
const OF_SOME: Record<string, string[]> = {
	'"': ['&quot;', '\\"', '\\\\\\"'],
	'/': ['\\/', '&sol;', '\\\\/'],
	'=': ['&equals;'],
	'&': ['&amp;', '&amp;amp;'],
	'+': ['&plus;'],
	' ': ['+'],
	'\\': ['\\\\', '&bsol;'],
};

const encodingsOf = (character: string) => [
	...Object.values(ENCODINGS).map((encoding) => encoding(character)),
	...(OF_SOME[character] ?? []),
];

test.each(Object.entries(ENCODINGS))('each character %s: the token is taken out', (_, encoding) => {
	const echo = [...TOKEN].map(encoding).join('');

	expect(new Redaction(TOKEN).text(`Token ${echo}, ${echo}!`)).toMatch(
		/^Token \\*\[token\], \\*\[token\]!$/,
	);
});

test.each([
	['inside a JSON text', JSON.stringify(TOKEN).slice(1, -1)],
	['as encodeURIComponent writes it', encodeURIComponent(TOKEN)],
	['in base64', Buffer.from(TOKEN).toString('base64').replace(/=/g, '')],
	['in base64 for addresses', Buffer.from(TOKEN).toString('base64url')],
	['in base64, percent-encoded', encodeURIComponent(Buffer.from(TOKEN).toString('base64'))],
])('%s: it is taken out', (_, echo) => {
	expect(new Redaction(TOKEN).text(`?t=${echo}`)).toMatch(/^\?t=\[token\](%3D)*$/);
});

test('everything else stays', () => {
	const redaction = new Redaction(TOKEN);

	expect(redaction.text(`1: ${TOKEN} $& $1`)).toBe('1: [token] $& $1');
	expect(redaction.text('nothing here')).toBe('nothing here');
	expect(redaction.text(TOKEN.toUpperCase())).toBe(TOKEN.toUpperCase());
	expect(redaction.text(`C:\\${TOKEN}`)).toBe('C:\\[token]');
});

const VISIBLE = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const tokens = fc
	.tuple(
		VISIBLE,
		fc.array(fc.oneof(VISIBLE, fc.constantFrom(' ', '\\', '%', '&')), { minLength: 6 }),
		VISIBLE,
	)
	.map(([first, inner, last]) => [first, ...inner, last].join(''));

const echoes = tokens.chain((token) =>
	fc.tuple(
		fc.constant(token),
		fc
			.tuple(...[...token].map((character) => fc.constantFrom(...encodingsOf(character))))
			.map((encodings) => encodings.join('')),
	),
);

test('whatever the token is and however each of its characters is written, it is found', () => {
	fc.assert(
		fc.property(echoes, fc.string(), ([token, echo], around) => {
			const redaction = new Redaction(token);
			fc.pre(!around.includes(echo));
			expect(redaction.text(`${around}<${echo}>${around}`)).not.toContain(echo);

			const json = { [echo]: [{ message: echo }, around, 1] };
			const text = JSON.stringify(json);
			expect(JSON.stringify(redaction.json(json, text))).toContain('[token]');
			expect(redaction.json(json, text)).toEqual({
				[redaction.text(echo)]: [{ message: redaction.text(echo) }, redaction.text(around), 1],
			});
			expect(redaction.answer({ statusCode: 400, headers: json, body: text })).toEqual({
				statusCode: 400,
				headers: redaction.json(json, text),
				body: JSON.stringify(redaction.json(json, text)),
			});
		}),
	);
});

test('a body that is shown keeps every digit of its numbers', () => {
	const body = `{"id":9007199254740993,"token":"${encodeURIComponent(TOKEN)}"}`;

	expect(new Redaction(TOKEN).answer({ statusCode: 400, headers: {}, body }).body).toBe(
		'{"id":9007199254740993,"token":"[token]"}',
	);
});

test('a short token is not looked for in data', () => {
	const json = { name: 'abc' };

	expect(new Redaction('abc').json(json, JSON.stringify(json))).toBe(json);
});

/** Megabytes over which a pattern that is not linear would take days. */
test.each(['a', 'a"', '\\', '%', '%25', '&', '&amp;', '&#0', '\\u00', 'a"b/c d+e=\\\\', 'a\\\\"'])(
	'a text full of %j is read to its end',
	(begin) => {
		const text = begin.repeat(Math.ceil(50_000_000 / begin.length));

		expect(new Redaction(TOKEN).text(text)).toBe(text);
	},
);
