import {
	groupBy,
	isObject,
	quote,
	withoutUndefined,
} from '../../../nodes/DataPlatform/helpers/values.ts';

test.each([
	['a', '"a"'],
	[5, '5'],
	[null, 'null'],
	[[1], 'a list'],
	[{ a: 1 }, 'an object'],
	['x'.repeat(61), `"${'x'.repeat(60)}…"`],
])('%p is called %s in a message', (value, words) => {
	expect(quote(value)).toBe(words);
});

test('only things with named members are objects', () => {
	expect([{}, [], null, 'a', 5, undefined].filter(isObject)).toEqual([{}]);
});

test('unset members go, empty ones stay', () => {
	const whole = { a: null };
	expect(withoutUndefined(whole)).toBe(whole);
	const rest = { b: null, c: '', d: 0, e: false };
	expect(withoutUndefined({ a: undefined, ...rest })).toStrictEqual(rest);
});

test('values are grouped by their keys, in the order of both', () => {
	const groups = groupBy([...'bab'].map((key, at) => [key, at] as const));

	expect(JSON.stringify([...groups])).toBe('[["b",[0,2]],["a",[1]]]');
});
