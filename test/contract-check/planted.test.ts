import type { FaultRule } from '../../simulator/faults/rules.ts';
import type { ChosenProbes } from '../../tools/contract-check/probes.ts';
import { ALL_CHOSEN, FIRST, page, reportOn, withText } from './instance.ts';

const shape = (body: unknown, when: object = FIRST): FaultRule => ({
	fault: 'wrong-shape',
	when,
	body,
});
const pageWithout = (member: string) =>
	Object.fromEntries(Object.entries(page()).filter(([name]) => name !== member));
const link = (changes: object) => ({ links: [{ valid: 'VALID', ...changes }] });

type Planted = [
	what: string,
	fault: FaultRule,
	found: { place: string; contract: string; instance: string },
	probe?: string,
];

const SEARCHES: Planted[] = [
	...['totalHits', 'results', 'hasMore', 'degraded'].map((member): Planted => [
		`no ${member}`,
		shape(pageWithout(member)),
		{ place: member, contract: 'required', instance: 'missing' },
	]),
	[
		'a text where a number belongs',
		shape(page({ id: '4711' })),
		{ place: 'results[].id', contract: 'integer', instance: 'string' },
	],
	[
		'null where a text belongs',
		shape(page({ name: null })),
		{ place: 'results[].name', contract: 'string', instance: 'null' },
	],
	[
		'a fraction where a whole number belongs',
		shape(page({ owner: 1.5 })),
		{ place: 'results[].owner', contract: 'integer', instance: 'number' },
	],
	[
		'results as object',
		shape(page({}, { results: {} })),
		{ place: 'results', contract: 'array', instance: '{}' },
	],
	[
		'a list instead of a page',
		shape([{ id: 1 }]),
		{ place: 'body', contract: 'object', instance: '[{id: integer}]' },
	],
	[
		'a further member of the page',
		shape(page({}, { took: 12 })),
		{ place: 'took', contract: 'unknown member', instance: 'integer' },
	],
	[
		'a further member of a function',
		shape(page({ expression: { text: 'SUM(1)' } })),
		{ place: 'results[].expression', contract: 'unknown member', instance: '{text: string}' },
	],
	[
		'a further member of a link',
		shape(page(link({ label: 'Sales' }))),
		{ place: 'results[].links[].label', contract: 'unknown member', instance: 'string' },
	],
	[
		'a further member of a resource',
		shape(page(link({ resource: { type: 'CARD', id: '1', title: 'Sales' } }))),
		{ place: 'results[].links[].resource.title', contract: 'unknown member', instance: 'string' },
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
		'more items than asked for',
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
		'items that totalHits does not count',
		shape(page({}, { totalHits: 0 })),
		{
			place: 'results',
			contract: 'offset is the index of the first item (part 4.1)',
			instance: 'items behind totalHits, or none before it',
		},
	],
	[
		'hasMore on the last page',
		shape(page({}, { hasMore: true })),
		{
			place: 'hasMore',
			contract: 'true when there is more behind the page (part 4.1)',
			instance: 'not as totalHits says',
		},
	],
	[
		'no hasMore before the last page',
		{ fault: 'has-more-never', when: withText('"limit":5,') },
		{
			place: 'hasMore',
			contract: 'true when there is more behind the page (part 4.1)',
			instance: 'not as totalHits says',
		},
		'limit 5, offset 5',
	],
	[
		'another success status',
		{ fault: 'status', when: FIRST, status: 202, body: page() },
		{ place: 'status', contract: '200', instance: '202, JSON' },
	],
	[
		'a 500 that is a web page',
		{ fault: 'status', when: withText('"limit":5000'), status: 500, format: 'html' },
		{ place: 'status', contract: '200', instance: '500, a web page' },
		'limit 5000',
	],
	[
		'a web page of success',
		{ fault: 'html-200', when: withText('"offset":2000000000') },
		{ place: 'body', contract: 'JSON', instance: 'a web page' },
		'offset beyond the end',
	],
	[
		'an empty success',
		{ fault: 'empty-200', when: FIRST },
		{ place: 'body', contract: 'JSON', instance: 'nothing' },
	],
	[
		'half of the JSON',
		{ fault: 'truncated-json', when: FIRST },
		{ place: 'body', contract: 'JSON', instance: 'a text that is no JSON' },
	],
	[
		'JSON of another media type',
		{
			fault: 'status',
			when: FIRST,
			status: 200,
			body: page(),
			headers: { 'content-type': 'text/plain' },
		},
		{ place: 'Content-Type', contract: 'application/json', instance: 'text/plain' },
	],
	[
		'a limit beyond 5000 that is taken',
		shape(page(), withText('"limit":5001')),
		{ place: 'status', contract: 'refused', instance: '200' },
		'limit 5001',
	],
	[
		'a page of another sort field that breaks the contract',
		shape(page({ global: 'yes' }), withText('"field":"legacyId"')),
		{ place: 'results[].global', contract: 'boolean', instance: 'string' },
		'sort by legacyId',
	],
	[
		'a direction without effect',
		shape(
			{
				...page(),
				totalHits: 2,
				results: [{ id: 1 }, { id: 2 }],
			},
			{ request: '2-6' },
		),
		{
			place: 'sort.ascending',
			contract: 'turns the order round (part 4.1)',
			instance: 'the same page',
		},
		'limit 10 and limit 10, descending',
	],
	[
		'an offset that is not the one asked for',
		{ fault: 'shrinking-list' },
		{
			place: 'offset',
			contract: 'the page that begins there (part 4.1)',
			instance: 'another page',
		},
		'limit 10 and limit 5, offset 5',
	],
	[
		'an offset that is not 0 when it is left out',
		{ fault: 'shrinking-list' },
		{ place: 'offset', contract: 'left out, it is 0 (part 4.1)', instance: 'another page' },
		'limit 10 and limit 10, offset 0',
	],
];

