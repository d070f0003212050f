import {
	detectValue,
	parseList,
	parseJson,
	parseJsonArray,
	parseJsonObject,
	parseTyped,
} from '../../../nodes/DataPlatform/parameters/json.ts';
import { catchInvalid } from '../../support/run-operation.ts';

test.each([
	['{"a": [1]}', { a: [1] }],
	['[]', []],
	['5', 5],
	[{ a: 1 }, { a: 1 }],
	[[1], [1]],
	[5, 5],
	['{"id": 9007199254740993}', { id: 9007199254740993n }],
	['[1e21, 1.5e300, 0.1]', [1e21, 1.5e300, 0.1]],
	[{ id: 9007199254740993n }, { id: 9007199254740993n }],
	[{ id: 1e21 }, { id: 1e21 }],
])('parseJson: %p gives %p', (value, expected) => {
	expect(parseJson('P', value)).toEqual(expected);
});

test.each(['{', "{'a': 1}", '{"a": 1,}', 'undefined', '{{ $json.a }}', '[object Object]'])(
	'parseJson: %p is invalid, with the message of the parser',
	async (value) => {
		const { message } = await catchInvalid(() => parseJson('Job (JSON)', value));

		expect(message).toMatch(/^'Job \(JSON\)' isn't valid JSON: \S+/);
	},
);

test.each<[typeof parseJsonObject | typeof parseJsonArray, unknown, string]>([
	[parseJsonObject, '[]', 'object, but is a list'],
	[parseJsonObject, [], 'object, but is a list'],
	[parseJsonObject, '5', 'object, but is 5'],
	[parseJsonObject, 'null', 'object, but is null'],
	[parseJsonObject, '"text"', 'object, but is "text"'],
	[parseJsonObject, true, 'object, but is true'],
	[parseJsonArray, '{}', 'array, but is an object'],
	[parseJsonArray, {}, 'array, but is an object'],
	[parseJsonArray, 'null', 'array, but is null'],
	[parseJsonArray, 5, 'array, but is 5'],
])('%p: %j is invalid: must be a JSON %s', async (parse, value, words) => {
	const { message } = await catchInvalid(() => parse('P', value));

	expect(message).toBe(`'P' must be a JSON ${words}`);
});

test.each([
	['1, 2 ,3', ['1', '2', '3']],
	['[1, "2"]', [1, '2']],
	['1,,2, ', ['1', '2']],
	[7, [7]],
	['7', ['7']],
	[[], []],
	['[]', []],
	['[9007199254740993, 1]', [9007199254740993n, 1]],
])('parseList: %p gives %p', (value, expected) => {
	expect(parseList('P', value)).toEqual(expected);
});

test.each([
	['true', true],
	['false', false],
	['null', null],
	['0.2', 0.2],
	['-5', -5],
	['1e3', 1000],
	[' 5 ', 5],
	['[1, 2]', [1, 2]],
	['{"a": 1}', { a: 1 }],
	['"5"', '5'],
	['', ''],
	['text', 'text'],
	// JSON has no Infinity.
	['1e400', '1e400'],
	['-1e400', '-1e400'],
	['007', '007'],
	['True', 'True'],
	['[not json', '[not json'],
	['9007199254740993', 9007199254740993n],
	['[-9007199254740993]', [-9007199254740993n]],
	['"9007199254740993"', '9007199254740993'],
	[5, 5],
	[false, false],
	[{ a: 1 }, { a: 1 }],
])('detectValue: %p means %p', (value, expected) => {
	expect(detectValue(value)).toEqual(expected);
});

test.each<[typeof parseJson | typeof parseTyped, unknown]>([
	[parseJson, '{"a": [1e400]}'],
	[parseJson, { a: { b: Infinity } }],
	[parseJson, [NaN]],
	[parseTyped, '[1e400]'],
])('%p: %p is invalid, because it would be sent as null', async (parse, value) => {
	const { message, description } = await catchInvalid(() => parse('P', value));

	expect(message).toMatch(/which can't be sent$/);
	expect(description).toBe('Correct the expression, so that it returns a number.');
});

/** What JavaScript makes of 9007199254740993, and of many others. */
const LOST = 2 ** 53;

test.each([
	[() => parseJson('P', { a: [LOST] }), 'contains'],
	[() => parseJson('P', '{"a": 9007199254740993.0}'), 'contains'],
	[() => parseJson('P', LOST), 'is'],
	[() => parseTyped('P', LOST), 'is'],
	[() => parseTyped('P', { a: LOST }), 'contains'],
])('%s: a number that has lost digits is invalid', async (read, verb) => {
	const { message, description } = await catchInvalid(read);

	expect(message).toBe(`'P' ${verb} 9007199254740992, which can't be sent exactly`);
	expect(description).toContain('keep the value as text');
});

test('JSON that is nested too deeply is invalid', async () => {
	let json: unknown = 1;
	for (let depth = 0; depth < 20_000; depth++) json = [json];
	const { message, parameter } = await catchInvalid(() => parseJson('P', json));

	expect(message).toBe("'P' is nested too deeply or contains itself");
	expect(parameter).toBe('P');
});
