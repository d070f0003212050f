// Intl writes numbers and dates in all documented languages. What it writes is read as that value, or stays: never
// another value. Large by hand: JUDGE_RUNS=5000, with another JUDGE_SEED.
import fc from 'fast-check';
import type { FieldSchema } from '../../../../../../nodes/DataPlatform/actions/ai/extract/jsonSchema.ts';
import {
	MONTHS,
	WEEKDAYS,
} from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/calendarNames.ts';
import { parseDate } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/dates.ts';
import { lookUp } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/inText.ts';
import { normalize } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/normalize.ts';
import { parseNumber } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/numbers.ts';

const LOCALES = 'en-US en-GB de de-AT fr es it nl pt pt-PT pl hr da nb sv'.split(' ');
const CURRENCIES = 'BRL CAD CHF CZK DKK EUR GBP HUF INR JPY KRW MXN NOK PLN RON SEK TRY USD'
	.split(' ')
	.map((currency) => ({ style: 'currency', currency }) as const);
const { JUDGE_RUNS = 400, JUDGE_SEED = 2026 } = process.env;
const parameters = { numRuns: Number(JUDGE_RUNS), seed: Number(JUDGE_SEED) };

// prettier-ignore
const OPTIONS = { dateOrder: 'notSpecified', numberFormat: 'notSpecified' } as Parameters<typeof lookUp>[2];

const locale = fc.constantFrom(...LOCALES);
const sentence = fc.constantFrom('#', 'Total: #.', 'We paid #\nand left', 'on # we met', '(see #)');

const amount = fc.tuple(
	locale,
	fc.constantFrom<Intl.NumberFormatOptions>(
		{},
		{ minimumFractionDigits: 2 },
		...CURRENCIES,
		...CURRENCIES.map((options) => ({ ...options, currencyDisplay: 'code' }) as const),
		{ style: 'currency', currency: 'EUR', currencyDisplay: 'name' },
		{ style: 'currency', currency: 'USD', currencySign: 'accounting' },
		{ notation: 'scientific' },
		{ notation: 'compact' },
		{ style: 'percent' },
		{ style: 'unit', unit: 'kilogram' },
	),
	fc.oneof(
		fc.integer({ min: -2_000_000, max: 2_000_000 }),
		fc.integer({ min: -99_999, max: 99_999 }).map((cents) => cents / 100),
	),
);

/** Whether a number is what Intl has written of a value. Only some styles round it, at most by 5 %. */
function isWritten(format: Intl.NumberFormat, value: number, parsed: number): boolean {
	const { maximumFractionDigits = 3, notation } = format.resolvedOptions();
	if (notation !== 'standard') return Math.abs(parsed - value) <= Math.abs(value) * 0.05;
	return parsed === Number(value.toFixed(maximumFractionDigits)) + 0;
}

test('an amount is converted to its value, or not at all', () => {
	fc.assert(
		fc.property(amount, ([language, options, value]) => {
			const format = new Intl.NumberFormat(language, options);
			const written = format.format(value);
			const parsed = parseNumber(written, 'notSpecified').value as number | undefined;
			const isRight = parsed === undefined || isWritten(format, value, parsed);
			expect([written, parsed, isRight]).toEqual([written, parsed, true]);
		}),
		parameters,
	);
});

test('an amount with two decimals is found in a sentence, and one with another digit is not', async () => {
	await fc.assert(
		fc.asyncProperty(
			locale,
			fc.constantFrom(...CURRENCIES),
			sentence,
			fc.integer({ min: 1, max: 9_999_999 }),
			async (language, currency, around, cents) => {
				const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
				const format = new Intl.NumberFormat(language, { ...currency, ...decimals });
				const text = around.replace('#', () => format.format(cents / 100));
				const kinds = await lookUpAll(text, 'number', [cents / 100, (cents + 1) / 100]);
				expect(kinds).toEqual([undefined, 'notInText']);
			},
		),
		parameters,
	);
});

async function lookUpAll(text: string, type: string, values: Array<string | number>) {
	const schema: FieldSchema = type === 'date' ? { type: 'string', format: 'date' } : { type };
	const extracted = values.map((value, at) => ({ path: [at], value, schema }));
	const issues = await lookUp(extracted, [text], OPTIONS);
	return values.map((_, at) => issues.find(({ path }) => path.at(-1) === at)?.kind);
}

const DAY = fc
	.date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
	.map((date) => new Date(`${date.toISOString().slice(0, 10)}T00:00:00Z`));
const STYLE = fc.constantFrom<Intl.DateTimeFormatOptions>(
	...(['short', 'medium', 'long', 'full'] as const).map((dateStyle) => ({ dateStyle })),
	{ day: 'numeric', month: 'short', year: '2-digit' },
	{ day: 'numeric', month: 'short', year: 'numeric', weekday: 'short' },
	{ month: 'long', year: 'numeric' },
	{ day: 'numeric', month: 'long' },
);

test('a date is converted to its day, or not at all, and in a sentence it has no other day', async () => {
	await fc.assert(
		fc.asyncProperty(locale, STYLE, DAY, sentence, async (language, style, date, around) => {
			const written = date.toLocaleDateString(language, { ...style, timeZone: 'UTC' });
			const day = date.toISOString().slice(0, 10);
			expect([undefined, day]).toContain(parseDate(written, 'notSpecified').value);
			const next = new Date(date.getTime() + 86_400_000).toISOString().slice(0, 10);
			const text = around.replace('#', () => written);
			const [, wrong] = await lookUpAll(text, 'date', [day, next]);
			expect(wrong).toBe('notInText');
		}),
		parameters,
	);
});

test.each<[string, number, Map<string, number>]>([
	['month', 12, MONTHS],
	['weekday', 7, WEEKDAYS],
])('names of a %s in the table are those of Intl', (part, count, table) => {
	for (const language of LOCALES) {
		for (const style of ['long', 'short'] as const) {
			for (let at = 0; at < count; at++) {
				const date = Date.UTC(2026, part === 'month' ? at : 1, part === 'month' ? 14 : 1 + at);
				const options = { [part]: style, day: 'numeric', timeZone: 'UTC' } as const;
				const format = new Intl.DateTimeFormat(language, options);
				const name = format.formatToParts(date).find(({ type }) => type === part)!.value;
				const known = table.get(normalize(name.toLowerCase()).replace(/\.|-feira/g, ''));
				// A name with two meanings isn't used.
				expect([undefined, part === 'month' ? at + 1 : at]).toContain(known);
			}
		}
	}
	expect(table.size).toBeGreaterThan(count * 10);
});
