import { detectValue } from '../../../../../nodes/DataPlatform/actions/ai/extract/detectValue.ts';

test.each([
	['true', true],
	['null', null],
	[' 5 ', 5],
	['1.50', 1.5],
	['1e3', 1000],
	['[1, {"a": 2}]', [1, { a: 2 }]],
	['"5"', '5'],
	['9007199254740993', 9007199254740993n],
	[{ a: 1 }, { a: 1 }],
])('%p means %p', (value, expected) => {
	expect(detectValue(value)).toEqual(expected);
});

test.each(['', 'text', '1e400', '-0', '007', 'True', '[not json'])('%p stays text', (value) => {
	expect(detectValue(value)).toBe(value);
});
