import { ApiError } from '../../../../nodes/DataPlatform/transport/failures.ts';
import type { Outcome } from '../../../../nodes/DataPlatform/actions/operation.ts';
import type { Report } from '../../../../nodes/DataPlatform/actions/router/report.ts';
import {
	failuresInWords,
	hintInWords,
	hintsOfOutcomes,
	limitHints,
	reportDetails,
	reportInWords,
	shownInWords,
} from '../../../../nodes/DataPlatform/actions/router/report.ts';

const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

const refusal = new Error('No');

/** Connector runs of which these are done and these failed. */
function reportOf(items: number, done: number[], failed: number[], more: Partial<Report> = {}) {
	return {
		idempotency: 'nonIdempotent',
		items,
		identities: new Map(range(0, items - 1).map((index) => [index, { streamId: `s${index}` }])),
		outcomes: new Map(done.map((index) => [index, { items: [], done: { executionId: index } }])),
		failures: new Map(failed.map((index) => [index, refusal])),
		refused: new Map(),
		isStopped: false,
		...more,
	} satisfies Report;
}

const everyOther = range(0, 4999).map((index) => 2 * index);
const refusedAt = (index: number) => [index, refusal] as const;
const outcomesOf = (each: Array<Partial<Outcome>>) =>
	new Map(each.map((outcome, index) => [index, { items: [], ...outcome }]));

test.each<[string, Report]>([
	[
		"Items 0 to 136 are done; 62 items weren't sent. To send only the rest, retry this execution, because running the workflow again starts items 0 to 136 again.",
		reportOf(200, range(0, 136), [137]),
	],
	[
		"Items 0, 3 to 4 are done; items 1 to 2 failed; 1 item wasn't sent. To send only the rest, retry this execution, because running the workflow again updates items 0, 3 to 4 again.",
		reportOf(6, [4, 0, 3], [2, 1], { idempotency: 'idempotent' }),
	],
	[
		'Item 0 is done. To send only the rest, retry this execution, because running the workflow again extracts item 0 again.',
		reportOf(2, [0], [1], { idempotency: 'repeatable' }),
	],
	[
		"Items 0 to 1 are done; 3 items weren't sent. Running the workflow again starts items 0 to 1 again.",
		reportOf(5, [0, 1], [], { isStopped: true }),
	],
	["No item is done; 4 items weren't sent.", reportOf(5, [], [0])],
	[
		"Item 0 is done; items 2, 4 are invalid; 2 items weren't sent. Running the workflow again starts item 0 again.",
		reportOf(5, [0], [2, 4], { isStopped: true, refused: new Map([2, 4].map(refusedAt)) }),
	],
	[
		'Item 0 is done; item 2 failed; item 1 may have started. To send only the rest, retry this execution, because running the workflow again starts item 0 again.',
		reportOf(3, [0], [], {
			failures: new Map<number, unknown>([
				[1, new ApiError('May', '', { kind: 'unknownOutcome' })],
				[2, new Error('No')],
			]),
		}),
	],
	[
		"2 searches finished, but their results are lost; 1 item wasn't sent.",
		reportOf(4, [], [2], { idempotency: 'safe', outcomes: outcomesOf([{}, {}]) }),
	],
	[
		"1 search finished, but its result is lost; 2 items weren't sent.",
		reportOf(4, [], [2], { idempotency: 'safe', outcomes: outcomesOf([{}]) }),
	],
	[
		'No item is done; items 0 to 1 are invalid.',
		reportOf(3, [], [0, 1, 2], { refused: new Map([0, 1].map(refusedAt)) }),
	],
	[
		"No item is done; 1 item wasn't sent.",
		reportOf(3, [], [2], { idempotency: 'safe', outcomes: outcomesOf([{ isOnlyShown: true }]) }),
	],
	[
		'Items 0, 2, 4, 6, 8, 10, 12, 14, 16, 18 and 4990 more are invalid.',
		reportOf(10_000, [], everyOther, { refused: new Map(everyOther.map(refusedAt)) }),
	],
	['', reportOf(1, [], [0])],
])('%s', (words, report) => {
	const { done, howToGoOn } = reportInWords(report);
	expect([done, howToGoOn].filter(Boolean).join(' ')).toBe(words);
});

test('the details have what there is, in the order of the items', () => {
	expect(reportDetails(reportOf(5, [3, 1], [4]))).toEqual({
		done: [
			{ itemIndex: 1, streamId: 's1', executionId: 1 },
			{ itemIndex: 3, streamId: 's3', executionId: 3 },
		],
		failed: [{ itemIndex: 4, streamId: 's4', message: 'No', kind: 'invalid' }],
		notSent: '0, 2',
	});
	expect(reportDetails(reportOf(1, [0], []))).toEqual({
		done: [{ itemIndex: 0, streamId: 's0', executionId: 0 }],
	});
});

test('what is done has its ids in the details, however many items there are', () => {
	const { done } = reportDetails(reportOf(200, range(0, 136), [137]));

	expect(done).toHaveLength(137);
	expect((done as object[])[136]).toEqual({ itemIndex: 136, streamId: 's136', executionId: 136 });
});