test.each(SEARCHES)('%s is found', async (_what, fault, found, probe = 'limit 1') => {
	const { report } = await reportOn([fault]);

	expect(report.verdict).toBe('different');
	expect(report.differences).toContainEqual({
		operation: 'searchFunctions',
		...found,
		seenIn: [probe],
	});
});

const RUN = { streamId: 42, executionId: 1 };

const CHOSEN: Array<[string, keyof ChosenProbes, FaultRule, object]> = [
	[
		'a code that is not the status',
		'updateJob',
		{ fault: 'envelope-error', operation: 'updateJob', code: 500 },
		{ place: 'code', contract: 'mirrors the HTTP status (part 2.5)', instance: 'another number' },
	],
	[
		'an update without message',
		'updateJob',
		{ fault: 'wrong-shape', operation: 'updateJob', body: { status: 'OK', code: 200 } },
		{ place: 'message', contract: 'required', instance: 'missing' },
	],
	[
		'a run that is answered 200',
		'runConnector',
		{ fault: 'status', operation: 'runConnector', status: 200, body: RUN },
		{ place: 'status', contract: '201', instance: '200, JSON' },
	],
	[
		'a phase that is a text',
		'runConnector',
		{ fault: 'wrong-shape', operation: 'runConnector', body: { ...RUN, currentPhase: 'Loading' } },
		{ place: 'currentPhase', contract: 'object or null', instance: 'string' },
	],
	[
		'an output that is a text',
		'extract',
		{ fault: 'output-not-object' },
		{ place: 'output', contract: 'object', instance: 'string' },
	],
	[
		'a field that is left out',
		'extract',
		{ fault: 'missing-fields', fields: ['city'] },
		{
			place: 'output',
			contract: 'has the names of outputStructure (part 4.4)',
			instance: 'other names',
		},
	],
	[
		'a requestId that is no UUID',
		'extract',
		{ fault: 'wrong-shape', operation: 'extractData', body: { output: {}, requestId: 'r-1' } },
		{ place: 'requestId', contract: 'must match format "uuid"', instance: 'string' },
	],
];

test.each(CHOSEN)('%s (%s) is found', async (_what, name, fault, found) => {
	const { report } = await reportOn([fault], { [name]: ALL_CHOSEN[name] });

	expect(report.differences).toEqual([
		{ operation: expect.any(String), ...found, seenIn: [expect.any(String)] },
	]);
});

test('a difference that many answers show is told once, with all of them', async () => {
	const { report } = await reportOn([
		shape(page({ tags: [] }), { request: [1, 2] }),
		shape(page({ tags: ['a'] }), { request: 1 }),
	]);

	expect(report.differences).toContainEqual({
		operation: 'searchFunctions',
		place: 'results[].tags',
		contract: 'unknown member',
		instance: '[]',
		seenIn: ['limit 1', 'limit 10'],
	});
});
