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

test.each([['{"a": 1}'], [{ a: 1 }]])('parseJsonObject: %p', (value) => {
	expect(parseJsonObject('P', value)).toEqual({ a: 1 });
});

test.each([
	['[]', 'a list'],
	[[], 'a list'],
	['5', '5'],
	['null', 'null'],
	['"text"', '"text"'],
	[true, 'true'],
])('parseJsonObject: %p is invalid and called %s', async (value, words) => {
	expect((await catchInvalid(() => parseJsonObject('P', value))).message).toBe(
		`'P' must be a JSON object, but is ${words}`,
	);
});

test.each([['[1, {}]'], [[1, {}]]])('parseJsonArray: %p', (value) => {
	expect(parseJsonArray('P', value)).toEqual([1, {}]);
});

test.each([
	['{}', 'an object'],
	[{}, 'an object'],
	['null', 'null'],
	[5, '5'],
])('parseJsonArray: %p is invalid and called %s', async (value, words) => {
	expect((await catchInvalid(() => parseJsonArray('P', value))).message).toBe(
		`'P' must be a JSON array, but is ${words}`,
	);
});

test.each([
	['1, 2 ,3', ['1', '2', '3']],
	['[1, "2"]', [1, '2']],
	[
		[1, '2'],
		[1, '2'],
	],
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

test.each(['1e400', '-1e400'])('detectValue: %p stays text, JSON has no Infinity', (value) => {
	expect(detectValue(value)).toBe(value);
});

test.each([['{"a": [1e400]}'], [{ a: { b: Infinity } }], [[NaN]]])(
	'parseJson: %p is invalid, because it would be sent as null',
	async (value) => {
		expect((await catchInvalid(() => parseJson('P', value))).message).toContain(
			"which can't be sent",
		);
	},
);

test.each([
	['{"id": 9007199254740993}', { id: 9007199254740993n }],
	['[1e21, 1.5e300, 0.1]', [1e21, 1.5e300, 0.1]],
	[{ id: 9007199254740993n }, { id: 9007199254740993n }],
	[{ id: 1e21 }, { id: 1e21 }],
])('parseJson: the numbers of %p are sent as they are', (value, expected) => {
	expect(parseJson('P', value)).toEqual(expected);
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

	expect(message).toBe(`'P' ${verb} a number that is too long to be exact (9007199254740992)`);
	expect(description).toContain('Keep it as text');
});

test('a value that JSON does not support is invalid inside JSON too', async () => {
	expect((await catchInvalid(() => parseTyped('P', '[1e400]'))).message).toContain('Infinity');
});

test('JSON that is nested too deeply is invalid', async () => {
	let json: unknown = 1;
	for (let depth = 0; depth < 20_000; depth++) json = [json];
	const { message, parameter } = await catchInvalid(() => parseJson('P', json));

	expect(message).toBe("'P' is nested too deeply or contains itself");
	expect(parameter).toBe('P');
});
