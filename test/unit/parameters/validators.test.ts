import fc from 'fast-check';
import { path } from '../../../nodes/DataPlatform/transport/request.ts';
import {
	InvalidParameterError,
	isUnset,
	type Parse,
	parseBoolean,
	parseInteger,
	parseName,
	parseNumber,
	parsePathSegment,
	parseText,
	parseUuid,
} from '../../../nodes/DataPlatform/parameters/validators.ts';
import { catchInvalid } from '../../support/run-operation.ts';

const UUID = '123e4567-e89b-12d3-a456-426614174000';
const BEYOND_EXACT = Number.MAX_SAFE_INTEGER + 2;

const createError = (reason: string, advice: string) =>
	new InvalidParameterError('P', reason, advice);

const parseOneToFive: Parse<number> = (value) =>
	parseInteger(value, createError, { minValue: 1, maxValue: 5 });
const parseDecimal: Parse<number> = (value) => parseNumber(value, createError, { minValue: -2 });

const tables: Array<
	[string, Parse<unknown>, valid: Array<[unknown, unknown]>, invalid: unknown[]]
> = [
	[
		'parseText',
		parseText,
		[
			[' a ', ' a '],
			[true, 'true'],
			[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		],
		[{}, ['a'], null, BEYOND_EXACT, NaN, Infinity],
	],
	[
		'parseName',
		parseName,
		[
			[' a b\n', 'a b'],
			['\u00ad \u2060a\u200db\u200e', 'a\u200db'],
			[5, '5'],
		],
		[{}, BEYOND_EXACT],
	],
	[
		'parseNumber for whole numbers',
		parseInteger,
		[
			[5, 5],
			[' 5 ', 5],
			['+007', 7],
			['-0', 0],
		],
		[
			...['', 'five', '5.5', '5 6', '0x10', '９', '9007199254740993'],
			...[5.5, NaN, BEYOND_EXACT, true, null, undefined, [5]],
		],
	],
	[
		'parseNumber from 1 to 5',
		parseOneToFive,
		[
			[1, 1],
			['5', 5],
		],
		[0, '6'],
	],
	[
		'parseNumber for decimals',
		parseDecimal,
		[
			[' 1e3 ', 1000],
			['-.5', -0.5],
		],
		['', ' ', '1,5', 'Infinity', Infinity, true, null, [], -2.01],
	],
	[
		'parseBoolean',
		parseBoolean,
		[
			[true, true],
			[' FALSE ', false],
		],
		['', 'yes', 'constructor', 1, null, [true], Object.create(null)],
	],
	[
		'parseUuid',
		parseUuid,
		[
			[` ${UUID}\u200b`, UUID],
			[UUID.toUpperCase(), UUID.toUpperCase()],
		],
		['', UUID.replaceAll('-', ''), `{${UUID}}`, `${UUID}0`, UUID.replace('e', 'g'), 5, {}],
	],
	[
		'parsePathSegment',
		parsePathSegment,
		[
			['\u200b4711 ', '4711'],
			['a/b', 'a/b'],
			['...', '...'],
			['ä ö?#%', 'ä ö?#%'],
		],
		[
			...['.', ' .. ', '../a', 'a/./b', 'a\\..', '.%2E', '..%2fa', '..%5Ca'],
			...['a\nb', 'a\u0085b', '\ud800', {}, null, BEYOND_EXACT],
		],
	],
];

describe.each(tables)('%s', (_, parse, valid, invalid) => {
	test.each(valid)('%p becomes %p', (value, expected) => {
		expect(parse(value, createError)).toBe(expected);
	});

	test.each(invalid.map((value) => [value]))('%p is invalid', async (value) => {
		const { parameter, message, description } = await catchInvalid(() => parse(value, createError));

		expect(parameter).toBe('P');
		expect(message).toMatch(/^'P' \w+/);
		expect(description).toMatch(/\.$/);
	});
});

test.each([
	['x', {}, 'a whole number, but is "x"'],
	[0, { minValue: 1, maxValue: 9 }, 'a whole number of at least 1 and at most 9, but is 0'],
	[2 ** 53, { minValue: 1 }, 'a whole number of at least 1 and at most 15 digits, but is 9007'],
])('the message about %p says which numbers are valid: %p', async (value, range, words) => {
	const read = () => parseInteger(value, createError, range);

	expect((await catchInvalid(read)).message).toContain(`'P' must be ${words}`);
});

test('blank text is not set, but 0, false and empty lists are', () => {
	for (const value of [undefined, null, '', ' \n', '\u200b']) expect(isUnset(value)).toBe(true);
	for (const value of [0, false, [], {}, 'a', NaN]) expect(isUnset(value)).toBe(false);
});

test('a valid identifier stays one segment of the path', () => {
	const parts = fc.constantFrom('.', '..', '/', '\\', '%', '%2e', '%2F', '?', '#', '@', ':', 'ä');
	const identifier = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.array(fc.oneof(parts, fc.string({ maxLength: 2 }))).map((list) => list.join('')),
	);
	fc.assert(
		fc.property(identifier, (text) => {
			let segment: string;
			try {
				segment = parsePathSegment(text, createError);
			} catch {
				return;
			}
			const { pathname, search, hash } = new URL(`https://h/base${path`/v1/${segment}/jobs`}`);
			expect(search + hash).toBe('');
			const [, ...segments] = pathname.split('/');
			expect(segments).toEqual(['base', 'v1', encodeURIComponent(segment), 'jobs']);
			expect(decodeURIComponent(segments[2])).toBe(segment);
		}),
	);
});
