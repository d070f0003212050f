import { ApiError } from '../../../../../nodes/DataPlatform/transport/failures.ts';
import { functionSearch } from '../../../../../nodes/DataPlatform/actions/function/search.operation.ts';
import type { PanelValues } from '../../../../../harness/unit/panel.ts';
import { itemsOf, outcomeOf, invalidOf, requestOf } from '../../../../../harness/unit/panel.ts';

const functions = Array.from({ length: 120 }, (_, id) => ({ id }));
const whole = { results: functions, totalHits: 120, hasMore: false, degraded: false };
const degraded = { ...whole, degraded: true };
const tooFew = { ...whole, totalHits: 121 };
const search = (options: PanelValues = {}) => ({ returnAll: true, resultFormat: 'raw', options });
const outcome = async (answer: object, options?: PanelValues) =>
	await outcomeOf(functionSearch, search(options), structuredClone(answer));

test.each<[string, object, RegExp, object]>([
	['degraded', degraded, /^The platform answered "degraded": true/, { degraded: true }],
	['too short', tooFew, /^Fewer functions came than totalHits says/, { totalHits: 121 }],
])('a list that is %s fails, with the functions that came', async (_, answer, reason, details) => {
	const failure = await outcome(answer).catch((error: unknown) => error);
	if (!(failure instanceof ApiError)) throw new Error('The list passed');

	expect(failure.message).toBe('The list of functions can be incomplete');
	expect(failure.description).toMatch(reason);
	expect(failure.details.received).toEqual({
		...{ totalHits: 120, hasMore: false, degraded: false, incomplete: true, ...details },
		...{ functionCount: 120, functions: functions.slice(0, 100) },
	});
});

test.each<[object, RegExp]>([
	[degraded, /degraded/],
	[tooFew, /^Fewer functions came than totalHits says.*list can be incomplete/],
])('it goes on with a hint where that is chosen', async (answer, hint) => {
	const { items, hints } = await outcome(answer, { whenIncomplete: 'hint' });

	expect(items).toEqual(functions);
	expect(hints).toEqual([expect.stringMatching(hint)]);
});

test('a whole list, or as much of it as Limit wants, does not fail', async () => {
	expect((await outcome(whole)).items).toHaveLength(120);
	const values = { ...search(), returnAll: false, limit: 120 };
	expect(await itemsOf(functionSearch, values, { ...whole, totalHits: 500 })).toHaveLength(120);
});

test.each<[string, object, object]>([
	['a whole list', whole, { totalHits: 120, hasMore: false, degraded: false, incomplete: false }],
	[
		'a degraded one',
		degraded,
		{ totalHits: 120, hasMore: false, degraded: true, incomplete: true },
	],
	['what is not told', { results: functions }, { incomplete: false }],
])('the details of %s stand in each item', async (_, answer, details) => {
	const options = { whenIncomplete: 'hint', detailsField: ' search ' };
	const empty = { results: [], hasMore: false };
	const { items } = await outcomeOf(
		functionSearch,
		search(options),
		...[structuredClone(answer), ...Array(5).fill(empty)],
	);

	expect(items).toHaveLength(120);
	for (const item of items) expect(item.search).toMatchObject(details);
	expect(new Set(items.map((item) => item.search)).size).toBe(120);
});

test('a summary of a degraded list fails too, and says so under the name of the details', async () => {
	const values = (options: PanelValues) => ({
		limit: 1,
		options: { return: 'summary', ...options },
	});

	await expect(itemsOf(functionSearch, values({}), degraded)).rejects.toThrow('can be incomplete');
	const options = { whenIncomplete: 'hint', detailsField: 'list' };
	expect(await itemsOf(functionSearch, values(options), degraded)).toMatchObject([
		{ totalHits: 120, degraded: true, list: { totalHits: 120, incomplete: true } },
	]);
});

test('behind a Limit there are more', async () => {
	const values = { limit: 120, options: { detailsField: 'list' } };
	const answer = { ...whole, totalHits: 500, hasMore: true };
	const [{ list }] = await itemsOf(functionSearch, values, structuredClone(answer));

	expect(list).toEqual({ totalHits: 500, hasMore: true, degraded: false, incomplete: false });
});

test.each(['error', 'id', 'links', 'notValidLinks'])('%s is taken already', async (name) => {
	const values = search({ detailsField: name });

	expect((await invalidOf(() => requestOf(functionSearch, values))).message).toContain(
		`names "${name}", which is another field`,
	);
});
