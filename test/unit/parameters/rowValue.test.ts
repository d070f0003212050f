import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import { readRowValue, rowValueFields } from '../../../nodes/DataPlatform/parameters/rowValue.ts';
import { invalidOf } from '../../support/panel.ts';

const fields = rowValueFields('e.g. 27');
const typed = (value: unknown, type?: string) =>
	readRowValue(new ParameterReader((name) => ({ value, type })[name], fields));
const given = (value: unknown, type?: string) =>
	readRowValue(
		new ParameterReader(
			(name) => ({ value, type })[name],
			fields,
			undefined,
			(name) => (name === 'value' ? '={{ 1 }}' : undefined),
		),
	);

test.each([
	['27', 27],
	['true', true],
	['null', null],
	['[1]', [1]],
	['"27"', '27'],
	['Sales', 'Sales'],
	[undefined, ''],
])('typed %p is read as %p', (value, expected) => {
	expect(typed(value)).toEqual(expected);
});

test.each(['12345', '1.10', '1e5', 'true', 'null', '[1]', '"27"', 27, false, { a: '1' }])(
	'an expression that gives %p keeps its type',
	(value) => {
		expect(given(value)).toEqual(value);
	},
);

test.each([
	['27', 'text', '27'],
	[27, 'text', '27'],
	['27', 'number', 27],
	['TRUE', 'boolean', true],
	['{"a": [1]}', 'json', { a: [1] }],
	['null', 'json', null],
])('%p as %s is %p, typed and given', (value, type, expected) => {
	expect(typed(value, type)).toEqual(expected);
	expect(given(value, type)).toEqual(expected);
});

test.each([
	['many', 'number', "'Value' must be a number"],
	['1', 'boolean', "'Value' must be true or false"],
	['{', 'json', "'Value' isn't valid JSON"],
	['a', 'date', "'Type' must be one of"],
])('%p as %s is refused', async (value, type, message) => {
	expect((await invalidOf(() => typed(value, type))).message).toContain(message);
});

test('within rows, only what an expression gives counts as given', () => {
	const rows = [{ value: '1' }, { value: '2' }];
	const panel = [
		{
			displayName: 'Rows',
			name: 'rows',
			type: 'fixedCollection' as const,
			default: {},
			options: [{ displayName: 'Row', name: 'row', values: fields }],
		},
	];
	const read = (saved: unknown) =>
		new ParameterReader(
			() => ({ row: rows }),
			panel,
			undefined,
			() => saved,
		)
			.rows('rows')
			.map(readRowValue);

	expect(read({ row: [{ value: '1' }, { value: '={{ $json.two }}' }] })).toEqual([1, '2']);
	expect(read({ row: '={{ $json.rows }}' })).toEqual(['1', '2']);
	expect(read('={{ $json.rows }}')).toEqual(['1', '2']);
	expect(read(undefined)).toEqual([1, 2]);
});
