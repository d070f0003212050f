import fc from 'fast-check';
import {
	parseJsonForItems,
	parseJsonWithBigInts,
	stringifyJson,
} from '../../../nodes/DataPlatform/helpers/exactJson.ts';

const MORE = '9007199254740993';

test.each([
	['9007199254740991', Number.MAX_SAFE_INTEGER],
	['9007199254740992', '9007199254740992'],
	['1'.repeat(400), '1'.repeat(400)],
	[`{"a":[${MORE}, {"b":-${MORE}}]}`, { a: [MORE, { b: `-${MORE}` }] }],
	[
		`[1.5, 0.${MORE}, ${MORE}.5, 1e-${'0'.repeat(20)}1]`,
		[1.5, 0.9007199254740993, `${MORE}.5`, 0.1],
	],
	[`${' '.repeat(16)}${MORE}`, MORE],
	['1e400', '1e400'],
	['[1e308, -1.5E+0400, 9007199254740992.0]', [1e308, '-1.5E+0400', 2 ** 53]],
	['{"1e400":"1e400"}', { '1e400': '1e400' }],
	['{"a":90071992547409.93e2}', { a: '90071992547409.93e2' }],
	[
		'[9.007199254740993e15 ,9.007199254740993E+15\n]',
		[`9.007199254740993e15`, '9.007199254740993E+15'],
	],
	['90071992547409930e-1', '90071992547409930e-1'],
	['[900719925474099.3e1,0.00e0000000001,1e5,"1e5"]', ['900719925474099.3e1', 0, 1e5, '1e5']],
])('%s becomes %p in an item', (json, value) => {
	expect(parseJsonForItems(json)).toEqual(value);
});

test.each([`{${MORE}: 1}`, `[0${MORE}]`, `["${MORE}]`])('%s is invalid', (json) => {
	expect(() => parseJsonForItems(json)).toThrow(SyntaxError);
	expect(() => parseJsonWithBigInts(json)).toThrow(SyntaxError);
});

test('parsed JSON is serialized unchanged', () => {
	const json = `{"ids":[${MORE},-${MORE},1],"__proto__":{"id":${MORE}},"text":"${MORE}"}`;

	expect(stringifyJson(parseJsonWithBigInts(json))).toBe(json);
});

interface Case {
	json: string;
	item: unknown;
	sent: unknown;
}

const numbers = fc
	.oneof(
		fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
		fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
	)
	.map((json): Case => {
		const isExact = !/^-?\d+$/.test(json) || Number.isSafeInteger(Number(json));
		const number: unknown = JSON.parse(json);
		return { json, item: isExact ? number : json, sent: isExact ? number : BigInt(json) };
	});

const texts = fc
	.string({ unit: fc.constantFrom('"', '\\', ',', ':', '-', 'a', MORE) })
	.map((text): Case => ({ json: JSON.stringify(text), item: text, sent: text }));

test('in any JSON, numbers stay exact, and texts and names unchanged', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(texts, fc.oneof(numbers, texts))), (members) => {
			const json = `{${members.map(([name, value]) => `${name.json}:${value.json}`).join(',')}}`;
			const withValues = (form: 'item' | 'sent') =>
				Object.fromEntries(members.map(([name, value]) => [name.item, value[form]]));

			expect(parseJsonForItems(json)).toEqual(withValues('item'));
			expect(parseJsonWithBigInts(json)).toEqual(withValues('sent'));
			expect(parseJsonWithBigInts(stringifyJson(withValues('sent')))).toEqual(withValues('sent'));
		}),
	);
});

test('a text may have millions of escapes', () => {
	// From about 8.4 million on, a pattern for the whole string would overflow V8's stack.
	const json = `{"text":"${'\\n'.repeat(9_000_000)}","id":12345678901234567890}`;

	expect(parseJsonForItems(json)).toHaveProperty('id', '12345678901234567890');
});
