import { SentTexts } from '../../../../../nodes/DataPlatform/actions/ai/extract/verify/sentTexts.ts';

const text = (words: string) => ({ type: 'TEXT', text: words });

const b = (length: number) => 'b'.repeat(length);

test.each<[what: string, text: string, words: string]>([
	['nothing', 'lamp', 'lamp'],
	['30 characters', `${b(29)} lamp ${b(29)}`, `${b(29)} lamp ${b(29)}`],
	['31 characters', `${b(30)} lamp ${b(30)}`, '… lamp …'],
	['a word of which a part is left', `bb ${b(27)} lamp ${b(27)} bb`, `… ${b(27)} lamp ${b(27)} …`],
	['a word that is left out', `b ${b(28)} lamp ${b(28)} b`, ` ${b(28)} lamp ${b(28)} `],
])('evidence has what stands around a value: %s', (_, words, expected) => {
	expect(new SentTexts([text(words)]).find('Lamp')?.words).toBe(expected);
});

test('the first text that holds a value is told; what is no text is not looked through', () => {
	const file = { type: 'FILE', text: 'lamp' };
	const sent = new SentTexts([
		file,
		{ type: 'TEXT' },
		text('a chair'),
		text('a lamp'),
		text('lamp'),
	]);

	expect(sent.find('lamp')).toEqual({ content: 3, from: 2, to: 6, words: 'a lamp' });
	expect(sent.find('sofa')).toBeUndefined();
	expect(sent.isAllText).toBe(false);
	expect(new SentTexts([text('a lamp')]).isAllText).toBe(true);
});
