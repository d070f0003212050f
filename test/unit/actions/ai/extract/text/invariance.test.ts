// What's found and converted doesn't depend on how a text is encoded. Large by hand: JUDGE_RUNS=5000.
import fc from 'fast-check';
import { parseDate } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/dates.ts';
import { lookUp } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/inText.ts';
import { parseNumber } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/numbers.ts';

type LookUpOptions = Parameters<typeof lookUp>[2];

const OPTIONS = { dateOrder: 'notSpecified', numberFormat: 'notSpecified' } as LookUpOptions;

const PARTS =
	'Müller|Ärzte GmbH|49,90 €|€ 1.299,00|-5,00|31. Mai 2026|May 5, 2026|03/04/26|Sept 26-27|4711|non-refundable|' +
	'2 lamps|-2 lamps|DE68 2105 0170 0012 3456 78|★★★☆☆|5 ± 2|محمد|Đặng|日本|3.10|x2|Ann Lee|서울|10 - 20|O’Neil|\n';

const VARIANTS: Array<[string, (text: string) => string]> = [
	['NFC', (text) => text.normalize('NFC')],
	['NFD', (text) => text.normalize('NFD')],
	['soft hyphens', (text) => text.replace(/(?<=\p{L})(?=\p{L})/gu, '\u00ad')],
	['variation selectors', (text) => text.replace(/(?<=\p{L})/gu, '\ufe0f')],
	['CRLF', (text) => text.replaceAll('\n', '\r\n')],
	['CR', (text) => text.replaceAll('\n', '\r')],
	['U+2028', (text) => text.replaceAll('\n', '\u2028')],
	['a paragraph', (text) => `<p>${text}</p>`],
];

const part = fc.constantFrom(...PARTS.split('|'));

test.each(VARIANTS)('a text is read the same with other encodings: %s', async (_, change) => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(part, { minLength: 1, maxLength: 5 }),
			fc.array(part),
			async (parts, others) => {
				const text = parts.join(' ');
				const numbers = [2, -2, 5, -5, 49.9, 1299, 20, -20, 4711];
				const values = [...parts, ...others, text, ...numbers].map((value, at) => {
					const type = typeof value;
					return { path: [at], value, schema: { type } };
				});
				const [before, after] = await Promise.all(
					[text, change(text)].map((each) => lookUp(values, [each], OPTIONS)),
				);
				expect(after).toEqual(before);
			},
		),
		{ numRuns: Number(process.env.JUDGE_RUNS ?? 100), seed: 2026 },
	);
});

test.each(VARIANTS.slice(0, -1))(
	'a value is converted the same with other encodings: %s',
	(_, change) => {
		for (const text of PARTS.split('|')) {
			expect(parseNumber(change(text), 'notSpecified')).toEqual(parseNumber(text, 'notSpecified'));
			expect(parseDate(change(text), 'notSpecified')).toEqual(parseDate(text, 'notSpecified'));
		}
	},
);
