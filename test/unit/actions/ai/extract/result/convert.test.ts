import type { IDataObject } from 'n8n-workflow';
import { convertOutput } from '../../../../../../nodes/DataPlatform/actions/ai/extract/result/convert.ts';
import { finish } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/steps.ts';
import { indexText } from '../../../../../../nodes/DataPlatform/actions/ai/extract/text/wordFinder.ts';

type FieldSchema = Parameters<typeof convertOutput>[1];
const OPTIONS = {
	convertTypes: true,
	dateOrder: 'notSpecified',
	numberFormat: 'notSpecified',
	ifMissing: 'leaveOut',
	dontLookUp: new Set(),
} as Parameters<typeof convertOutput>[2];
const DATE: FieldSchema = { type: 'string', format: 'date' };

function convertField(value: unknown, a: FieldSchema, options = {}, text = '') {
	const schema = { type: 'object', properties: { a } };
	const parameters = { ...OPTIONS, ...options };
	const words = finish(indexText(text));
	const isInText = (placeholder: string) => finish(words(placeholder));
	const given = { a: value } as IDataObject;
	const { output, issues } = convertOutput(given, schema, parameters, [text], isInText);
	return { value: output.a, kinds: issues.map(({ kind }) => kind) };
}

test.each<[FieldSchema, unknown, unknown, ...string[]]>([
	[{ type: 'string' }, 5, '5'],
	[{ type: 'string' }, ['a'], ['a'], 'notConverted'],
	[{ type: 'string' }, ' ', ' ', 'empty'],
	[{ type: 'string' }, '\u200b', '\u200b', 'empty'],
	[{ type: 'number' }, '1,234', '1,234', 'ambiguous'],
	[{ type: 'number' }, [5], [5], 'notConverted'],
	[{ type: 'number' }, ['1234567890123456789'], ['1234567890123456789'], 'notConverted'],
	[{ types: ['boolean', 'integer'] }, '1234567890123456789', '1234567890123456789'],
	[{ type: 'number' }, '', null, 'empty'],
	[{ type: 'integer' }, 2.5, 2.5, 'notConverted'],
	[{ type: 'integer' }, 1e20, 1e20],
	[{ type: 'boolean' }, ' Ja ', true],
	[{ type: 'boolean' }, 'NÃO', false],
	[{ type: 'boolean' }, 'faux', false],
	[{ type: 'date' }, '', null, 'empty'],
	[{ type: 'date' }, '3 May 2026', '2026-05-03'],
	[DATE, 1767225600, 1767225600, 'notConverted'],
	[{ type: 'array', items: { type: 'number' } }, '["1", 2]', [1, 2]],
	[{ type: 'array', items: { type: 'number' } }, ['1', 'x'], [1, 'x'], 'notConverted'],
	[{ type: 'array' }, '```json\n[1]\n```', '```json\n[1]\n```', 'notConverted'],
	[{ nullable: true, type: 'number' }, null, null],
	[{ type: 'object' }, { b: null }, { b: null }],
	[{ enum: ['a', null] }, null, null],
	[{ enum: ['Not Paid', 'paid'] }, ' NOTPAID', 'Not Paid'],
	[{ enum: ['Mg', 'mg'] }, 'mg', 'mg'],
	[{ enum: ['Mg', 'mg'] }, 'MG', 'MG', 'ambiguous'],
	[{ enum: ['-1', '1'] }, '+1', '+1', 'notAllowed'],
	[{ enum: [] }, 'a', 'a', 'notAllowed'],
	[{ enum: ['Οδός Αβ'] }, 'ΟΔΟΣΑΒ', 'Οδός Αβ'],
	[{ type: 'integer', enum: [1, 2] }, '2', 2],
	// An expression may return a list with gaps.
	[{ enum: [undefined, 'a'] }, 'a', 'a'],
])('%j: %j becomes %j', (schema, value, expected, ...kinds) => {
	expect(convertField(value, schema)).toEqual({ value: expected, kinds });
});

test('a wrong weekday has its own reason', () => {
	const { issues } = convertOutput({ a: 'Mon 3 May 2026' }, { properties: { a: DATE } }, OPTIONS);
	expect(issues).toMatchObject([
		{ kind: 'notConverted', reason: expect.stringContaining('weekday') },
	]);
});

