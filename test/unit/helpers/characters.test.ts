import { toPatternSource, foldText } from '../../../nodes/DataPlatform/helpers/characters.ts';

test.each([
	['ÉÀ Zu\u0308rich Łódź', 'ea zurich lodz'],
	['ﬁnance ẞ ß Œuvre Æ', 'finance ss ss oeuvre ae'],
	['İSTANBUL ıspanak', 'istanbul ispanak'],
	['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
	['𝐀bc ㎏ Ⅻ', 'abc kg xii'],
	['１２３ ١٢٣ १२३ ৫০০ 𝟗', '123 123 123 500 9'],
	['a\u00a0b\u202fc\u2009d', 'a b c d'],
	['10–20 −5 ﹣5', '10-20 -5 -5'],
	['x\u200by ab\u00adcd \ufeff\u200e5', 'xy abcd 5'],
	['O’Brien 1`234 1´234 ١٬٢٣٤٫٥', "o'brien 1'234 1'234 1'234.5"],
	['99² ½ ① Acme™', '99² ½ ① acme™'],
	['서울 '.normalize('NFD') + 'か\u3099', '서울 が'],
	['हिन्दी', 'हिन्दी'],
	['1⁄2 3∕4', '1/2 3/4'],
])('%j is normalized to %j', (text, normalized) => {
	expect(foldText(text)).toBe(normalized);
});

test('a pattern for several words matches the longest, and escapes special characters', () => {
	const pattern = new RegExp(`^${toPatternSource(['mar', 'march', 'us$', 's/', '$', 'm.n'])}`);
	expect(
		['marches', 'us$5', 's/5', '$5', 'm.n', 'mxn'].map((text) => pattern.exec(text)?.[0]),
	).toEqual(['march', 'us$', 's/', '$', 'm.n', undefined]);
});
