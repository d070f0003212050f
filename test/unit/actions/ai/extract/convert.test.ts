import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { convert } from '../../../../../nodes/DataPlatform/actions/ai/extract/convert.ts';
import { parseDate } from '../../../../../nodes/DataPlatform/actions/ai/extract/dates.ts';
import type { ConvertOptions } from '../../../../../nodes/DataPlatform/actions/ai/extract/issues.ts';
import { parseNumberText } from '../../../../../nodes/DataPlatform/actions/ai/extract/numbers.ts';
import type { FieldSchema } from '../../../../../nodes/DataPlatform/actions/ai/extract/schema.ts';

const CERTAIN: ConvertOptions = {
	convertTypes: true,
	dateOrder: 'certain',
	numberFormat: 'certain',
	ifMissing: 'leaveOut',
};
const DATE: FieldSchema = { type: 'string', format: 'date' };
const convertField = (value: unknown, a: FieldSchema, options = {}) => {
	const schema = { type: 'object', properties: { a } };
	const { converted, issues } = convert({ a: value } as IDataObject, schema, {
		...CERTAIN,
		...options,
	});
	return { value: converted.a, kinds: issues.map(({ kind }) => kind) };
};

test.each<[FieldSchema, unknown, unknown, ...string[]]>([
	[{ type: 'string' }, 'a', 'a'],
	[{ type: 'string' }, 5, '5'],
	[{ type: 'string' }, true, 'true'],
	[{ type: 'string' }, ['a'], ['a'], 'notConverted'],
	[{ type: 'string' }, ' ', ' ', 'empty'],
	[{ type: 'number' }, 5, 5],
	[{ type: 'number' }, '1,299.00 EUR', 1299],
	[{ type: 'number' }, '1,234', '1,234', 'ambiguous'],
	[{ type: 'number' }, 'about 5', 'about 5', 'notConverted'],
	[{ type: 'number' }, Infinity, Infinity, 'notConverted'],
	[{ type: 'number' }, [5], [5], 'notConverted'],
	[{ type: 'number' }, '', null, 'empty'],
	[{ type: 'number' }, null, null, 'empty'],
	[{ type: 'integer' }, '3.0', 3],
	[{ type: 'integer' }, 2.5, 2.5, 'notConverted'],
	[{ type: 'integer' }, 1e22, 1e22, 'notConverted'],
	[{ type: 'boolean' }, ' Ja ', true],
	[{ type: 'boolean' }, 0, false],
	[{ type: 'boolean' }, 'maybe', 'maybe', 'notConverted'],
	[DATE, '25 Dec 18', '2018-12-25'],
	[DATE, '03/04/2026', '03/04/2026', 'ambiguous'],
	[DATE, 1767225600, 1767225600, 'notConverted'],
	[DATE, ' ', null, 'empty'],
	[{ type: 'array', items: { type: 'number' } }, '["1", 2]', [1, 2]],
	[{ type: 'array' }, '```json\n[1]\n```', '```json\n[1]\n```', 'notConverted'],
	[{ type: 'array', items: { type: 'number' } }, ['1', 'x'], [1, 'x'], 'notConverted'],
	[{ type: 'object' }, '{"a": 1}', { a: 1 }],
	[{ type: 'object' }, [1], [1], 'notConverted'],
	[{ type: 'money' }, '5 EUR', '5 EUR'],
	[{}, { b: [null] }, { b: [null] }],
	[{ nullable: true, type: 'number' }, null, null],
	[{ enum: ['Not Paid', 'paid'] }, ' NOTPAID', 'Not Paid'],
	[{ enum: ['Résumé'] }, 'resume', 'Résumé'],
	[{ enum: ['Mg', 'mg'] }, 'mg', 'mg'],
	[{ enum: ['Mg', 'mg'] }, 'MG', 'MG', 'ambiguous'],
	[{ enum: ['-1', '1'] }, '+1', '+1', 'notAllowed'],
	[{ enum: ['a', null] }, null, null],
	[{ enum: ['a', 'b'] }, null, null, 'empty'],
	[{ type: 'integer', enum: [1, 2] }, '2', 2],
	[{ type: 'integer', enum: [1, 2] }, 'two', 'two', 'notAllowed'],
	[{ type: 'string', enum: ['1', '2'] }, 1, '1'],
])('%j: %j becomes %j', (schema, value, expected, ...kinds) => {
	expect(convertField(value, schema)).toEqual({ value: expected, kinds });
});

