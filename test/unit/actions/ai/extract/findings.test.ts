import { listed } from '../../../../../nodes/DataPlatform/actions/ai/extract/verify/findings.ts';

test('of more than ten words the first ten are listed', () => {
	const words = [...'abcdefghijk'];

	expect(listed(words.slice(0, 10))).toBe('a, b, c, d, e, f, g, h, i, j');
	expect(listed(words)).toBe('a, b, c, d, e, f, g, h, i, j, …');
});
