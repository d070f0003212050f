import { ApiError } from '../../../../../nodes/DataPlatform/transport/apiError.ts';
import { Aborted } from '../../../../../nodes/DataPlatform/helpers/abort.ts';
import { functionSearch } from '../../../../../nodes/DataPlatform/actions/function/search.operation.ts';
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

async function failure(...search_: Parameters<typeof search>): Promise<ApiError> {
	const error: unknown = await search(...search_).catch((reason: unknown) => reason);
	if (error instanceof ApiError) return error;
	throw new Error('The search did not fail', { cause: error });
}

describe('a list that may be incomplete', () => {
	const degraded = { ...complete, degraded: true };
	const tooFew = { ...complete, totalHits: 121 };
	const twice = { results: [{ name: 'Sum' }, { name: 'Sum' }], totalHits: 2, hasMore: false };
	const cases: Array<[string, object[], RegExp]> = [
		['the platform calls it degraded', [degraded], /: the platform reported "degraded": true$/],
		['it ends before totalHits', [tooFew], /functions that the token can't access/],
		['it has a function twice', [twice, twice], /: it seems to have changed .* function twice$/],
	];

	test.each(cases)('fails the item, or continues with a hint: %s', async (_, responses, reason) => {
		const { message, description, details: failed } = await failure({}, ...responses);

		expect(message).toMatch(/^The list of functions may be incomplete: /);
		expect(message).toMatch(reason);
		expect(description).toContain("'If List May Be Incomplete' to 'Continue With Hint'");
		expect(failed.kind).toBe('incomplete');

		const { items, hints } = await search({ ...hint, ...details }, ...responses);

		expect(hints).toEqual([expect.stringMatching(reason)]);
		for (const { search: found } of items)
			expect(found).toMatchObject({
				incomplete: true,
				reason: expect.stringMatching(/^(it|the) /),
			});
	});

	test('keeps up to 100 functions in the error', async () => {
		const { received } = (await failure({}, tooFew)).details;
		expect(received).toMatchObject({ functionCount: 120, functions: functions.slice(0, 100) });
	});
});

describe('a page that fails', () => {
	const down = new ApiError('The platform returned 503', 'Try again later.', {
		kind: 'unavailable',
		httpCode: 503,
	});
	const first = { results: functions.slice(0, 20), totalHits: 120, hasMore: true };

	test('fails the item, with the functions that were read', async () => {
		const error = await failure({}, first, down);

		expect(error).toMatchObject({ message: down.message, description: down.description });
		expect(error.details).toMatchObject({
			...{ kind: 'unavailable', httpCode: 503 },
			received: { incomplete: true, functionCount: 20, functions: first.results },
		});
	});

	test('continues with the functions that were read', async () => {
		const { items, hints } = await search({ ...hint, ...details }, first, down);

		expect(items.map(({ id }) => id)).toEqual(first.results.map(({ id }) => id));
		expect(hints).toEqual([expect.stringContaining('The platform returned 503')]);
		expect(items[0].search).toMatchObject({
			...{ totalHits: 120, hasMore: true, incomplete: true },
			reason: expect.stringContaining('503'),
		});
	});

	test('after a list that changed, continues with the longer of both readings', async () => {
		const changed = { results: [{ id: 500 }], totalHits: 120, hasMore: true };

		expect((await search(hint, first, changed, down)).items).toHaveLength(21);
		expect((await search(hint, first, changed, first, down)).items).toHaveLength(21);
		const longer = { ...first, results: functions.slice(0, 40) };
		expect((await search(hint, first, changed, longer, down)).items).toHaveLength(40);
	});

	test('fails the item if nothing was read, and if it was aborted', async () => {
		expect(await failure(hint, down)).toBe(down);
		await expect(search(hint, first, new Aborted())).rejects.toThrow(Aborted);
	});
});

describe('Add Search Details', () => {
	test('adds its own copy of the details to each item', async () => {
		const { items, hints } = await search(details, complete);
		const expected = { totalHits: 120, hasMore: false, degraded: false, incomplete: false };

		for (const { search: found } of items) expect(found).toEqual(expected);
		expect(new Set(items.map(({ search: found }) => found)).size).toBe(120);
		expect(hints).toEqual([]);
	});

	test('returns one item with the details for an empty list', async () => {
		expect((await search(details, empty)).items).toEqual([
			{ search: { totalHits: 0, hasMore: false, incomplete: false } },
		]);
		expect((await search({}, empty)).items).toEqual([]);
	});

	test('replaces a field of a function, with a hint', async () => {
		const { items, hints } = await search(details, {
			results: [{ id: 1 }, { id: 2, search: 'own' }],
			...{ totalHits: 2, hasMore: false },
		});

		for (const { search: found } of items) expect(found).toMatchObject({ totalHits: 2 });
		expect(hints).toEqual([expect.stringMatching(/'search' .* replaces a field/)]);
	});
});

const filtersJson = '[{"field": "owner"}]';

test.each<[string, ParameterValues, object, RegExp[]]>([
	['a name', { name: 'a' }, empty, [/^No function matches/]],
	['filters', { options: { filtersJson } }, empty, [/^No function matches/]],
	['neither', {}, empty, []],
	[
		'a late Start Offset',
		{ name: 'a', options: { startOffset: 9 } },
		{ ...empty, totalHits: 6 },
		[],
	],
	['a degraded list', { name: 'a', options: hint }, { ...empty, degraded: true }, [/incomplete/]],
])('hints about an empty list: %s', async (_, values, response, expected) => {
	const { hints } = await runOperation(functionSearch, { returnAll: true, ...values }, response);

	expect(hints).toEqual(expected.map((each) => expect.stringMatching(each)));
});
