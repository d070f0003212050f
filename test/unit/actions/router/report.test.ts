import { ApiError } from '../../../../nodes/DataPlatform/transport/apiError.ts';
import type { Report } from '../../../../nodes/DataPlatform/actions/router/report.ts';
import {
	describeProgress,
	createReportDetails,
} from '../../../../nodes/DataPlatform/actions/router/report.ts';
import { because, range, reportOf } from './reportOf.ts';

const unknown = new ApiError('May', '', { kind: 'unknownOutcome' });
const everyOther = range(0, 4999).map((index) => 2 * index);

const RETRY = 'To send only the rest, retry this execution, because running the workflow again';

test.each<[string, Report]>([
	[
		`Items 0 to 136 are done; 62 items weren't sent. ${RETRY} sends items 0 to 136 again.`,
		reportOf(200, { done: range(0, 136), failed: because([137]) }),
	],
	[
		`Items 0, 3 to 4 are done; items 1 to 2 failed; 1 item wasn't sent. ${RETRY} sends items 0, 3 to 4 again.`,
		reportOf(6, { done: [4, 0, 3], failed: because([2, 1]) }),
	],
	[
		`Item 0 is done. ${RETRY} sends item 0 again.`,
		reportOf(2, { done: [0], failed: because([1]) }),
	],
	[
		"Items 0 to 1 are done; 3 items weren't sent. Running the workflow again sends items 0 to 1 again.",
		reportOf(5, { done: [0, 1], isStopped: true }),
	],
	[
		"Item 0 is done; item 1 failed; 3 items weren't sent. Running the workflow again sends item 0 again.",
		reportOf(5, {
			done: [0],
			failed: because([1]),
			isStopped: true,
		}),
	],
	["No item is done; 4 items weren't sent.", reportOf(5, { failed: because([0]) })],
	[
		"Item 0 is done; items 2, 4 are invalid; 2 items weren't sent. Running the workflow again sends item 0 again.",
		reportOf(5, { done: [0], invalid: because([2, 4]), isStopped: true }),
	],
	[
		`Item 0 is done; item 2 failed; item 1 may have started. ${RETRY} sends item 0 again.`,
		reportOf(3, { done: [0], failed: { 1: unknown, 2: new Error('No') } }),
	],
	["1 item wasn't sent.", reportOf(3, { results: { 0: {} }, failed: because([2]) })],
	[
		`Item 0 is done; items 1 to 2 failed. ${RETRY} sends item 0 again.`,
		reportOf(3, { done: [0], failed: because([1, 2]) }),
	],
	[
		'Items 0, 2, 4, 6, 8, 10, 12, 14, 16, 18 and 4990 more are invalid.',
		reportOf(10_000, { invalid: because(everyOther) }),
	],
	['', reportOf(10, { invalid: because([3]) })],
	['', reportOf(1, { failed: because([0]) })],
])('%s', (sentences, report) => {
	const { done, advice } = describeProgress(report);
	expect([done, advice].filter(Boolean).join(' ')).toBe(sentences);
});

test('the details have what is known, in the order of the items', () => {
	expect(createReportDetails(reportOf(5, { done: [3, 1], failed: because([4]) }))).toEqual({
		done: [
			{ itemIndex: 1, streamId: 's1', executionId: 1 },
			{ itemIndex: 3, streamId: 's3', executionId: 3 },
		],
		failed: [{ itemIndex: 4, streamId: 's4', message: 'No', kind: 'invalid' }],
		notSent: '0, 2',
	});
	expect(createReportDetails(reportOf(1, { done: [0] }))).toEqual({
		done: [{ itemIndex: 0, streamId: 's0', executionId: 0 }],
	});
	const invalid = { ...because([3, 4, 5, 8]), 6: new Error('Nor this') };
	expect(createReportDetails(reportOf(9, { invalid }))).toEqual({
		invalid: [
			{ items: '3-5, 8', message: 'No', kind: 'invalid' },
			{ items: '6', message: 'Nor this', kind: 'invalid' },
		],
		notSent: '0-2, 7',
	});
});

test('all items that are done have their ids in the details', () => {
	const { done } = createReportDetails(
		reportOf(200, { done: range(0, 136), failed: because([137]) }),
	);

	expect(done).toHaveLength(137);
	expect((done as object[])[136]).toEqual({ itemIndex: 136, streamId: 's136', executionId: 136 });
});

test('any number of failures can be reported', () => {
	const report = reportOf(300_000, { failed: because(range(0, 299_999)) });

	expect(() => createReportDetails(report)).not.toThrow();
});

test('different reasons are listed up to a limit', () => {
	const indices = range(0, 29_999);
	const reasons = Object.fromEntries(indices.map((index) => [index, new Error(`No ${index}`)]));
	const { invalid, moreInvalid } = createReportDetails(reportOf(30_000, { invalid: reasons }));

	expect(invalid).toHaveLength(20);
	expect(invalid).toContainEqual({ items: '0', message: 'No 0', kind: 'invalid' });
	expect(moreInvalid).toBe(29_980);
});

test('a list of items stays short if they are not next to each other', () => {
	const { notSent } = createReportDetails(reportOf(20_000, { failed: because(everyOther) }));

	expect(String(notSent).length).toBeLessThan(1000);
	expect(notSent).toMatch(/^1, 3, .* and \d+ more$/);
});

test('items that an outage left out count as not sent, and many failures are cut', () => {
	const notSent = new ApiError('Not sent: down', 'Wait.', { kind: 'notSent' });
	const failed = { ...because(range(0, 149)), ...because(range(150, 159), notSent) };
	const report = reportOf(161, { failed, isStopped: true });

	expect(describeProgress(report).done).toBe(
		"No item is done; items 0 to 149 failed; 11 items weren't sent.",
	);
	expect(createReportDetails(report)).toMatchObject({ notSent: '150-160', moreFailed: 50 });
	expect(createReportDetails(report).failed).toHaveLength(100);
});

test('a failed item has the state that follows from its error', () => {
	const notSent = new ApiError('Outage', '', { kind: 'notSent' });
	const { items } = reportOf(3, { failed: { 0: unknown, 1: notSent, 2: new Error('No') } });

	expect(items.map(({ state }) => state)).toEqual(['unknownOutcome', 'notSent', 'failed']);
});
