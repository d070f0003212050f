// Which values each kind of parameter accepts, and what it makes of them.
import type { INodeProperties } from 'n8n-workflow';
import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import { catchInvalid } from '../../support/run-operation.ts';

type Method = {
	[Name in keyof ParameterReader]: ParameterReader[Name] extends (name: string) => unknown
		? Name
		: never;
}[keyof ParameterReader];

const read = (method: Method, value: unknown, typeOptions = {}) => {
	const property = { displayName: 'Label', name: 'name', type: 'string', default: '', typeOptions };
	return new ParameterReader(() => value, [property as INodeProperties])[method]('name');
};
const invalid = async (...parameters: Parameters<typeof read>) =>
	await catchInvalid(() => read(...parameters));

const UUID = '123e4567-e89b-12d3-a456-426614174000';
const BEYOND_EXACT = Number.MAX_SAFE_INTEGER + 2;
const ID = 9007199254740993n;

test.each<[Method, unknown, unknown]>([
	['text', ' a\u200b ', ' a\u200b '],
	['text', false, 'false'],
	['text', 0, '0'],
	['text', Number.MAX_SAFE_INTEGER, '9007199254740991'],
	['name', '\u00ad \u2060a\u200db\n', 'a\u200db'],
	['name', 5, '5'],
	['id', '\u200b a ', 'a'],
	['id', 47, 47],
	['integer', ' 5 ', 5],
	['integer', '+007', 7],
	['integer', '-0', 0],
	['number', ' 1e3 ', 1000],
	['number', '-.5', -0.5],
	['boolean', true, true],
	['boolean', ' FALSE ', false],
	['boolean', '', false],
	['uuid', ` ${UUID.toUpperCase()}\u200b`, UUID.toUpperCase()],
	['pathSegment', '\u200b4711 ', '4711'],
	['pathSegment', 'a/b...ä ö?#%', 'a/b...ä ö?#%'],
	['jsonObject', '\ufeff{"id": 9007199254740993}\u200b', { id: ID }],
	['jsonArray', '[1e21, 1.5e300, 0.1]', [1e21, 1.5e300, 0.1]],
	['jsonObject', { a: 1 }, { a: 1 }],
	['jsonArray', '[{"a": 1}]', [{ a: 1 }]],
	['list', '1, 2 ,,\u200b3\u200b, ', ['1', '2', '3']],
	['list', '\u200b["a, b"]', ['a, b']],
	['boolean', 'True\u200b', true],
	['integer', '\u200b5\u200b', 5],
	['list', '[9007199254740993, "2"]', [ID, '2']],
	['list', 7, ['7']],
	['integerList', '1, -2', [1, -2]],
	['integerList', ' \u200b1\u200b ,\n2', [1, 2]],
	['integerList', 5, [5]],
	['integerList', '[]', []],
	['integerList', [1, '2', ID, '9007199254740993'], [1, 2, ID, ID]],
])('%s: %p becomes %p', (method, value, expected) => {
	expect(read(method, value)).toEqual(expected);
});

const invalidValues: Array<[Method, unknown[]]> = [
	['text', [{}, ['a'], BEYOND_EXACT, NaN, Infinity]],
	['name', [{}, BEYOND_EXACT]],
	['integer', ['five', '5.5', '5 6', '0x10', '９', String(ID), BEYOND_EXACT, true, [5]]],
	['number', ['1,5', 'Infinity', Infinity, true, []]],
	['boolean', ['yes', 'constructor', 1, [true], Object.create(null)]],
	['uuid', [UUID.replaceAll('-', ''), `{${UUID}}`, `${UUID}0`, UUID.replace('e', 'g'), 5, {}]],
	['pathSegment', ['.', ' .. ', '../a', 'a/./b', 'a\\..', '.%2E', '..%2fa', '..%5Ca']],
	['pathSegment', ['a\nb', 'a\u0085b', '\ud800', {}, BEYOND_EXACT]],
	['jsonObject', ['{', '{{ $json.a }}', '[object Object]']],
	['jsonObject', ['[]', 'null', 5]],
	['jsonArray', ['{}', 5, '"a"']],
	['integerList', ['1, b', [1.5], [[5]], '[1e30]', true]],
	['integerList', [',', '101,,102', '101, \u200b, 102', '101,', '[""]', [' ']]],
];

test.each(
	invalidValues.flatMap(([method, values]) => values.map((value) => [method, value] as const)),
)('%s: %p is invalid', async (method, value) => {
	const { parameter, message, description } = await invalid(method, value);

	expect(parameter).toBe('Label');
	expect(message).toMatch(/^'Label' \w+/);
	expect(description).toMatch(/\.$/);
});

test.each([undefined, null, '', ' ', '\u200b'])('%j is not set', async (value) => {
	expect(read('text', value)).toBeUndefined();
	expect(read('integer', value)).toBeUndefined();
	expect((await invalid('pathSegment', value)).message).toBe("'Label' is empty");
});

const circular: unknown[] = [];
circular.push(circular, circular);

test.each<[Method, unknown, RegExp]>([
	['integer', 'x', /must be a whole number .+, but is "x"$/],
	['integer', 0, /at least 1 and at most 5, but is 0$/],
	['number', 5.5, /at least 1 and at most 5, but is 5\.5$/],
	['integer', String(2 ** 53), /at most 5, but is "9007/],
	['integer', 2 ** 53, / is 9007199254740992 and can't be sent exactly$/],
	['jsonObject', '{', /isn't valid JSON: \S+/],
	['jsonObject', '[]', /must be a JSON object, but is a list$/],
	['jsonObject', '{"a": [1e400]}', /contains "a\[0\]", which is Infinity and can't be sent$/],
	[
		'jsonObject',
		'{"a": 9007199254740993.0}',
		/contains "a", which is 9007199254740992 and can't be sent exactly$/,
	],
	['jsonObject', 2 ** 53, /is 9007199254740992 and can't be sent exactly$/],
	['jsonObject', circular, /is nested too deeply or contains itself$/],
	['jsonObject', '['.repeat(1001) + ']'.repeat(1001), /is nested too deeply or contains itself$/],
])('%s: the error about %p says what is wrong', async (method, value, reason) => {
	const { message } = await invalid(method, value, { minValue: 1, maxValue: 5 });

	expect(message).toMatch(reason);
});

test('the error about a long integer without limits says how large it may be', async () => {
	const { message } = await invalid('integer', String(2 ** 53), {});

	expect(message).toMatch(/at least -9007199254740991 and at most 9007199254740991, but/);
});

test('a message cuts a long value, but no emoji', async () => {
	const { message } = await invalid('integer', `${'a'.repeat(59)}😀😀`);
	expect(message).toContain(`"${'a'.repeat(59)}…"`);
});

test('JSON that is typed in needs no advice about expressions', async () => {
	const { description } = await invalid('jsonObject', '{"payload": 1e16}');
	expect(description).toBe(
		'Write it as text, in quotes, because long numbers lose their last digits.',
	);
});
