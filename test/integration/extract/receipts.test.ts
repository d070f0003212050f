// Real receipts, which aren't part of the project. maintainers/text-check.md quotes these figures.
import { existsSync, readFileSync } from 'node:fs';
import { parseDate } from '../../../nodes/DataPlatform/actions/ai/extract/dates.ts';
import { parseNumber } from '../../../nodes/DataPlatform/actions/ai/extract/numbers.ts';
import { lookUp } from '../../../nodes/DataPlatform/actions/ai/extract/lookUp.ts';

/** Another file of the same format: RECEIPTS_FILE=... */
const FILE = process.env.RECEIPTS_FILE ?? '../shared/receipts/receipts.jsonl';

type Field = 'company' | 'date' | 'address' | 'total';

/** The text that a scanner read, and the values that people labeled. */
interface Receipt {
	text: string;
	fields: Record<Field, string>;
}

const receipts: Receipt[] = existsSync(FILE)
	? readFileSync(FILE, 'utf8')
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line))
	: [];

const OPTIONS = {
	dateOrder: 'dayFirst',
	numberFormat: 'notSpecified',
	dontLookUp: new Set<string>(),
} as const;

/** Percentages that must not be exceeded: of false alarms, of other receipts' values found, of changed values found. */
const LIMITS: Record<Field, [number, number, number]> = {
	company: [4, 0.03, 0],
	date: [0.5, 0.03, 0],
	address: [9, 0.1, 0],
	total: [0.5, 0.03, 0.3],
};

/** Returns the values that are found in a text. */
function findAll(text: string, values: string[]): Set<string> {
	const found = new Set(values);
	for (const { value } of lookUp(values, {}, [text], OPTIONS)) found.delete(value as string);
	return found;
}

/** Values of a field for each receipt: the labeled one, those of other receipts, and changed ones. */
function valuesOf(field: Field) {
	const labels = [...new Set(receipts.map(({ fields }) => fields[field]))];
	return receipts.map(({ text, fields: { [field]: label } }) => {
		const isWrong = (value: string) => !isIn(text, label, value, field);
		const values = [[label], labels.filter(isWrong), changedValues(label, field).filter(isWrong)];
		return { text, values };
	});
}

/** Whether a value is right here although it's another receipt's: the text contains it, or it means the same. */
function isIn(text: string, label: string, value: string, field: Field): boolean {
	if (field === 'date' && dayOf(label) === dayOf(value)) return true;
	if (field === 'total') return text.includes(value.replace(/[^\d.,]/g, ''));
	const [whole, part] = [text, value].map((each) => each.toLowerCase().replace(/[^a-z\d]/g, ''));
	return whole.includes(part);
}

const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A total with one digit changed; a date with another day, month or year. */
function changedValues(value: string, field: Field): string[] {
	if (field !== 'total' && field !== 'date') return [];
	const parts = value.split(field === 'total' ? /(\d)/ : /(\d+)/);
	return parts.flatMap((part, at) => {
		if (!/^\d{1,4}$/.test(part)) return [];
		const years = [1, 2, 5, 10].map((by) => Number(part) + by);
		const others = field === 'total' ? range(0, 9) : part.length === 4 ? years : range(1, 28);
		return others
			.map((other) => String(other).padStart(part.length, '0'))
			.filter((other) => other !== part && other.length === part.length)
			.map((other) => [...parts.slice(0, at), other, ...parts.slice(at + 1)].join(''));
	});
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** The day of a labeled date, as YYYY-MM-DD, by the few forms in these receipts. */
function dayOf(label: string): string {
	const written = label.replace(/[()]/g, '');
	if (/^\d{8}$/.test(written)) return written.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
	const [first, second, year] = written.split(/[-/ ]/);
	const month = String(MONTHS.indexOf(second.toUpperCase()) + 1 || second);
	// They are Malaysian: the day comes first, unless that can't be.
	const [high, low] = Number(month) > 12 ? [first, month] : [month, first];
	return [year.padStart(4, '20'), high.padStart(2, '0'), low.padStart(2, '0')].join('-');
}

/** The number of a labeled total: these receipts write `RM 1,299.00`. */
const amountOf = (label: string) => Number(label.replace(/RM|\$|,|\s/g, ''));

// Skipping would fail in CI, where nobody has the receipts.
if (receipts.length === 0) {
	test(`not measured: there are no receipts in ${FILE}`, () => {
		expect(existsSync(FILE)).toBe(false);
	});
} else {
	test.each(Object.entries(LIMITS))(
		'few labeled values are called not found, and few wrong ones found: %s',
		(field, limits) => {
			const counts = limits.map(() => ({ values: 0, found: 0 }));
			for (const { text, values } of valuesOf(field as Field)) {
				const found = findAll(text, [...new Set(values.flat())]);
				for (const [kind, each] of values.entries()) {
					counts[kind].values += each.length;
					counts[kind].found += each.filter((value) => found.has(value)).length;
				}
			}
			if (process.env.SHOW_RECEIPTS) process.stdout.write(`${field} ${JSON.stringify(counts)}\n`);
			const [labeled, ...wrong] = counts.map(({ values, found }) => (100 * found) / (values || 1));
			const rates = [100 - labeled, ...wrong];
			expect(rates.filter((rate, kind) => rate > limits[kind])).toEqual([]);
		},
	);

	test('with Day First nearly all dates and totals are converted, and none wrong', () => {
		const converted = receipts.flatMap(({ fields: { date, total } }) => [
			{ written: date, parsed: parseDate(date, 'dayFirst'), right: dayOf(date) },
			{ written: total, parsed: parseNumber(total, 'notSpecified'), right: amountOf(total) },
		]);
		const isConverted = (parsed: object): parsed is { value: unknown } => 'value' in parsed;
		const unconverted = converted.filter(({ parsed }) => !isConverted(parsed));
		expect(unconverted.length / converted.length).toBeLessThanOrEqual(0.01);
		expect(
			converted.filter(({ parsed, right }) => isConverted(parsed) && parsed.value !== right),
		).toEqual([]);
	});
}
