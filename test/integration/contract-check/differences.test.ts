import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { ChosenProbes } from '../../../tools/contract-check/probes.ts';
import { ALL_CHOSEN, FIRST, MISSING_TOKEN, page, reportOn, shape, withText } from './instance.ts';

const succeeds = (status: number, when: object): FaultRule => ({
	...{ fault: 'status', when, status, body: page() },
});
const twice = [...page().results, ...page().results];
const LOCKED = { fault: 'wrong-shape', when: { request: [1, 2] }, body: page({ locked: 'no' }) };
const TOO_SHORT = 'true when more records exist beyond the page (part 4.1)';

type Row = [fault: FaultRule, place: string, contract: string, instance: string, seenIn?: string];

test.each<Row>([
	[shape(page({ id: '4711' })), 'results[].id', 'must be integer', 'string'],
	[shape([{ id: 1 }]), 'body', 'must be object', '[{id: integer}]'],
	[
		shape(page({ created: 1_700_000_000 })),
		...(['results[].created', 'epoch milliseconds (part 2.1)', 'another range'] as const),
	],
	[
		shape(page({}, { results: twice, totalHits: 2 })),
		...(['results', 'at most limit items (part 4.1)', 'more items'] as const),
	],
	[
		shape(page({}, { hasMore: false })),
		...(['hasMore', TOO_SHORT, 'false, and a longer page holds more'] as const),
		'limit 1 and limit 10',
	],
	[
		succeeds(200, MISSING_TOKEN),
		...(['token', 'requires the token (part 5)', 'takes the request: 200'] as const),
		'missing token',
	],
	[succeeds(202, FIRST), 'status', '200', '202, JSON'],
	[{ fault: 'html-200', when: withText('":5000') }, 'body', 'JSON', 'a web page', 'limit 5000'],
	[{ fault: 'empty-200', when: FIRST }, 'body', 'JSON', 'nothing'],
	[{ fault: 'truncated-json', when: FIRST }, 'body', 'JSON', "text that isn't JSON"],
	[LOCKED, 'results[].locked', 'must be boolean', 'string', 'limit 1, limit 10'],
])('%j: it finds %s: %s, but %s', async (fault, place, contract, instance, seenIn = 'limit 1') => {
	const { report } = await reportOn([fault]);

	expect(report.verdict).toBe('different');
	const found = { operation: 'searchFunctions', place, contract, instance };
	expect(report.differences).toContainEqual({ ...found, seenIn: seenIn.split(', ') });
});

test.each<[keyof ChosenProbes, FaultRule, place: string, contract: string, instance: string]>([
	[
		'updateJob',
		{ fault: 'envelope-error', operation: 'updateJob', code: 500 },
		...(['code', 'mirrors the HTTP status (part 2.5)', 'another number'] as const),
	],
	[
		'extract',
		{ fault: 'missing-fields', fields: ['city'] },
		...(['output', 'has the names of outputStructure (part 4.4)', 'other names'] as const),
	],
])('%s, %j: it finds %s: %s, but %s', async (name, fault, place, contract, instance) => {
	const { report } = await reportOn([fault], { [name]: ALL_CHOSEN[name] });

	expect(report.differences).toMatchObject([{ place, contract, instance }]);
});
