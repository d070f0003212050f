import fc from 'fast-check';
import { path } from '../../../nodes/DataPlatform/transport/request.ts';
import type { InvalidParameterError } from '../../../nodes/DataPlatform/parameters/validators.ts';
import {
	isUnset,
	parseBoolean,
	parseInteger,
	parseDecimal,
	parsePathSegment,
	parseText,
	parseUuid,
} from '../../../nodes/DataPlatform/parameters/validators.ts';
import { catchInvalid } from '../../support/run-operation.ts';

const UUID = '123e4567-e89b-12d3-a456-426614174000';
const BEYOND_EXACT = Number.MAX_SAFE_INTEGER + 2;

type Check = (parameter: string, value: unknown) => unknown;
interface Table {
	name: string;
	check: Check;
	accepted: Array<[unknown, unknown]>;
	invalid: unknown[];
}

const between1And5: Check = (parameter, value) =>
	parseInteger(parameter, value, { minValue: 1, maxValue: 5 });
const atLeastHalf: Check = (parameter, value) => parseDecimal(parameter, value, { minValue: 0.5 });

const tables: Table[] = [
	{
		name: 'parseText',
		check: parseText,
		accepted: [
			['a b', 'a b'],
			[' a ', ' a '],
			[5, '5'],
			[0.5, '0.5'],
			[-0.5, '-0.5'],
			[true, 'true'],
			[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		],
		invalid: [{}, [], ['a'], null, BEYOND_EXACT, 1e21, NaN, Infinity],
	},
	{
		name: 'parseInteger',
		check: parseInteger,
		accepted: [
			[5, 5],
			['5', 5],
			[' 5 ', 5],
			['-3', -3],
			['+4', 4],
			['007', 7],
			[0, 0],
			[-0, 0],
			['-0', 0],
		],
		invalid: [
			...['', 'five', '5.0', '1e3', '5 6', '0x10', '５', '9007199254740993'],
			...[5.5, NaN, Infinity, BEYOND_EXACT, true, null, undefined, [], [5], {}],
		],
	},
	{
		name: 'parseInteger within bounds',
		check: between1And5,
		accepted: [
			[1, 1],
			['5', 5],
		],
		invalid: [0, '0', 6, '6', -1],
	},
	{
		name: 'parseDecimal',
		check: parseDecimal,
		accepted: [
			[0.5, 0.5],
			['0.5', 0.5],
			[' 1e3 ', 1000],
			['-2', -2],
		],
		invalid: ['', ' ', 'a', '1,5', 'Infinity', NaN, Infinity, true, null, undefined, [], {}],
	},
	{
		name: 'parseDecimal within bounds',
		check: atLeastHalf,
		accepted: [[0.5, 0.5]],
		invalid: [0.49, '0', -1],
	},
	{
		name: 'parseBoolean',
		check: parseBoolean,
		accepted: [
			[true, true],
			[false, false],
			['true', true],
			[' FALSE ', false],
		],
		invalid: ['', 'yes', 'constructor', 1, 0, null, undefined, [], {}],
	},
	{
		name: 'parseUuid',
		check: parseUuid,
		accepted: [
			[UUID, UUID],
			[` ${UUID} `, UUID],
			[UUID.toUpperCase(), UUID.toUpperCase()],
		],
		invalid: [
			...['', 'a', UUID.replaceAll('-', ''), `{${UUID}}`, `${UUID}0`, `${UUID}\n${UUID}`],
			...[UUID.replace('e', 'g'), 5, {}, null],
		],
	},
	{
		name: 'parsePathSegment',
		check: parsePathSegment,
		accepted: [
			['a', 'a'],
			[' a ', 'a'],
			[5, '5'],
			['a/b', 'a/b'],
			['a.b', 'a.b'],
			['..a', '..a'],
			['...', '...'],
			['ä ö?#%', 'ä ö?#%'],
			['🦊', '🦊'],
		],
		invalid: [
			...['.', '..', ' .. ', '../a', 'a/..', 'a/../b', 'a/./b', '..\\a', 'a\\..'],
			...['%2e', '%2e%2E', '.%2e', '..%2fa', 'a%2F..', '..%5Ca'],
			...['a\nb', 'a\tb', 'a\u0000', 'a\u007f', 'a\u0085b', '\ud800', 'a\udc00b'],
			...[{}, [], null, BEYOND_EXACT],
		],
	},
];

describe.each(tables)('$name', ({ check, accepted, invalid }) => {
	test.each(accepted)('%p gives %p', (value, expected) => {
		expect(check('P', value)).toBe(expected);
	});

	test.each(invalid.map((value) => [value]))(
		'%p is invalid, and the error names the parameter',
		async (value) => {
			const invalid: InvalidParameterError = await catchInvalid(() =>
				check('Some Parameter', value),
			);

			expect(invalid.parameter).toBe('Some Parameter');
			expect(invalid.message).toMatch(/^'Some Parameter' \w+/);
			expect(invalid.description).toMatch(/\.$/);
		},
	);
});

test.each([
	[{}, 'must be a whole number, but is "x"'],
	[{ minValue: 1 }, 'must be a whole number of at least 1, but is "x"'],
	[{ maxValue: 9 }, 'must be a whole number of at most 9, but is "x"'],
	[{ minValue: 1, maxValue: 9 }, 'must be a whole number from 1 to 9, but is "x"'],
])('bounds %p are part of the message', async (bounds, message) => {
	expect((await catchInvalid(() => parseInteger('P', 'x', bounds))).message).toBe(`'P' ${message}`);
});

test.each([undefined, null, '', ' ', '\n\t'])('%p counts as not set', (value) => {
	expect(isUnset(value)).toBe(true);
});

test.each([[0], [false], [[]], [{}], ['a'], [NaN]])('%p counts as set', (value) => {
	expect(isUnset(value)).toBe(false);
});

test('whatever identifier is accepted, it stays one segment below the base URL', () => {
	const parts = fc.constantFrom('.', '..', '/', '\\', '%', '%2e', '%2F', '?', '#', '@', ':', 'ä');
	const identifier = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.array(fc.oneof(parts, fc.string({ maxLength: 2 }))).map((list) => list.join('')),
	);
	fc.assert(
		fc.property(identifier, (text) => {
			let segment: string;
			try {
				segment = parsePathSegment('ID', text);
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

test.each([2 ** 53, '9007199254740993'])(
	'a whole number as large as %p is invalid',
	async (value) => {
		const { message } = await catchInvalid(() => parseInteger('P', value));

		expect(message).toMatch(/^'P' must be .* to 9007199254740991, but is "?900719925474099[23]"?$/);
		const range = { minValue: 1, maxValue: undefined };
		const inRange = await catchInvalid(() => parseInteger('P', value, range));
		expect(inRange.message).toContain('from 1 to 9007199254740991');
	},
);

test('the message about a path segment escapes line breaks and broken characters', async () => {
	const { message } = await catchInvalid(() => parsePathSegment('P', 'a\nb\ud800'));

	expect(message).toBe(String.raw`'P' can't be used in a web address: "a\nb\ud800"`);
});
