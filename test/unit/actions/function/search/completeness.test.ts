import { ApiError } from '../../../../../nodes/DataPlatform/transport/apiError.ts';
import { functionSearch } from '../../../../../nodes/DataPlatform/actions/function/search.operation.ts';
import type { ParameterValues } from '../../../../support/run-operation.ts';
import {
	collectItems,
	runOperation,
	catchInvalid,
	captureRequest,
} from '../../../../support/run-operation.ts';

const functions = Array.from({ length: 120 }, (_, id) => ({ id }));
const whole = { results: functions, totalHits: 120, hasMore: false, degraded: false };
const degraded = { ...whole, degraded: true };
const tooFew = { ...whole, totalHits: 121 };
const search = (options: ParameterValues = {}) => ({
	returnAll: true,
	resultFormat: 'raw',
	options,
});
const outcome = async (answer: object, options?: ParameterValues) =>
	await runOperation(functionSearch, search(options), structuredClone(answer));

const MAY_BE_INCOMPLETE = 'The list of functions may be incomplete';
const DEGRADED = `${MAY_BE_INCOMPLETE}: the platform reported "degraded": true`;
const TOO_FEW = `${MAY_BE_INCOMPLETE}: the platform returned fewer functions than it announced`;

test.each<[string, object, string, object]>([
	['degraded', degraded, DEGRADED, { degraded: true }],
	['too short', tooFew, TOO_FEW, { totalHits: 121 }],
])('a list that is %s fails, with the functions that came', async (_, answer, reason, details) => {
	const failure = await outcome(answer).catch((error: unknown) => error);
	if (!(failure instanceof ApiError)) throw new Error('The list passed');

	expect(failure.message).toBe(reason);
	expect(failure.description).toContain('"If List May Be Incomplete" to "Continue With Hint"');
	expect(failure.details.kind).toBe('incomplete');
	expect(failure.details.received).toEqual({
		...{ totalHits: 120, hasMore: false, degraded: false, incomplete: true, ...details },
		...{ functionCount: 120, functions: functions.slice(0, 100) },
	});
});

test.each([
	[degraded, DEGRADED],
	[tooFew, TOO_FEW],
])('a list that is incomplete continues with a hint if that is chosen', async (answer, hint) => {
	const { items, hints } = await outcome(answer, { whenIncomplete: 'hint' });

	expect(items).toEqual(functions);
	expect(hints).toEqual([hint]);
});

test('an endless search and one without ids say so', async () => {
	const fail = async (...answers: object[]) =>
		await collectItems(functionSearch, search({ pageSize: 2 }), ...answers).catch(
			({ message }: Error) => message,
		);
	const pages = Array.from({ length: 300 }, (_, offset) => ({
		...{ results: [{ id: offset }, { id: offset + 1 }], totalHits: 9, hasMore: true },
	}));

	expect(await fail(...pages)).toBe(
		`${MAY_BE_INCOMPLETE}: it seems endless, so the node stopped reading it`,
	);
	const twins = { results: [{ name: 'Sum' }, { name: 'Sum' }], totalHits: 2, hasMore: false };
	expect(await fail(twins, twins)).toBe(
		`${MAY_BE_INCOMPLETE}: it seems to have changed while the node read it, or it contains a function twice`,
	);
});

test('a whole list, or as much of it as Limit wants, does not fail', async () => {
	expect((await outcome(whole)).items).toHaveLength(120);
	const values = { ...search(), returnAll: false, limit: 120 };
	expect(await collectItems(functionSearch, values, { ...whole, totalHits: 500 })).toHaveLength(
		120,
	);
});

const end = { totalHits: 120, hasMore: false };

test.each<[string, object, object]>([
	['a whole list', whole, { ...end, degraded: false, incomplete: false }],
	['a degraded one', degraded, { ...end, degraded: true, incomplete: true }],
	['a response without these members', { results: functions }, { incomplete: false }],
])('the details of %s stand in each item', async (_, answer, details) => {
	const options = { whenIncomplete: 'hint', detailsField: ' search ' };
	const last = { results: functions.slice(-1) };
	const answers = [structuredClone(answer), last];
	const { items } = await runOperation(functionSearch, search(options), ...answers);

	expect(items).toHaveLength(120);
	for (const item of items) expect(item.search).toMatchObject(details);
	expect(new Set(items.map((item) => item.search)).size).toBe(120);
});

test('a summary of a degraded list fails too, and says so under the name of the details', async () => {
	const summary = async (options: ParameterValues) =>
		(await outcome(degraded, { return: 'summary', ...options })).items;

	await expect(summary({})).rejects.toThrow('may be incomplete');
	expect(await summary({ whenIncomplete: 'hint', detailsField: 'list' })).toMatchObject([
		{ totalHits: 120, degraded: true, list: { totalHits: 120, incomplete: true } },
	]);
});

test('behind a Limit there are more', async () => {
	const values = { limit: 120, options: { detailsField: 'list' } };
	const answer = { ...whole, totalHits: 500, hasMore: true };
	const [{ list }] = await collectItems(functionSearch, values, structuredClone(answer));

	expect(list).toEqual({ totalHits: 500, hasMore: true, degraded: false, incomplete: false });
});

test.each(['error', 'id', 'links', 'brokenLinks', 'totalHits', '__proto__'])(
	"the details can't be named %s",
	async (name) => {
		const values = search({ detailsField: name });

		expect((await catchInvalid(() => captureRequest(functionSearch, values))).message).toBe(
			`'Add Search Details' can't be "${name}", because that name is reserved or already used`,
		);
	},
);

test('the details never overwrite what the platform sent', async () => {
	const answer = { results: [{ id: 1 }, { id: 2, own: 'kept' }], totalHits: 2, hasMore: false };

	expect((await catchInvalid(() => outcome(answer, { detailsField: 'own' }))).message).toBe(
		"'Add Search Details' can't be \"own\", because that name is reserved or already used",
	);
});
