import fc from 'fast-check';
import { jsonStringify } from 'n8n-workflow';
import {
	parseJsonForItems,
	parseJsonWithBigInts,
	stringifyJson,
} from '../../../nodes/DataPlatform/helpers/exactJson.ts';

const MOST = '9007199254740991';
const MORE = '9007199254740993';

test.each([
	[MORE, MORE],
	[`-${MORE}`, `-${MORE}`],
	['9007199254740992', '9007199254740992'],
	['1'.repeat(400), '1'.repeat(400)],
	[MOST, Number.MAX_SAFE_INTEGER],
	[`{"a":[${MORE}, {"b":-${MORE}}]}`, { a: [MORE, { b: `-${MORE}` }] }],
	[`[0.${MORE}]`, [0.9007199254740993]],
	[`[1.5, ${MORE}.5, 1e-${'0'.repeat(20)}1]`, [1.5, `${MORE}.5`, 0.1]],
	['1e308', 1e308],
	['1e400', '1e400'],
	['[-1.5E+0400,1]', ['-1.5E+0400', 1]],
	['9007199254740992.0', 9007199254740992],
	['{"1e400":"1e400"}', { '1e400': '1e400' }],
])('%s becomes %p in an item', (json, value) => {
	expect(parseJsonForItems(json)).toEqual(value);
});

test.each([MORE, `","id":${MORE},"`, `\\`, `\\\\":${MORE}`, `\\"${MORE}`])(
	'the text %j is unchanged, as a value and as a name',
	(text) => {
		const json = `{${JSON.stringify(text)}:${JSON.stringify(text)},"id":${MORE},"last":${JSON.stringify(text)}}`;

		expect(parseJsonForItems(json)).toEqual({ [text]: text, id: MORE, last: text });
		expect(parseJsonWithBigInts(json)).toEqual({ [text]: text, id: BigInt(MORE), last: text });
	},
);

test.each([`{${MORE}: 1}`, `[0${MORE}]`, `["${MORE}]`, `[${MORE}.]`])(
	'%s is as invalid as for JSON.parse',
	(json) => {
		const messageOf = () => {
			try {
				return JSON.parse(json) as unknown;
			} catch (error) {
				return (error as Error).message;
			}
		};
		expect(() => parseJsonForItems(json)).toThrow(messageOf() as string);
		expect(() => parseJsonWithBigInts(json)).toThrow(messageOf() as string);
	},
);

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
	.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '-', MORE) }),
	)
	.map((text): Case => ({ json: JSON.stringify(text), item: text, sent: text }));

const lists = fc.array(fc.oneof(numbers, texts)).map((list): Case => ({
	json: `[${list.map(({ json }) => json).join(',')}]`,
	item: list.map(({ item }) => item),
	sent: list.map(({ sent }) => sent),
}));

test('a BigInt is serialized as a number although n8n-workflow makes it text', () => {
	expect(jsonStringify([BigInt(MORE)])).toBe(`["${MORE}"]`);
	expect(stringifyJson([BigInt(MORE)])).toBe(`[${MORE}]`);
});

test('in any JSON, numbers stay exact and texts unchanged', () => {
	fc.assert(
		fc.property(lists, ({ json, item, sent }) => {
			expect(parseJsonForItems(json)).toEqual(item);
			expect(parseJsonWithBigInts(json)).toEqual(sent);
			expect(parseJsonForItems(stringifyJson(sent))).toEqual(item);
		}),
	);
});

test('a text may have millions of escapes', () => {
	const json = `{"text":"${'\\n'.repeat(12_000_000)}","id":12345678901234567890}`;

	expect(parseJsonForItems(json)).toHaveProperty('id', '12345678901234567890');
});
