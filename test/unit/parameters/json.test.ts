import {
	InvalidParameterError,
	parseIntegerList,
	parseJson,
	parseJsonArray,
	parseJsonObject,
	parseList,
} from '../../../nodes/DataPlatform/parameters/validators.ts';
import { catchInvalid } from '../../support/run-operation.ts';

const invalid = (reason: string, advice: string) => new InvalidParameterError('P', reason, advice);

const ID = 9007199254740993n;

test.each([
	['{"a": [1]}', { a: [1] }],
	[{ a: 1 }, { a: 1 }],
	['{"id": 9007199254740993}', { id: ID }],
	['\ufeff{"a": 1}\u200b', { a: 1 }],
	['[1e21, 1.5e300, 0.1]', [1e21, 1.5e300, 0.1]],
])('parseJson: %p becomes %p', (value, expected) => {
	expect(parseJson(value, invalid)).toEqual(expected);
});

test.each(['{', '{{ $json.a }}', '[object Object]'])(
	'parseJson: %p is invalid, with the message of the parser',
	async (value) => {
		const { message } = await catchInvalid(() => parseJson(value, invalid));

		expect(message).toMatch(/^'P' isn't valid JSON: \S+/);
	},
);

test.each([
	[parseJsonObject, '[]', 'object, but is a list'],
	[parseJsonObject, 'null', 'object, but is null'],
	[parseJsonArray, 5, 'array, but is 5'],
])('%p: %j is invalid: must be a JSON %s', async (parse, value, words) => {
	expect((await catchInvalid(() => parse(value, invalid))).message).toBe(
		`'P' must be a JSON ${words}`,
	);
});

test.each([
	['1, 2 ,\u200b3\u200b', ['1', '2', '3']],
	['[1, "2"]', [1, '2']],
	['1,,2, ', ['1', '2']],
	[7, ['7']],
	['[9007199254740993, 1]', [ID, 1]],
])('parseList: %p becomes %p', (value, expected) => {
	expect(parseList(value, invalid)).toEqual(expected);
});

test.each([
	['1, -2', [1, -2]],
	[7, [7]],
	[
		[1, '2', ID],
		[1, 2, ID],
	],
	['9007199254740993', [ID]],
])('parseIntegerList: %p becomes %p', (value, expected) => {
	expect(parseIntegerList(value, invalid)).toEqual(expected);
});

test.each(['1, b', [1.5], [[5]], '[1e30]', true])(
	'parseIntegerList: %p is invalid',
	async (value) => {
		const { message } = await catchInvalid(() => parseIntegerList(value, invalid));

		expect(message).toMatch(/which isn't a whole number$/);
	},
);

/** What JavaScript makes of 9007199254740993, and of many other numbers. */
const LOST = 2 ** 53;

test.each([
	['{"a": [1e400]}', "contains Infinity, which can't be sent"],
	['{"a": 9007199254740993.0}', "contains 9007199254740992, which can't be sent exactly"],
	[LOST, "is 9007199254740992, which can't be sent exactly"],
])(
	'%p has a number that would be sent as null or without its last digits',
	async (value, words) => {
		expect((await catchInvalid(() => parseJson(value, invalid))).message).toBe(`'P' ${words}`);
	},
);

test('JSON that is nested too deeply or contains itself is invalid', async () => {
	let json: unknown = 1;
	for (let depth = 0; depth < 20_000; depth++) json = [json];
	const circular: unknown[] = [];
	circular.push(circular, circular);

	for (const value of [json, circular]) {
		const { message } = await catchInvalid(() => parseJson(value, invalid));
		expect(message).toBe("'P' is nested too deeply or contains itself");
	}
});
