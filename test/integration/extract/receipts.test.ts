import { existsSync } from 'node:fs';
import { parseDate } from '../../../nodes/DataPlatform/actions/ai/extract/dates.ts';
import { parseNumberText } from '../../../nodes/DataPlatform/actions/ai/extract/numbers.ts';
import { verify } from '../../../nodes/DataPlatform/actions/ai/extract/verify/index.ts';
import type { Rate } from './receipts.ts';
import { amountOf, dayOf, ratesOf, readReceipts, RECEIPTS_FILE } from './receipts.ts';

// Real receipts, which aren't part of the project. maintainers/checks-on-receipts.md quotes these figures.
const receipts = readReceipts() ?? [];

const OPTIONS = {
	dateOrder: 'certain',
	numberFormat: 'certain',
	inferredFields: new Set(),
} as const;

/** Percentages that must not be exceeded: of false alarms, of other receipts' values found, of changed values found. */
const LIMITS: Record<string, [number, number, number]> = {
	company: [0.5, 0.03, 0],
	date: [0.5, 0.03, 0],
	address: [0.5, 0.1, 0],
	total: [0.5, 0.03, 0.3],
};

const percentage = ({ asked, wrong }: Rate) => (asked === 0 ? 0 : (100 * wrong) / asked);

/** As many values as a large extraction has: what OCR matching may do is limited for each extraction. */
const VALUES = 20;

/** For each text and each value that is looked up in it, whether it's found. */
function lookUpAll(): Map<string, Map<string, boolean>> {
	const found = new Map(receipts.map(({ text }) => [text, new Map<string, boolean>()]));
	ratesOf(receipts, (text) => (value) => !found.get(text)!.set(value, true));
	for (const [text, isFound] of found) {
		const values = [...isFound.keys()];
		for (let at = 0; at < values.length; at += VALUES) {
			const { issues } = verify(values.slice(at, at + VALUES), {}, [text], OPTIONS);
			for (const { value } of issues) isFound.set(value as string, false);
		}
	}
	return found;
}

// Skipping would fail in CI, where nobody has the receipts.
if (receipts.length === 0) {
	test(`not measured: there are no receipts in ${RECEIPTS_FILE}`, () => {
		expect(existsSync(RECEIPTS_FILE)).toBe(false);
	});
} else {
	test('few labeled values are called not found, and few wrong ones found', () => {
		const isFound = lookUpAll();
		const rates = ratesOf(receipts, (text) => (value) => isFound.get(text)!.get(value)!);
		const above = rates.filter(({ field, falseAlarms, ofOthers, changed }) =>
			[falseAlarms, ofOthers, changed].some((rate, at) => percentage(rate) > LIMITS[field][at]),
		);
		expect(above).toEqual([]);
	});

	test('with Day First nearly all dates and totals are converted, and none wrong', () => {
		const converted = receipts.flatMap(({ fields: { date, total } }) => [
			{ written: date, parsed: parseDate(date, 'dayFirst'), right: dayOf(date) },
			{ written: total, parsed: parseNumberText(total, 'certain'), right: amountOf(total) },
		]);
		const isConverted = (parsed: object): parsed is { value: unknown } => 'value' in parsed;
		const unconverted = converted.filter(({ parsed }) => !isConverted(parsed));
		expect(unconverted.length / converted.length).toBeLessThanOrEqual(0.01);
		expect(
			converted.filter(({ parsed, right }) => isConverted(parsed) && parsed.value !== right),
		).toEqual([]);
	});
}
