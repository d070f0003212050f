// Real receipts, which aren't part of the project. maintainers/text-check.md quotes these figures.
import { existsSync, readFileSync } from 'node:fs';
import { parseDate } from '../../../nodes/DataPlatform/actions/ai/extract/text/dates.ts';
import { lookUp } from '../../../nodes/DataPlatform/actions/ai/extract/text/inText.ts';

/** Another file of the same format: RECEIPTS_FILE=... */
const FILE = process.env.RECEIPTS_FILE ?? '../shared/receipts/receipts.jsonl';

type Field = 'company' | 'date' | 'address' | 'total';

/** The text that a scanner read, and the values that people labeled. */
interface Receipt {
	text: string;
	fields: Record<Field, string>;
}

/** Percentages that must not be exceeded: of false alarms, of other receipts' values found, of changed values found. */
const LIMITS: Array<[Field, ...number[]]> = [
	['company', 4, 0.03, 0],
	['date', 0.5, 0.03, 0],
	['address', 9, 0.1, 0],
	['total', 0.5, 0.03, 0.3],
];

/** Returns the values that are found in a text. */
async function findAll(text: string, values: string[]): Promise<Set<string>> {
	const given = { dateOrder: 'dayFirst', numberFormat: 'notSpecified' };
	const options = given as Parameters<typeof lookUp>[2];
	const extracted = values.map((value, at) => ({ path: [at], value, schema: {} }));
	const issues = await lookUp(extracted, [text], options);
	return new Set(values).difference(new Set(issues.map(({ value }) => value)));
}

/** Whether a value is right here although it's another receipt's: the text contains it, or it means the same. */
function isIn(text: string, label: string, value: string, field: Field): boolean {
	if (field === 'date') return dayOf(value) === dayOf(label);
	if (field === 'total') return text.includes(value.replace(/[^\d.,]/g, ''));
	const [whole, part] = [text, value].map((each) => each.toLowerCase().replace(/[^a-z\d]/g, ''));
	return whole.includes(part);
}

/** They are Malaysian: the day comes first, unless that can't be. */
function dayOf(date: string): unknown {
	const parsed = (['dayFirst', 'monthFirst'] as const).map((order) => parseDate(date, order));
	return parsed.flatMap((each) => ('value' in each ? [each.value] : []))[0];
}

/** The values with another digit in one place. */
function withChangedDigit(value: string): string[] {
	return [...value].flatMap((character, at) => {
		if (!/\d/.test(character)) return [];
		return [...'0123456789'].map((digit) => value.slice(0, at) + digit + value.slice(at + 1));
	});
}

if (existsSync(FILE)) {
	const lines = readFileSync(FILE, 'utf8').trim().split('\n');
	const receipts = lines.map((line): Receipt => JSON.parse(line));

	test.each(LIMITS)(
		'few labeled values are called not found, and few wrong ones found: %s',
		async (field, ...limits) => {
			const labels = [...new Set(receipts.map(({ fields }) => fields[field]))];
			const counts = limits.map(() => ({ values: 0, found: 0 }));
			for (const { text, fields } of receipts) {
				const label = fields[field];
				const changed = ['date', 'total'].includes(field) ? withChangedDigit(label) : [];
				const isWrong = (value: string) => !isIn(text, label, value, field);
				const groups = [[label], labels.filter(isWrong), changed.filter(isWrong)];
				for (const [kind, values] of groups.entries()) {
					counts[kind].values += values.length;
					counts[kind].found += (await findAll(text, values)).size;
				}
			}
			if (process.env.SHOW_RECEIPTS) process.stdout.write(`${field} ${JSON.stringify(counts)}\n`);
			const [labeled, ...wrong] = counts.map(({ values, found }) => (100 * found) / (values || 1));
			const rates = [100 - labeled, ...wrong];
			expect(rates.filter((rate, kind) => rate > limits[kind])).toEqual([]);
		},
	);
} else {
	// Skipping would fail in CI, where nobody has the receipts.
	test(`not measured: there are no receipts in ${FILE}`, () => {
		expect(existsSync(FILE)).toBe(false);
	});
}
