import { collectHints } from '../../../../nodes/DataPlatform/actions/router/hints.ts';
import type { Report } from '../../../../nodes/DataPlatform/actions/router/report.ts';
import { because, range, reportOf } from './reportOf.ts';

const none = new Map<string, number[]>();

test.each<[string[], Report]>([
	[['2 of 3 items failed: s0, s2'], reportOf(3, { done: [1], failed: because([2, 0]) })],
	[['1 of 1 item failed: s0'], reportOf(1, { failed: because([0]) })],
	[[], reportOf(3, { done: [0, 1, 2] })],
	[
		['12 of 12 items failed: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 2 more'],
		reportOf(12, { failed: because(range(0, 11)) }),
	],
	[
		['10 of 10 items failed: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9'],
		reportOf(10, { failed: because(range(0, 9)) }),
	],
	[
		['1 of 2 items failed: &lt;b&gt; / 7'],
		reportOf(2, {
			done: [0],
			failed: because([1]),
			ids: { 1: { applicationId: '<b>', jobId: 7 } },
		}),
	],
	[
		['3 of 3 items failed: item 0, item 1, s2'],
		reportOf(3, {
			failed: because([0, 1, 2]),
			ids: { 0: { itemIndex: 0 }, 1: {}, 2: { streamId: 's2' } },
		}),
	],
	[
		[`1 of 1 item failed: ${'7'.repeat(60)}…`],
		reportOf(1, { failed: because([0]), ids: { 0: { streamId: '7'.repeat(5000) } } }),
	],
])('the hint about failures is %p', (hints, report) => {
	expect(collectHints(report.items, none)).toEqual(hints);
});

test.each<[string, number[], number]>([
	['About a parameter.', [0], 1],
	['About a parameter. [all 3 items]', [0, 1, 2], 3],
	['About a parameter. [2 of 3 items: s0, s2]', [0, 2], 3],
])('a hint about a parameter is %p', (hint, indices, items) => {
	expect(collectHints(reportOf(items).items, new Map([['About a parameter.', indices]]))).toEqual([
		hint,
	]);
});

test.each([
	[2, ['Nothing was sent: Show Request Only is on under Request Options']],
	[30, ['Nothing was sent for 2 of 30 items: Show Request Only is on under Request Options']],
])('with previews for two of %i items the hint is %p', (items, hints) => {
	const results = { 0: { isPreview: true }, 1: { isPreview: true } };

	expect(collectHints(reportOf(items, { results }).items, none)).toEqual(hints);
});

test('a hint about one item is in the singular', () => {
	const report = reportOf(3, { results: { 0: { isPreview: true } }, done: [1, 2] });

	expect(collectHints(report.items, none)).toEqual([
		'Nothing was sent for 1 of 3 items: Show Request Only is on under Request Options',
	]);
});

test('each hint is returned once, up to a limit', () => {
	const hintsOfResults = (...hints: string[]) =>
		collectHints(reportOf(1, { results: { 0: { hints } } }).items, none);

	expect(hintsOfResults('a', 'b', 'a')).toEqual(['a', 'b']);
	const hints = hintsOfResults(...range(1, 3000).map((index) => `Hint ${index}`));
	expect(hints).toHaveLength(21);
	expect(hints.at(-1)).toBe("Hints that aren't shown: 2980");
});

test('a hint is short, and text instead of HTML', () => {
	const hints = new Map([
		['<'.repeat(100_000), [0]],
		[`'A' holds "<b>"`, [0]],
	]);

	expect(collectHints(reportOf(1).items, hints)).toEqual([
		`${'&lt;'.repeat(500)}…`,
		`'A' holds "&lt;b&gt;"`,
	]);
});

test('a hint of results names its items', () => {
	const results = { 0: { hints: ['some', 'some'] }, 2: { hints: ['some'] } };

	expect(collectHints(reportOf(3, { results }).items, none)).toEqual([
		'some [2 of 3 items: s0, s2]',
	]);
});
