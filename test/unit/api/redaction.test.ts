import fc from 'fast-check';
import { redacted } from '../../../nodes/DataPlatform/api/redaction.ts';

const token = 'a"b/c d+e=';

test.each([
	['as it is', token],
	['inside a JSON text', JSON.stringify({ header: token })],
	['percent-encoded', `?token=${encodeURIComponent(token)}&`],
	['in base64', Buffer.from(token).toString('base64')],
	['twice', `${token}, ${token}`],
])('the token %s is taken out', (_, text) => {
	const result = redacted(text, token);

	expect(result).toContain('[token]');
	for (const form of [
		token,
		'a\\"b',
		encodeURIComponent(token),
		Buffer.from(token).toString('base64'),
	]) {
		expect(result).not.toContain(form);
	}
});

test('everything else stays', () => {
	expect(redacted('1: ' + token + ' $& $1', token)).toBe('1: [token] $& $1');
	expect(redacted('nothing here', token)).toBe('nothing here');
});

test('whatever the token is, it does not come through', () => {
	const tokens = fc.string({ minLength: 8, unit: 'grapheme-ascii' });
	fc.assert(
		fc.property(tokens, fc.string(), (secret, around) => {
			fc.pre(!'[token]'.includes(secret) && !`${around}[token]${around}`.includes(secret));
			expect(redacted(`${around}${secret}${around}`, secret)).not.toContain(secret);
		}),
	);
});