test.each<[FieldSchema, unknown, ...string[]]>([
	[{ type: 'number' }, '5 EUR'],
	[{ type: 'number' }, 'x', 'notConverted'],
	[{ type: 'number' }, 'N/A', 'empty'],
	[{ type: 'array', items: { type: 'number' } }, '["x"]', 'notConverted'],
])('without Convert Types, %j: %j stays, with the same issues', (schema, value, ...kinds) => {
	expect(convertField(value, schema, { convertTypes: false })).toEqual({ value, kinds });
});

test.each(['N/A', ' None ', 'not specified', '-', '—', '…', '(none)', 'n/a.'])(
	'the placeholder %j is empty',
	(value) => {
		for (const type of ['string', 'number', 'array']) {
			expect(convertField(value, { type })).toEqual({ value: null, kinds: ['empty'] });
		}
	},
);

test.each<[unknown, FieldSchema, string, ...string[]]>([
	['unknown', { type: 'string' }, 'Unknown Pleasures'],
	['unknown', { type: 'number' }, 'Unknown Pleasures', 'notConverted'],
	['-', { type: 'string' }, 'a -', 'empty'],
	['none', { type: 'string' }, 'nonexistent', 'empty'],
	['none', { enum: ['none', 'high'] }, ''],
	['none of them', { type: 'string' }, ''],
	['-'.repeat(30), { type: 'string' }, ''],
	[['a', 'n/a'], { type: 'array', items: { type: 'string' } }, '', 'empty'],
])(
	'whether the placeholder %j is empty as %j, with the text %j',
	(value, schema, text, ...kinds) => {
		expect(convertField(value, schema, {}, text).kinds).toEqual(kinds);
	},
);

test('only requested fields come out, and missing ones are named where they must be', () => {
	const line = { properties: { name: { type: 'string' }, price: { type: 'number' } } };
	const schema: FieldSchema = {
		properties: {
			total: { type: 'number' },
			lines: { type: 'array', items: { ...line, required: ['name'] } },
			note: { nullable: true },
		},
	};
	const lines = [{ name: 'a', price: null, id: 1 }, { price: 'x' }];
	const { output, issues } = convertOutput(
		{ id: 'invented', lines } as IDataObject,
		schema,
		OPTIONS,
	);
	expect(output).toEqual({ lines: [{ name: 'a', price: null }, { price: 'x' }] });
	expect(issues.map(({ path, kind }) => `${path.join('.')} ${kind}`)).toEqual([
		'total missing',
		'note missing',
		'lines.1.name missing',
		'lines.1.price notConverted',
	]);
});

test('a missing field may be called as a member of every object', () => {
	const { issues } = convertOutput({}, { properties: { toString: {} } } as object, OPTIONS);
	expect(issues).toMatchObject([{ path: ['toString'], kind: 'missing', value: null }]);
});

test.each(['value', 'text'])('an output that is nested 3,000 deep is an error, as %s', (form) => {
	const json = '['.repeat(3000) + ']'.repeat(3000);
	const value: unknown = form === 'text' ? json : JSON.parse(json);
	const convertNested = () => convertField(value, { type: 'array' }, { convertTypes: false });
	expect(convertNested).toThrow('nested more than 200 levels deep');
});

describe('what is looked up', () => {
	const schema: FieldSchema = {
		properties: {
			total: { type: 'number' },
			lines: { type: 'array', items: { properties: { article: {}, total: {} } } },
			isPaid: { type: 'boolean' },
		},
	};
	function pathsOf(output: IDataObject, options = OPTIONS) {
		const { values } = convertOutput(output, schema, options);
		return values.map(({ path }) => path.join('.'));
	}

	test('values in lists and objects, also as JSON text', () => {
		const lines = [{ article: 'lamp', total: 5.5 }, { article: 'desk' }];
		const expected = ['total', 'lines.0.article', 'lines.0.total', 'lines.1.article'];
		expect(pathsOf({ total: 99, lines })).toEqual(expected);
		expect(pathsOf({ total: 99, lines: JSON.stringify(lines) })).toEqual(expected);
	});

	test('no blanks, placeholders, booleans, other members, or fields that the model infers', () => {
		const lines = ['', { article: 'sofa' }, { total: 'N/A' }];
		const output = { isPaid: 'no', other: 'x', total: null, lines };
		expect(pathsOf(output, { ...OPTIONS, dontLookUp: new Set(['article']) })).toEqual([]);
	});
});
