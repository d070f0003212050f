// Any encoder of JSON may escape any character (RFC 8259, section 7). JSON.parse is the judge: what it reads as the
// token contains the token.
import fc from 'fast-check';
import { createHide } from '../../../nodes/DataPlatform/transport/redactToken.ts';

const SHORT = new Map([...'"\\/'].map((character) => [character, `\\${character}`]));

/** Writes a character of a JSON string in one of its forms. */
function write(character: string, form: number): string {
	const code = character.charCodeAt(0).toString(16).padStart(4, '0');
	const forms = [`\\u${code}`, `\\u${code.toUpperCase()}`, SHORT.get(character) ?? character];
	if (!'"\\'.includes(character)) forms.push(character);
	return forms[form % forms.length];
}

/** Writes a text as the content of a JSON string, with random forms of each character. */
const writeWith = (text: string, forms: number[]) =>
	[...text].map((character, index) => write(character, forms[index % forms.length])).join('');

/** Visible ASCII, as tokens are, often with characters that JSON escapes. */
const tokens = fc
	.array(
		fc.oneof(
			fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
			fc.constantFrom(...'"\\/+&<>\'='),
		),
		{ minLength: 8, maxLength: 40 },
	)
	.map((characters) => characters.join(''));
const randomForms = fc.array(fc.nat(11), { minLength: 1, maxLength: 40 });
const NUM_RUNS = Number(process.env.JUDGE_RUNS ?? 500);

test('a token is replaced however JSON writes it', () => {
	fc.assert(
		fc.property(tokens, randomForms, (token, forms) => {
			const written = writeWith(token, forms);
			expect(JSON.parse(`"${written}"`)).toBe(token);
			const hide = createHide(token);
			expect(hide(`{"message":"Your ${written} is bad"}`)).toBe(
				'{"message":"Your [token] is bad"}',
			);
			expect(hide({ [written]: [written, token] })).toEqual({ '[token]': ['[token]', '[token]'] });
		}),
		{ seed: 2026, numRuns: NUM_RUNS },
	);
});

/** JSON in JSON, as encoders write it: they escape no letters and digits. */
const ENCODERS: Array<(text: string) => string> = [
	(text) => JSON.stringify(text).slice(1, -1),
	// PHP, and Python's json for HTML.
	(text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	// System.Text.Json escapes even quotes and backslashes by their code.
	(text) => text.replace(/[^\w .,:;{}[\]()*!?#$%@^|~/-]/g, (character) => write(character, 1)),
	// Gson.
	(text) =>
		JSON.stringify(text)
			.slice(1, -1)
			.replace(/[=<>&']/g, (each) => write(each, 0)),
];

test('a token is replaced in JSON in JSON, written by any encoders', () => {
	const encoders = fc.array(fc.constantFrom(...ENCODERS), { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(tokens, randomForms, encoders, (token, forms, chosen) => {
			const written = chosen.reduce((text, encode) => encode(text), writeWith(token, forms));
			expect(createHide(token)(`is ${written}.`)).toBe('is [token].');
		}),
		{ seed: 2026, numRuns: NUM_RUNS },
	);
});

test('other texts are unchanged', () => {
	const texts = fc.oneof(fc.json(), fc.string());
	fc.assert(
		fc.property(tokens, texts, (token, text) => {
			fc.pre(!text.includes(token));
			expect(createHide(token)(text)).toBe(text);
		}),
		{ seed: 2026, numRuns: NUM_RUNS },
	);
	const given = [12345678, 123456789, null, true];
	expect(createHide('12345678')(given)).toEqual(['[token]', ...given.slice(1)]);
});

test.each([
	['a\\b', '\\'.repeat(200_000)],
	['ab+cd/ef', `ab${'\\'.repeat(200_000)}`],
	['\\\\\\\\\\\\', `${'\\'.repeat(5)}x`.repeat(40_000)],
	['aaaaaaaaab', 'a\\'.repeat(100_000)],
	['aaaaaaaaab', 'a\\u005c'.repeat(50_000)],
])('the token %j is looked for in linear time', (token, text) => {
	// Not toBe, which would print millions of characters.
	expect(createHide(token)(text) === text).toBe(true);
});

test('a response that is nested deeper than the stack is shortened', () => {
	const token = 'secret-token';
	const deep: unknown = JSON.parse(`${'['.repeat(50_000)}"${token}"${']'.repeat(50_000)}`);
	const hidden = createHide(token)({ deep, token });

	expect(hidden.token).toBe('[token]');
	expect(JSON.stringify(hidden.deep)).toContain('[token]');
});

test('tokens in a row are replaced, even if they end with a backslash', () => {
	const hide = createHide('abcdefgh\\');
	expect(hide('x abcdefgh\\abcdefgh\\ y \\')).toBe('x [token] y \\');
});
