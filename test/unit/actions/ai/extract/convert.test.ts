import type { IDataObject } from 'n8n-workflow';
import { convert } from '../../../../../nodes/DataPlatform/actions/ai/extract/convert.ts';
import {
	WRONG_WEEKDAY,
	type ConvertOptions,
} from '../../../../../nodes/DataPlatform/actions/ai/extract/issues.ts';
import type { FieldSchema } from '../../../../../nodes/DataPlatform/actions/ai/extract/schema.ts';

const OPTIONS: ConvertOptions = {
	convertTypes: true,
	dateOrder: 'notSpecified',
	numberFormat: 'notSpecified',
	ifMissing: 'leaveOut',
};
const DATE: FieldSchema = { type: 'string', format: 'date' };

function convertField(value: unknown, a: FieldSchema, options = {}, text = '') {
	const schema = { type: 'object', properties: { a } };
	const parameters = { ...OPTIONS, ...options };
	const { output, issues } = convert({ a: value } as IDataObject, schema, parameters, [text]);
	return { value: output.a, kinds: issues.map(({ kind }) => kind) };
}

test.each<[FieldSchema, unknown, unknown, ...string[]]>([
	[{ type: 'string' }, 'a', 'a'],
	[{ type: 'string' }, 5, '5'],
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
	[{ type: 'integer' }, '1,234', 1234],
	[{ type: 'integer' }, 2.5, 2.5, 'notConverted'],
	[{ type: 'integer' }, 1e22, 1e22, 'notConverted'],
	[{ type: 'boolean' }, ' Ja ', true],
	[{ type: 'boolean' }, 'NÃO', false],
	[{ type: 'boolean' }, 0, false],
	[{ type: 'boolean' }, 'maybe', 'maybe', 'notConverted'],
	[DATE, '25 Dec 18', '2018-12-25'],
	[DATE, '03/04/2026', '03/04/2026', 'ambiguous'],
	[DATE, 1767225600, 1767225600, 'notConverted'],
	[{ type: 'array', items: { type: 'number' } }, '["1", 2]', [1, 2]],
	[{ type: 'array' }, '```json\n[1]\n```', '```json\n[1]\n```', 'notConverted'],
	[{ type: 'array', items: { type: 'number' } }, ['1', 'x'], [1, 'x'], 'notConverted'],
	[{ type: 'object' }, '{"a": 1}', { a: 1 }],
	[{ type: 'money' }, '5 EUR', '5 EUR'],
	[{ nullable: true, type: 'number' }, null, null],
	[{ enum: ['Not Paid', 'paid'] }, ' NOTPAID', 'Not Paid'],
	[{ enum: ['Mg', 'mg'] }, 'mg', 'mg'],
	[{ enum: ['Mg', 'mg'] }, 'MG', 'MG', 'ambiguous'],
	[{ enum: ['-1', '1'] }, '+1', '+1', 'notAllowed'],
	[{ enum: ['a', null] }, null, null],
	[{ type: 'integer', enum: [1, 2] }, '2', 2],
])('%j: %j becomes %j', (schema, value, expected, ...kinds) => {
	expect(convertField(value, schema)).toEqual({ value: expected, kinds });
});

test('Number Format and Date Order decide what is ambiguous', () => {
	const options = { numberFormat: 'comma', dateOrder: 'monthFirst' };
	expect(convertField('1.000', { type: 'number' }, options).value).toBe(1000);
	expect(convertField('03/04/2026', DATE, options).value).toBe('2026-03-04');
});

test('a wrong weekday has its own reason', () => {
	const schema = { properties: { a: DATE } };
	const { issues } = convert({ a: 'Mon 3 May 2026' }, schema, OPTIONS);
	expect(issues).toMatchObject([{ kind: 'notConverted', reason: WRONG_WEEKDAY }]);
});

test.each<[FieldSchema, unknown, ...string[]]>([
	[{ type: 'number' }, '5 EUR'],
	[{ type: 'number' }, 'x', 'notConverted'],
	[{ type: 'number' }, ' ', 'empty'],
	[{ type: 'number' }, 'N/A', 'empty'],
	[{ type: 'array', items: { type: 'number' } }, '["x"]', 'notConverted'],
])('without Convert Types, %j: %j stays, with the same issues', (schema, value, ...kinds) => {
	expect(convertField(value, schema, { convertTypes: false })).toEqual({ value, kinds });
});

describe('placeholders', () => {
	test.each(['N/A', 'null', ' None ', 'unknown', 'not specified', '-', '—', '…', '(none)', 'n/a.'])(
		'%j is empty',
		(value) => {
			const empty = { value: null, kinds: ['empty'] };
			for (const type of ['string', 'number', 'array', 'boolean']) {
				expect(convertField(value, { type })).toEqual(empty);
			}
		},
	);

	test('not if the text has it as a word', () => {
		const text = 'Unknown Pleasures, a -';
		expect(convertField('unknown', { type: 'string' }, {}, text).kinds).toEqual([]);
		expect(convertField('unknown', { type: 'number' }, {}, text).kinds).toEqual(['notConverted']);
		expect(convertField('-', { type: 'string' }, {}, text).kinds).toEqual(['empty']);
		expect(convertField('none', { type: 'string' }, {}, 'nonexistent').kinds).toEqual(['empty']);
	});

	test('not if it is an allowed value, and not as a part of a text', () => {
		expect(convertField('none', { enum: ['none', 'high'] }).kinds).toEqual([]);
		expect(convertField('none of them', { type: 'string' }).kinds).toEqual([]);
	});

	test('as an element of a list', () => {
		const schema = { type: 'array', items: { type: 'string' } };
		expect(convertField(['a', 'n/a'], schema)).toEqual({ value: ['a', null], kinds: ['empty'] });
	});
});

test('only requested fields come out, and missing ones are named where they must be', () => {
	const schema: FieldSchema = {
		properties: {
			total: { type: 'number' },
			lines: {
				type: 'array',
				items: {
					properties: { name: { type: 'string' }, price: { type: 'number' } },
					required: ['name'],
				},
			},
			note: { nullable: true },
		},
	};
	const lines = [{ name: 'a', price: null, id: 1 }, { price: 'x' }];
	const { output, issues } = convert({ id: 'invented', lines } as IDataObject, schema, OPTIONS);
	expect(output).toEqual({ lines: [{ name: 'a', price: null }, { price: 'x' }] });
	expect(issues.map(({ path, kind }) => `${path.join('.')} ${kind}`)).toEqual([
		'total missing',
		'note missing',
		'lines.1.name missing',
		'lines.1.price notConverted',
	]);
});

test('fields may be called as the members of every object', () => {
	const schema = JSON.parse('{"properties": {"__proto__": {"type": "number"}, "toString": {}}}');
	const { output, issues } = convert(JSON.parse('{"__proto__": "5"}'), schema, OPTIONS);
	expect(JSON.stringify(output)).toBe('{"__proto__":5}');
	expect(issues).toMatchObject([{ path: ['toString'], kind: 'missing', value: null }]);
});

test.each(['value', 'text'])('an output that is nested 3,000 deep is an error, as %s', (form) => {
	const json = '['.repeat(3000) + ']'.repeat(3000);
	const value: unknown = form === 'text' ? json : JSON.parse(json);
	for (const convertTypes of [true, false]) {
		const convertNested = () => convertField(value, { type: 'array' }, { convertTypes });
		expect(convertNested).toThrow('nested more than 200 levels deep');
	}
});
