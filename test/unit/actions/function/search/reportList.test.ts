import { functionSearch } from '../../../../../nodes/DataPlatform/actions/function/search.operation.ts';
import { Aborted } from '../../../../../nodes/DataPlatform/helpers/abort.ts';
import { ApiError } from '../../../../../nodes/DataPlatform/transport/apiError.ts';
import { type ParameterValues, runOperation } from '../../../../support/run-operation.ts';

const functions = Array.from({ length: 120 }, (_, id) => ({ id }));
const complete = { results: functions, totalHits: 120, hasMore: false, degraded: false };
const empty = { results: [], totalHits: 0, hasMore: false };
const hint = { whenIncomplete: 'hint' };
const details = { addSearchDetails: true };

/** Searches all functions, with copies of these responses. Responses that are errors are thrown. */
async function search(options: ParameterValues, ...responses: object[]) {
	const values = { returnAll: true, resultFormat: 'raw', options };
	const copies = responses.map((each) =>
		each instanceof Error ? Promise.reject(each) : structuredClone(each),
	);
	for (const copy of copies) if (copy instanceof Promise) copy.catch(() => {});
	return await runOperation(functionSearch, values, ...copies);
}

const failure = async (...parameters: Parameters<typeof search>) =>
	await search(...parameters).then(
		() => Promise.reject(new Error('The search did not fail')),
		(error: ApiError) => error,
	);

const degraded = { ...complete, degraded: true };
const tooFew = { ...complete, totalHits: 121 };
const twice = { results: [{ name: 'Sum' }, { name: 'Sum' }], totalHits: 2, hasMore: false };

test.each<[string, object[], RegExp]>([
	['the platform calls it degraded', [degraded], /: the platform reported "degraded": true$/],
	['it ends before totalHits', [tooFew], /functions that the token can't access/],
	['it has a function twice', [twice, twice], /: it seems to have changed .* function twice$/],
])('a list fails the item, or gives a hint, if %s', async (_, responses, reason) => {
	const error = await failure({}, ...responses);
	const { items, hints } = await search({ ...hint, ...details }, ...responses);

	expect(error.message).toMatch(/^The list of functions may be incomplete: /);
	expect(error.message).toMatch(reason);
	expect(error.description).toContain("'If List May Be Incomplete' to 'Continue With Hint'");
	expect(error.details.kind).toBe('incomplete');
	expect(hints).toEqual([expect.stringMatching(reason)]);
	for (const { search: found } of items) {
		expect(found).toMatchObject({ incomplete: true, reason: expect.stringMatching(/^(it|the) /) });
	}
});

describe('a page that fails', () => {
	const down = new ApiError('The platform returned 503', 'Try again later.', {
		kind: 'unavailable',
		httpCode: 503,
	});
	const first = { results: functions.slice(0, 110), totalHits: 120, hasMore: true };

	test('fails the item, with up to 100 of the functions that were read', async () => {
		const error = await failure({}, first, down);

		expect(error).toMatchObject({ message: down.message, description: down.description });
		expect(error.details).toMatchObject({
			kind: 'unavailable',
			httpCode: 503,
			received: { incomplete: true, functionCount: 110, functions: functions.slice(0, 100) },
		});
	});

	test('continues with the functions that were read', async () => {
		const { items, hints } = await search({ ...hint, ...details }, first, down);

		expect(items.map(({ id }) => id)).toEqual(first.results.map(({ id }) => id));
		expect(hints).toEqual([expect.stringContaining('The platform returned 503')]);
		expect(items[0].search).toMatchObject({
			totalHits: 120,
			hasMore: true,
			incomplete: true,
			reason: expect.stringContaining('503'),
		});
	});

	test('after a list that changed, continues with the longer of both readings', async () => {
		const changed = { results: [{ id: 500 }], totalHits: 120, hasMore: true };
		const longer = { ...first, results: functions.slice(0, 115) };

		expect((await search(hint, first, changed, down)).items).toHaveLength(111);
		expect((await search(hint, first, changed, longer, down)).items).toHaveLength(115);
	});

	test('fails the item if nothing was read, and if it was aborted', async () => {
		expect(await failure(hint, down)).toBe(down);
		expect(await failure(hint, first, new Aborted())).toBeInstanceOf(Aborted);
	});
});

test('Add Search Details adds its own copy of the details to each item', async () => {
	const results = [{ id: 1 }, { id: 2, search: 'own' }];
	const found = { totalHits: 2, hasMore: false };
	const { items, hints } = await search(details, { results, ...found });
	const [first, second] = items.map((item) => item.search);

	// Strictly, so that `reason` isn't there as undefined.
	expect(first).toStrictEqual({ ...found, incomplete: false });
	expect(second).toEqual(first);
	expect(second).not.toBe(first);
	expect(hints).toEqual([expect.stringMatching(/'search' .* replaces a field/)]);
});

test('Add Search Details returns one item for an empty list', async () => {
	const { items, hints } = await search(details, { ...empty, degraded: false });

	expect(items).toEqual([
		{ search: { totalHits: 0, hasMore: false, degraded: false, incomplete: false } },
	]);
	expect(hints).toEqual([]);
	expect((await search({}, empty)).items).toEqual([]);
});

const NOTHING_FOUND = [expect.stringMatching(/^No function matches/)];

test.each<[string, ParameterValues, object, unknown[]]>([
	['a name', { name: 'a' }, empty, NOTHING_FOUND],
	['filters', { options: { filtersJson: '[{"field": "owner"}]' } }, empty, NOTHING_FOUND],
	['neither', {}, empty, []],
	[
		'a late Start Offset',
		{ name: 'a', options: { startOffset: 9 } },
		{ ...empty, totalHits: 6 },
		[],
	],
	[
		'a degraded list',
		{ name: 'a', options: hint },
		{ ...empty, degraded: true },
		[expect.stringMatching(/incomplete/)],
	],
])('hints about an empty list: %s', async (_, values, response, expected) => {
	const { hints } = await runOperation(functionSearch, { returnAll: true, ...values }, response);

	expect(hints).toEqual(expected);
});
