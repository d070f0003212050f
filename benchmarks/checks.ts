// What the checks of an extraction find on real receipts, and what they cost: npm run bench -- --only checks
import '../harness/node-sources.ts';
import { RECEIPTS_FILE, amountOf, dayOf, ratesOf, readReceipts } from '../harness/receipts.ts';
import type { FieldRates, LookUp, Rate, Receipt } from '../harness/receipts.ts';

const ROUNDS = 500;
const LENGTH = 2_000;

const folded = (text: string) => text.toLowerCase().replace(/\s+/g, '');

/** The plain look-ups that the checks are measured against. */
const PLAIN: Record<string, LookUp> = {
	'exact look-up': (text) => (value) => text.includes(value),
	'case and white space folded': (text) => {
		const inText = folded(text);
		return (value) => inText.includes(folded(value));
	},
};

/** Prints the tables; where the receipts are absent, a line that says so. */
export async function reportChecks(report: (line: string) => void): Promise<void> {
	const receipts = readReceipts();
	if (!receipts) return report(`checks: skipped, there are no receipts in ${RECEIPTS_FILE}`);
	const room = '../nodes/DataPlatform/operations/aiExtract';
	const { TextIndex } = await import(`${room}/checks/textIndex.ts`);
	const { convertFields } = await import(`${room}/convert.ts`);
	const checks: LookUp = (text) => {
		const index = new TextIndex(text);
		return (value) => index.find(value) !== undefined;
	};
	report(`${receipts.length} receipts\n`);
	report('| look-up | field | false alarms | others’ values missed | changed values missed |');
	report('| --- | --- | --: | --: | --: |');
	for (const [name, lookUp] of Object.entries({ ...PLAIN, checks })) {
		for (const rates of ratesOf(receipts, lookUp)) report(row(name, rates));
	}
	report(`\n${conversionsLine(receipts, convertFields)}`);
	report(costLine(receipts, checks));
}

function row(name: string, { field, falseAlarms, ofOthers, changed }: FieldRates): string {
	const cells = [falseAlarms, ofOthers, changed].map(percentage);
	return `| ${[name, field, ...cells].join(' | ')} |`;
}

function percentage({ asked, wrong }: Rate): string {
	return asked === 0 ? '' : `${((100 * wrong) / asked).toFixed(1)} % of ${asked}`;
}

type Convert = (
	fields: object,
	shapes: Map<string, { type: string }>,
	conversion: object,
) => { fields: Record<string, unknown> };

function conversionsLine(receipts: Receipt[], convertFields: Convert): string {
	const shapes = new Map([
		['date', { type: 'date' }],
		['total', { type: 'number' }],
	]);
	const conversion = { convertTypes: true, dateOrder: 'dayFirst' };
	const right = { date: 0, total: 0 };
	for (const { fields } of receipts) {
		const converted = convertFields(fields, shapes, conversion).fields;
		if (converted.date === dayOf(fields.date)) right.date++;
		if (converted.total === amountOf(fields.total)) right.total++;
	}
	return `Convert Types with Day First: ${right.date} dates and ${right.total} totals of ${receipts.length} converted as by hand.`;
}

function costLine(receipts: Receipt[], lookUp: LookUp): string {
	const texts = receipts.map(({ text }) => text).join('\n');
	const values = receipts
		.slice(0, 5)
		.flatMap(({ fields }) => Object.values(fields))
		.slice(0, 10);
	const [once, twice] = [1, 2].map((times) => {
		const text = texts.slice(0, times * LENGTH);
		for (let round = 0; round < ROUNDS; round++) values.forEach(lookUp(text));
		const before = process.cpuUsage();
		for (let round = 0; round < ROUNDS; round++) values.forEach(lookUp(text));
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000 / ROUNDS;
	});
	return `CPU for ${values.length} values in ${LENGTH} characters: ${once.toFixed(2)} ms; in twice as many: ${twice.toFixed(2)} ms.`;
}