test.each<[string[], Report]>([
	[['2 of 3 items failed: s0, s2'], reportOf(3, [1], [2, 0])],
	[['1 of 1 item failed: s0'], reportOf(1, [], [0])],
	[[], reportOf(3, [0, 1, 2], [])],
	[
		['12 of 12 items failed: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 2 more'],
		reportOf(12, [], range(0, 11)),
	],
	[
		['10 of 10 items failed: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9'],
		reportOf(10, [], range(0, 9)),
	],
	[
		['1 of 2 items failed: &lt;b&gt; / 7'],
		reportOf(2, [0], [1], { identities: new Map([[1, { applicationId: '<b>', jobId: 7 }]]) }),
	],
	[
		['3 of 3 items failed: item 0, item 1, s2'],
		reportOf(3, [], [0, 1, 2], {
			identities: new Map<number, object>([
				[0, { itemIndex: 0 }],
				[1, {}],
				[2, { streamId: 's2' }],
			]) as Report['identities'],
		}),
	],
	[
		[`1 of 1 item failed: ${'7'.repeat(60)}…`],
		reportOf(1, [], [0], { identities: new Map([[0, { streamId: '7'.repeat(5000) }]]) }),
	],
])('the hint is %p', (hint, report) => {
	expect(failuresInWords(report)).toEqual(hint);
});

test.each<[string, number[], number]>([
	['So it is understood.', [0], 1],
	['So it is understood. [all 3 items]', [0, 1, 2], 3],
	['So it is understood. [2 of 3 items: s0, s2]', [0, 2], 3],
])('a hint of the panel: %p', (hint, concerned, items) => {
	expect(hintInWords('So it is understood.', concerned, reportOf(items, [], []))).toBe(hint);
});

test('as many failures as there may be are told', () => {
	const many = range(0, 299_999);

	expect(() => reportDetails(reportOf(many.length, [], many))).not.toThrow();
});

test.each([
	[2, ['Nothing was sent: Show Request Only is on under Request Options']],
	[30, ["2 of 30 items weren't sent: Show Request Only is on under Request Options"]],
])('of %i items two are only shown: %p', (items, hints) => {
	const outcomes = outcomesOf([{ isOnlyShown: true }, { isOnlyShown: true }]);

	expect(shownInWords(reportOf(items, [], [], { outcomes }))).toEqual(hints);
	expect(shownInWords(reportOf(items, [], []))).toEqual([]);
});

test('many different reasons and hints are listed up to a limit', () => {
	const invalid = new Map(range(0, 29_999).map((index) => [index, new Error(`No ${index}`)]));
	const report = reportOf(30_000, [], [...invalid.keys()], { refused: invalid });
	const { refused } = reportDetails({ ...report, failures: invalid }) as { refused: object[] };

	expect(refused).toHaveLength(21);
	expect(refused.at(-1)).toEqual({ items: '20-29999', message: '29980 other reasons' });
	expect(limitHints(['a', 'b', 'a'])).toEqual(['a', 'b']);
	const hints = limitHints(range(1, 3000).map((index) => `Hint ${index}`));
	expect(hints).toHaveLength(21);
	expect(hints.at(-1)).toBe("2980 more hints aren't shown.");
});

test('a list of items stays short when they are not next to each other', () => {
	const { notSent } = reportDetails(
		reportOf(
			20_000,
			[],
			range(0, 9999).map((n) => 2 * n),
		),
	);

	expect(String(notSent).length).toBeLessThan(1000);
	expect(notSent).toMatch(/^1, 3, .* and 9900 more$/);
});

test('a hint is not longer than a person reads', () => {
	expect(hintInWords('<'.repeat(100_000), [0], reportOf(1, [0], []))).toBe(
		`${'&lt;'.repeat(500)}…`,
	);
});

test('a hint is shown as it is, not as HTML', () => {
	expect(hintInWords(`'A' contains "<b>"`, [0], reportOf(1, [0], []))).toBe(
		`'A' contains "&lt;b&gt;"`,
	);
});

test('items that an outage left out count as not sent, and many failures are cut', () => {
	const notSent = new ApiError('Not sent: down', 'Wait.', { kind: 'notSent' });
	const failures = new Map<number, unknown>([
		...range(0, 149).map((index) => [index, refusal] as const),
		...range(150, 159).map((index) => [index, notSent] as const),
	]);
	const report = reportOf(161, [], [], { failures, isStopped: true });

	expect(reportInWords(report)).toEqual({
		done: "No item is done; items 0 to 149 failed; 11 items weren't sent.",
		howToGoOn: '',
	});
	expect(reportDetails(report)).toMatchObject({ notSent: '150-160', moreFailed: 50 });
	expect(reportDetails(report).failed).toHaveLength(100);
});

test('a hint of several outcomes names their items, and one for all of them needs all', () => {
	const outcomes = outcomesOf([
		{ hints: ['some', 'some'], hintsIfAll: ['all', 'one'] },
		{ hintsIfAll: ['all'] },
		{ hints: ['some'], hintsIfAll: ['all'] },
	]);
	expect([...hintsOfOutcomes(outcomes)]).toEqual([
		['some', [0, 2]],
		['all', [0, 1, 2]],
	]);
	const report = reportOf(3, [], [], { outcomes });
	expect(hintInWords('some', [0, 2], report)).toBe('some [2 of 3 items: s0, s2]');
});