test.each<[FieldSchema, unknown, object, unknown]>([
	[{ type: 'number' }, '1.000', { numberFormat: 'comma' }, 1000],
	[{ type: 'number' }, '1.000', { numberFormat: 'point' }, 1],
	[DATE, '03/04/2026', { dateOrder: 'dayFirst' }, '2026-04-03'],
	[DATE, '03/04/2026', { dateOrder: 'monthFirst' }, '2026-03-04'],
])('%j: %j with %j is %j', (schema, value, options, expected) => {
	expect(convertField(value, schema, options)).toEqual({ value: expected, kinds: [] });
});

test.each<[FieldSchema, unknown, ...string[]]>([
	[{ type: 'number' }, '5 EUR'],
	[{ type: 'number' }, 'x', 'notConverted'],
	[{ type: 'number' }, ' ', 'empty'],
	[{ type: 'array', items: { type: 'number' } }, '["x"]', 'notConverted'],
	[{ type: 'array', items: { type: 'number' } }, ['1']],
])('without Convert Types, %j: %j stays, issues all the same', (schema, value, ...kinds) => {
	expect(convertField(value, schema, { convertTypes: false })).toEqual({ value, kinds });
});

const LINES: FieldSchema = {
	type: 'object',
	properties: {
		total: { type: 'number' },
		lines: {
			type: 'array',
			items: {
				type: 'object',
				properties: { name: { type: 'string' }, price: { type: 'number' } },
				required: ['name'],
			},
		},
		note: { nullable: true },
	},
};

test('only requested fields come out, and missing ones are named where they must be', () => {
	const output = {
		id: 'invented',
		lines: [{ name: 'a', price: null, id: 1 }, { price: 'x' }],
	} as unknown as IDataObject;
	expect(convert(output, LINES, CERTAIN)).toEqual({
		converted: { lines: [{ name: 'a', price: null }, { price: 'x' }] },
		issues: [
			{ path: ['total'], kind: 'missing', value: null },
			{ path: ['note'], kind: 'missing', value: null },
			{ path: ['lines', 1, 'name'], kind: 'missing', value: null },
			{ path: ['lines', 1, 'price'], kind: 'notConverted', value: 'x' },
		],
	});
});

test('of an object without columns all members come out', () => {
	expect(convertField({ b: 1, c: { d: [] } }, { type: 'object', properties: {} })).toEqual({
		value: { b: 1, c: { d: [] } },
		kinds: [],
	});
});

test('fields may be called as the members of every object', () => {
	const schema = JSON.parse('{"properties": {"__proto__": {"type": "number"}, "toString": {}}}');
	const { converted, issues } = convert(JSON.parse('{"__proto__": "5"}'), schema, CERTAIN);
	expect(JSON.stringify(converted)).toBe('{"__proto__":5}');
	expect(issues).toEqual([{ path: ['toString'], kind: 'missing', value: null }]);
});

test.each(['value', 'text'])('an output that is nested 3,000 deep is an error, as %s', (form) => {
	const json = '['.repeat(3000) + ']'.repeat(3000);
	const value: unknown = form === 'text' ? json : JSON.parse(json);
	for (const convertTypes of [true, false]) {
		const convertNested = () => convertField(value, { type: 'array' }, { convertTypes });
		expect(convertNested).toThrow('nested more than 200 levels deep');
	}
});

/** Characters of which numbers and dates are made, and others. */
const text = fc
	.array(fc.constantFrom(..."0123456789.,-+/ €$kmM()'", 'EUR', ' Mio', 'Mai ', 'Dec', '年'), {
		maxLength: 12,
	})
	.map((parts) => parts.join(''));

test('what is not in a grammar as a whole is not converted', () => {
	const schemas: Array<[FieldSchema, (value: string) => unknown]> = [
		[{ type: 'number' }, (value) => parseNumberText(value, 'certain')],
		[DATE, (value) => parseDate(value, 'certain')],
	];
	fc.assert(
		fc.property(text, (value) => {
			for (const [schema, parse] of schemas) {
				const parsed = parse(value) as { value?: unknown } | undefined;
				const isConverted = parsed?.value !== undefined;
				const { value: converted, kinds } = convertField(value, schema);
				const isBlank = value.trim() === '';
				expect(converted).toEqual(isBlank ? null : isConverted ? parsed.value : value);
				expect(kinds).toHaveLength(isConverted && !isBlank ? 0 : 1);
			}
		}),
		{ numRuns: 2000 },
	);
});
