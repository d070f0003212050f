import { existsSync, readFileSync } from 'node:fs';
import { TextIndex } from '../../nodes/DataPlatform/actions/ai/extract/verify/textIndex.ts';
import { convertFields } from '../../nodes/DataPlatform/actions/ai/extract/convert.ts';
import { amountOf, dayOf, ratesOf, readReceipts, RECEIPTS_FILE } from './receipts.ts';
import type { LookUp, Rate } from './receipts.ts';

// What maintainers/checks-on-receipts.md says of real receipts. They are no part of the project.
const receipts = readReceipts() ?? [];

const folded = (text: string) => text.toLowerCase().replace(/\s+/g, '');

/** The checks, and the plain look-ups that they are measured against, as the table names them. */
const LOOK_UPS: Record<string, LookUp> = {
	exact: (text) => (value) => text.includes(value),
	'case and white space folded': (text) => {
		const inText = folded(text);
		return (value) => inText.includes(folded(value));
	},
	'**checks**': (text) => {
		const index = new TextIndex(text);
		return (value) => index.find(value) !== undefined;
	},
};

function percentage({ asked, wrong }: Rate): string {
	return asked === 0 ? '' : `${((100 * wrong) / asked).toFixed(1)} %`;
}

// A step of npm test that skips a test fails in the CI, where nobody has the receipts.
if (receipts.length === 0) {
	test(`not measured: there are no receipts in ${RECEIPTS_FILE}`, () => {
		expect(existsSync(RECEIPTS_FILE)).toBe(false);
	});
} else {
	test.each(Object.keys(LOOK_UPS))('the table has what is found by: %s', (name) => {
		const lines = readFileSync('maintainers/checks-on-receipts.md', 'utf8').split('\n');
		const table = lines
			.filter((line) => line.startsWith(`| ${name} `))
			.map((line) =>
				line
					.split('|')
					.slice(2, -1)
					.map((cell) => cell.trim()),
			);
		const measured = ratesOf(receipts, LOOK_UPS[name]).map((rates) => [
			rates.field,
			...[rates.falseAlarms, rates.ofOthers, rates.changed].map(percentage),
		]);

		expect(table).toEqual(measured);
	});

	test('with Day First nearly all dates and totals are converted, and none wrong', () => {
		const shapes = new Map([
			['date', { type: 'date' }],
			['total', { type: 'number' }],
		]);
		const converted = receipts.map(({ fields }) => {
			const { date, total } = fields;
			return convertFields({ date, total }, shapes, { convertTypes: true, dateOrder: 'dayFirst' });
		});
		const stayed = converted.flatMap(({ left }) => left);
		expect(stayed.length / (2 * receipts.length)).toBeLessThanOrEqual(0.01);
		const wrong = converted.filter(({ fields, left }, index) => {
			const { date, total } = receipts[index].fields;
			const stays = new Set(left.map(({ path: [name] }) => name));
			return (
				(!stays.has('date') && fields.date !== dayOf(date)) ||
				(!stays.has('total') && fields.total !== amountOf(total))
			);
		});
		expect(wrong).toEqual([]);
	});
}
