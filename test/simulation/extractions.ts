import type { IDataObject } from 'n8n-workflow';
import type { Sent } from './run.ts';
import type { Scenario } from './scenario.ts';

/** An ambiguous date, and its value in each Date Order. */
const DAYS = {
	notSpecified: '03/04/26',
	dayFirst: '2026-04-03',
	monthFirst: '2026-03-04',
	yearFirst: '2003-04-26',
};

/** The amounts of items with even and odd ids. The second one isn't a number. */
const AMOUNTS = ['5.00 EUR', 'about five'];

/** The text of an item, as an expression. Its lines "simulate:" set the response of the simulator. */
export const TEXT = `'Order number: ' + $json.id
	+ '\\nsimulate: value day "${DAYS.notSpecified}"\\nsimulate: value amount "'
	+ ${JSON.stringify(AMOUNTS)}[$json.id % 2] + '"'`;

/** Faults that change the fields. */
const CHANGES_FIELDS = /^(null-fields|missing-fields|output-not-object|wrong-shape)$/;

/** Compares one output of an extraction with its text and the options. Returns what is wrong. */
export function checkExtraction(
	scenario: Scenario,
	id: string,
	json: IDataObject,
	sent: Sent[],
): string[] {
	const { convertTypes, dateOrder, ifIssues, ifMissing, isRaw } = scenario;
	if (isRaw) return [];
	const { issues } = json as { issues?: Array<{ field: string }> };
	const flagged = issues?.map(({ field }) => field) ?? [];
	if (sent.some(({ faults }) => faults.some((fault) => CHANGES_FIELDS.test(fault)))) {
		const empty = ['orderNumber', 'day', 'amount'].filter((name) => json[name] == null);
		const mayBeEmpty = ifMissing !== 'failIfEmpty';
		const unflagged = issues ? empty.filter((name) => !flagged.includes(name)) : [];
		return [
			...(mayBeEmpty ? [] : empty.map((name) => `lacks ${name} despite ${ifMissing}`)),
			...unflagged.map((name) => `lacks ${name} without an issue`),
		];
	}
	const amount = AMOUNTS[Number(id) % 2];
	const isNumber = amount === AMOUNTS[0];
	const expectedIssues = [
		...(dateOrder === 'notSpecified' ? ['day'] : []),
		...(isNumber ? [] : ['amount']),
	];
	const expected: IDataObject = {
		orderNumber: id,
		day: DAYS[convertTypes ? dateOrder : 'notSpecified'],
		amount: convertTypes && isNumber ? 5 : amount,
	};
	const wrong = Object.keys(expected).filter((name) => json[name] !== expected[name]);
	const isFlagged = flagged.toSorted().join() === expectedIssues.toSorted().join();
	return [
		...wrong.map((name) => `has ${name} ${String(json[name])}, not ${String(expected[name])}`),
		...(ifIssues && !isFlagged ? [`has issues of ${flagged.join()}, not ${expectedIssues}`] : []),
		...(ifIssues === 'fail' && flagged.length > 0 ? ['succeeded despite its issues'] : []),
	];
}
