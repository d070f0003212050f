import { existsSync } from 'node:fs';
import { amountOf, dayOf, ratesOf, readReceipts, RECEIPTS_FILE } from '../../harness/receipts.ts';
import { TextIndex } from '../../nodes/DataPlatform/operations/aiExtract/checks/textIndex.ts';
import { convertFields } from '../../nodes/DataPlatform/operations/aiExtract/convert.ts';

// What docs/checks.md promises, on real receipts. They are no part of the project.
const receipts = readReceipts() ?? [];

const MOST_FALSE_ALARMS = { company: 0.015, date: 0.01, address: 0.015, total: 0.01 };
const MOST_MISSED = { company: 0.01, date: 0.01, address: 0.01, total: 0.02 };

// A step of npm test that skips a test fails in the CI, where nobody has the receipts.
if (receipts.length === 0) {
	test(`not measured: there are no receipts in ${RECEIPTS_FILE}`, () => {
		expect(existsSync(RECEIPTS_FILE)).toBe(false);
	});
} else {
	test('labelled values are found, wrong ones are not', () => {
		const rates = ratesOf(receipts, (text) => {
			const index = new TextIndex(text);
			return (value) => index.find(value) !== undefined;
		});
		for (const { field, falseAlarms, ofOthers, changed } of rates) {
			expect(falseAlarms.wrong / falseAlarms.asked).toBeLessThanOrEqual(MOST_FALSE_ALARMS[field]);
			expect(ofOthers.wrong / ofOthers.asked).toBeLessThanOrEqual(MOST_MISSED[field]);
			expect(changed.wrong / Math.max(1, changed.asked)).toBeLessThanOrEqual(MOST_MISSED[field]);
		}
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
