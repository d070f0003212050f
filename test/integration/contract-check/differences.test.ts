import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { ChosenProbes } from '../../../tools/contract-check/probes.ts';
import { ALL_CHOSEN, FIRST, MISSING_TOKEN, page, reportOn, withText } from './instance.ts';

const shape = (body: unknown, when: object = FIRST): FaultRule => ({
	fault: 'wrong-shape',
	when,
	body,
});

type Planted = [
	what: string,
	fault: FaultRule,
	found: { place: string; contract: string; instance: string },
	probe?: string,
];

const SEARCHES: Planted[] = [
	[
		'text instead of a number',
		shape(page({ id: '4711' })),
		{ place: 'results[].id', contract: 'must be integer', instance: 'string' },
	],
	[
		'a list instead of a page',
		shape([{ id: 1 }]),
		{ place: 'body', contract: 'must be object', instance: '[{id: integer}]' },
	],
	[
		'seconds instead of milliseconds',
		shape(page({ created: 1_700_000_000 })),
		{
			place: 'results[].created',
			contract: 'epoch milliseconds (part 2.1)',
			instance: 'another range',
		},
	],
	[
		'more items than requested',
		shape(
			page({}, { results: [...page().results, ...page().results], totalHits: 2, hasMore: false }),
		),
		{
			place: 'results',
			contract: 'at most limit items (part 4.1)',
			instance: 'more items',
		},
	],
	[
		'hasMore: false although there is more',
		shape(page({}, { hasMore: false })),
		{
			place: 'hasMore',
			contract: 'true when more records exist beyond the page (part 4.1)',
			instance: 'false, and a longer page holds more',
		},
		'limit 1 and limit 10',
	],
	[
		'success without a token',
		{ fault: 'status', when: MISSING_TOKEN, status: 200, body: page() },
		{
			place: 'token',
			contract: 'requires the token (part 5)',
			instance: 'takes the request: 200',
		},
		'missing token',
	],
	[
		'another success status',
		{ fault: 'status', when: FIRST, status: 202, body: page() },
		{ place: 'status', contract: '200', instance: '202, JSON' },
	],
	[
		'a web page with status 200',
		{ fault: 'html-200', when: withText('"limit":5000') },
		{ place: 'body', contract: 'JSON', instance: 'a web page' },
		'limit 5000',
	],
	[
		'an empty body',
		{ fault: 'empty-200', when: FIRST },
		{ place: 'body', contract: 'JSON', instance: 'nothing' },
	],
	[
		'half of the JSON',
		{ fault: 'truncated-json', when: FIRST },
		{ place: 'body', contract: 'JSON', instance: "text that isn't JSON" },
	],
];

test.each(SEARCHES)('it finds %s', async (_what, fault, found, probe = 'limit 1') => {
	const { report } = await reportOn([fault]);

	expect(report.verdict).toBe('different');
	expect(report.differences).toContainEqual({
		operation: 'searchFunctions',
		...found,
		seenIn: [probe],
	});
});

const CHOSEN: Array<[string, keyof ChosenProbes, FaultRule, object]> = [
	[
		'a code that differs from the status',
		'updateJob',
		{ fault: 'envelope-error', operation: 'updateJob', code: 500 },
		{ place: 'code', contract: 'mirrors the HTTP status (part 2.5)', instance: 'another number' },
	],
	[
		'a missing field',
		'extract',
		{ fault: 'missing-fields', fields: ['city'] },
		{
			place: 'output',
			contract: 'has the names of outputStructure (part 4.4)',
			instance: 'other names',
		},
	],
];

test.each(CHOSEN)('it finds %s (%s)', async (_what, name, fault, found) => {
	const { report } = await reportOn([fault], { [name]: ALL_CHOSEN[name] });

	expect(report.differences).toEqual([
		{ operation: expect.any(String), ...found, seenIn: [expect.any(String)] },
	]);
});

test('a difference in several responses is reported once, with all of them', async () => {
	const { report } = await reportOn([shape(page({ locked: 'no' }), { request: [1, 2] })]);

	expect(report.differences).toContainEqual({
		operation: 'searchFunctions',
		place: 'results[].locked',
		contract: 'must be boolean',
		instance: 'string',
		seenIn: ['limit 1', 'limit 10'],
	});
});
