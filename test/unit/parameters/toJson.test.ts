// What the values of expressions become. test/integration/property/expressions.test.ts tries any value everywhere.
import vm from 'node:vm';
import { Expression } from 'n8n-workflow';
import { InvalidParameterError } from '../../../nodes/DataPlatform/parameters/invalidParameter.ts';
import { toJson } from '../../../nodes/DataPlatform/parameters/toJson.ts';

const invalid = (reason: string, advice: string) => new InvalidParameterError('P', reason, advice);

/** Evaluates an expression as n8n does. */
const valueOf = (source: string) =>
	new Expression('UTC').resolveSimpleParameterValue(`={{ ${source} }}`, {} as never) as unknown;

const errorOf = (value: unknown) => {
	try {
		toJson(value, invalid, 'expression');
	} catch (error) {
		if (error instanceof InvalidParameterError) return error;
		throw error;
	}
	throw new Error('The value was accepted');
};

test.each<[source: string, json: unknown]>([
	['new Date(0)', '1970-01-01T00:00:00.000Z'],
	['[{ at: new Date(0) }]', [{ at: '1970-01-01T00:00:00.000Z' }]],
	['DateTime.fromISO("2026-05-31T08:00:00Z", { zone: "utc" })', '2026-05-31T08:00:00.000Z'],
	['Duration.fromISO("PT1H")', 'PT1H'],
	['[10n, { a: null }, false, 0]', [10n, { a: null }, false, 0]],
	['[new Number(1), new String("s"), Object(7n)]', [1, 's', 7n]],
	['{ "a": { toJSON: () => [1] } }', { a: [1] }],
	['{ constructor: 1, toString: 2 }', { constructor: 1, toString: 2 }],
])('%s becomes JSON', (source, json) => {
	expect(toJson(valueOf(source), invalid, 'expression')).toEqual(json);
});

test('values of another realm, and buffers, count as what they are', () => {
	const other: unknown = vm.runInNewContext('({ at: new Date(0), list: [1], own: { a: 1 } })');
	const expected = { at: '1970-01-01T00:00:00.000Z', list: [1], own: { a: 1 } };

	expect(toJson(other, invalid, 'expression')).toEqual(expected);
	expect(toJson(Buffer.from('a'), invalid, 'expression')).toEqual({ type: 'Buffer', data: [97] });
	for (const source of ['new Set([1])', 'new Map()', 'new Date(NaN)', '(() => 1)']) {
		expect(errorOf(vm.runInNewContext(`[${source}]`)).message).toMatch(/^'P' contains "\[0\]"/);
	}
});

test('a member named __proto__ stays a member', () => {
	const value: unknown = JSON.parse('{"__proto__": {"a": 1}}');
	expect(JSON.stringify(toJson(value, invalid, 'expression'))).toBe('{"__proto__":{"a":1}}');
});

test.each<[value: unknown, message: string]>([
	[[{ field: 'owner', value: undefined }], 'contains "[0].value", which has no value'],
	[{ policies: { OIDC: undefined } }, 'contains "policies.OIDC", which has no value'],
	[[1, , 3], 'contains "[1]", which has no value'],
	[{ a: () => 1 }, 'contains "a", which is a function'],
	[{ a: Symbol('s') }, 'contains "a", which is a symbol and can\'t be sent'],
	[[NaN], 'contains "[0]", which is NaN and can\'t be sent'],
	[-Infinity, "is -Infinity and can't be sent"],
	[{ id: 2 ** 53 }, 'contains "id", which is 9007199254740992 and can\'t be sent exactly'],
	[new Date(NaN), 'is an invalid date'],
	[{ after: new Date('31.05.2026') }, 'contains "after", which is an invalid date'],
	[valueOf('DateTime.fromISO("31.05.2026")'), 'is an invalid date'],
	[{ a: { toJSON: () => null } }, 'contains "a", which has no value'],
	[{ after: 'Invalid DateTime' }, 'contains "after", which is an invalid date'],
	[{ a: [new Set()] }, 'contains "a[0]", which has the non-JSON type Set'],
	[new Map(), 'has the non-JSON type Map'],
	[new Uint8Array(1), 'has the non-JSON type Uint8Array'],
	[new Error('e'), 'has the non-JSON type Error'],
	[
		{
			a: new Proxy([], {
				get: () => {
					throw new Error('no');
				},
			}),
		},
		'contains "a", which can\'t be read: no',
	],
])('%#: the error names the part that JSON would lose', (value, reason) => {
	const { message, description } = errorOf(value);

	expect(message).toBe(`'P' ${reason}`);
	const isInside = reason.startsWith('contains');
	expect(description.includes('{{ JSON.stringify(…) }}')).toBe(isInside);
});

test('deep and circular values are invalid', () => {
	const circular: unknown[] = [];
	circular.push({ circular });
	const deep = Array(5000)
		.fill(0)
		.reduce<unknown>((inner) => [inner], 1);
	for (const value of [circular, deep]) {
		expect(errorOf(value).message).toBe("'P' is nested too deeply or contains itself");
	}
});

test('JSON text may contain any text', () => {
	expect(toJson({ a: 'Invalid DateTime' }, invalid, 'text')).toEqual({ a: 'Invalid DateTime' });
});
