import type { INodeProperties } from 'n8n-workflow';
import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import { catchInvalid } from '../../support/run-operation.ts';

const text = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

const fields: INodeProperties[] = [
	text('title', 'Job Title'),
	{
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		default: 'up',
		options: [
			{ name: 'Up', value: 'up' },
			{ name: 'Down', value: 'down' },
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [text('note', 'A Note')],
	},
	{
		displayName: 'Lines',
		name: 'lines',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		options: [{ displayName: 'Line', name: 'line', values: [text('word', 'A Word')] }],
	},
];

const readerOf = (values: Record<string, unknown>) =>
	new ParameterReader((name) => values[name], fields);

test.each([
	'value',
	'text',
	'integer',
	'number',
	'uuid',
	'json',
	'jsonObject',
	'jsonArray',
] as const)('%s gives undefined for what is not set', (method) => {
	for (const value of [undefined, null, '', ' ']) {
		expect(readerOf({ title: value })[method]('title')).toBeUndefined();
	}
});

test('an unset switch is off', () => {
	expect(readerOf({}).boolean('title')).toBe(false);
});

test('0 and false are values', () => {
	expect(readerOf({ title: 0 }).requiredText('title')).toBe('0');
	expect(readerOf({ title: false }).requiredText('title')).toBe('false');
});

test('the error of a required value has its label', async () => {
	expect((await catchInvalid(() => readerOf({ title: ' ' }).requiredText('title'))).message).toBe(
		"'Job Title' is empty",
	);
	for (const values of [{}, { title: '' }, { title: ' ' }, { title: null }]) {
		const invalid = await catchInvalid(() => readerOf(values).pathSegment('title'));
		expect(invalid.message).toBe("'Job Title' is empty");
	}
});

test('a choice is one of those offered, the default when not set', async () => {
	expect(readerOf({ direction: 'down' }).choice('direction')).toBe('down');
	for (const value of [undefined, '', ' ']) {
		expect(readerOf({ direction: value }).choice('direction')).toBe('up');
	}
	for (const value of ['Up', 'left', 5, {}]) {
		expect(
			(await catchInvalid(() => readerOf({ direction: value }).choice('direction'))).message,
		).toMatch(/^'Direction' must be one of up, down, but is /);
	}
});

test.each([
	['a', ['a']],
	['a, b', ['a', 'b']],
	[
		['a', 5],
		['a', '5'],
	],
])('a multiple choice of %p gives %p', (value, expected) => {
	expect(readerOf({ title: value }).requiredChoices('title')).toEqual(expected);
});

test.each([undefined, '', []])('a multiple choice of %j is invalid', async (value) => {
	const invalid = await catchInvalid(() => readerOf({ title: value }).requiredChoices('title'));

	expect(invalid.message).toBe("'Job Title' is empty");
});

test('a multiple choice of something else is invalid', async () => {
	expect(
		(await catchInvalid(() => readerOf({ title: {} }).requiredChoices('title'))).parameter,
	).toBe('Job Title');
	expect(
		(await catchInvalid(() => readerOf({ title: [{}] }).requiredChoices('title'))).parameter,
	).toBe('Job Title');
});

test('fields in a collection are read and named like others', async () => {
	expect(
		readerOf({ options: { note: 'n' } })
			.collection('options')
			.text('note'),
	).toBe('n');
	expect(readerOf({}).collection('options').text('note')).toBeUndefined();
	const filledWrongly = readerOf({ options: { note: {} } }).collection('options');
	expect((await catchInvalid(() => filledWrongly.text('note'))).parameter).toBe('A Note');
});

test('names that JavaScript knows itself are not set', () => {
	expect(readerOf({ options: {} }).collection('options').value('constructor')).toBeUndefined();
});

test('rows of a fixed collection keep their order', () => {
	const rows = readerOf({ lines: { line: [{ word: 'a' }, { word: 'b' }] } }).rows('lines');

	expect(rows.map((row) => row.text('word'))).toEqual(['a', 'b']);
	expect(rows[0].displayName('word')).toBe('A Word');
	expect(
		readerOf({ lines: { line: [{ word: '' }] } })
			.rows('lines')[0]
			.text('word'),
	).toBe(undefined);
	expect(readerOf({}).rows('lines')).toEqual([]);
});

test.each<[given: unknown, words: string]>([
	[[{ note: 'n' }], 'a list'],
	['7', '7'],
	[true, 'true'],
])(
	'an expression that returns %j for a collection is invalid, and the error says what it must return',
	async (given, words) => {
		const invalid = await catchInvalid(() => readerOf({ options: given }).collection('options'));

		expect(invalid.message).toBe(`'Options' must be an object, but is ${words}`);
		expect(invalid.description).toBe(
			'Fill in the fields, or use an expression that returns an object.',
		);
	},
);

test.each<[given: unknown, words: string]>([
	[7, '7'],
	['["a"]', 'a list'],
	[[{ word: 'a' }, 'b'], 'a list'],
	[{ line: ['a'] }, 'an object'],
])(
	'an expression that returns %j for rows is invalid, and the error says what it must return',
	async (given, words) => {
		const invalid = await catchInvalid(() => readerOf({ lines: given }).rows('lines'));

		expect(invalid.message).toBe(`'Lines' must be a list of objects, but is ${words}`);
		expect(invalid.description).toBe(
			'Fill in the rows, or use an expression that returns a list of objects.',
		);
	},
);

test('rows come as a list too, or as JSON', () => {
	for (const given of [[{ word: 'a' }], '[{"word":"a"}]', '{"line":[{"word":"a"}]}']) {
		const rows = readerOf({ lines: given }).rows('lines');
		expect(rows.map((row) => row.text('word'))).toEqual(['a']);
	}
});

test('a group is the only row, or nothing', () => {
	expect(
		readerOf({ lines: { line: { word: 'a' } } })
			.group('lines')
			.text('word'),
	).toBe('a');
	expect(readerOf({ lines: {} }).group('lines').text('word')).toBeUndefined();
});

test('an error in a row names the row, and the row around it', () => {
	const rowsOf = (
		name: string,
		displayName: string,
		values: INodeProperties[],
	): INodeProperties => ({
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		options: [{ displayName: 'Row', name: 'row', values }],
	});
	const word: INodeProperties = { displayName: 'Word', name: 'word', type: 'string', default: '' };
	const nested = [rowsOf('filters', 'Filters', [word, rowsOf('more', 'More', [word])])];
	const values = { filters: { row: [{ word: 'a' }, { more: { row: [{ word: '' }] } }] } };
	const [, second] = new ParameterReader((name) => values[name as 'filters'], nested).rows(
		'filters',
	);

	expect(() => second.requiredText('word')).toThrow(
		expect.objectContaining({
			message: "'Word' is empty",
			description: expect.stringMatching(/^See row 2 of Filters\. Enter a value/),
		}),
	);
	expect(() => second.rows('more')[0].requiredText('word')).toThrow(
		expect.objectContaining({
			description: expect.stringMatching(/^See row 1 of More, in row 2 of Filters\. Enter a value/),
		}),
	);
});

test.each<[name: string, values: Record<string, unknown>, words: string]>([
	['options', { options: { nope: 1 } }, "'Options' can't contain \"nope\""],
	['lines', { lines: { line: [{ word: 'a', nope: 1 }] } }, "'Lines' can't contain \"nope\""],
	['lines', { lines: { nope: [] } }, "'Lines' can't contain \"nope\""],
])('an unknown name in %s is invalid', async (name, values, message) => {
	const method = name === 'options' ? 'collection' : 'rows';
	const invalid = await catchInvalid(() => readerOf(values)[method](name));

	expect(invalid.message).toBe(message);
	expect(invalid.description).toMatch(/Use one of: (note|word|line)\.$/);
});

const savedAs = (values: Record<string, unknown>, saved: Record<string, unknown>) =>
	new ParameterReader(
		(name) => values[name],
		fields,
		undefined,
		(name) => saved[name],
	);

test.each([
	'={{ $json.x }}',
	'={{$json.x}}',
	'={{ {a: {b: 1} } }}',
	"={{ '\\}}' }}",
	'={{ $json.x',
])('%s is one expression as a whole: without a value it is invalid', async (saved) => {
	for (const value of [undefined, null]) {
		const reader = savedAs({ title: value }, { title: saved });
		const { message } = await catchInvalid(() => reader.text('title'));
		expect(message).toBe(`'Job Title' has no value: ${saved.slice(1)} is ${value}`);
	}
	expect(savedAs({ title: '' }, { title: saved }).text('title')).toBeUndefined();
});

test.each(['', 'a', '=', '= {{ $json.x }}', '={{ $json.x }} ', '={{ a }}{{ b }}', '{{ $json.x }}'])(
	'%j cannot be checked',
	(saved) => {
		expect(savedAs({}, { title: saved }).text('title')).toBeUndefined();
	},
);

test('a member of an object that an expression gives has a value, or is not there', async () => {
	const saved = { options: '={{ { note: $json.x } }}' };

	expect(savedAs({ options: {} }, saved).collection('options').text('note')).toBeUndefined();
	const { message } = await catchInvalid(() =>
		savedAs({ options: { note: undefined } }, saved)
			.collection('options')
			.text('note'),
	);
	expect(message).toBe("'A Note' has no value: {{ { note: $json.x } }} is undefined");
});

test('expressions within a value have values too, and null that is typed stays null', async () => {
	const saved = { title: { a: [null, '={{ $json.x }}'] } };

	expect(savedAs({ title: { a: [null, 1] } }, saved).json('title')).toEqual({ a: [null, 1] });
	const { message } = await catchInvalid(() =>
		savedAs({ title: { a: [null, null] } }, saved).json('title'),
	);
	expect(message).toBe("'Job Title' has no value: {{ $json.x }} is null");
});

test.each<[saved: unknown, expected: boolean[]]>([
	[{ line: [{ word: 'a' }, { word: '={{ $json.b }}' }] }, [false, true]],
	[{ line: '={{ $json.rows }}' }, [true, true]],
	['={{ $json.rows }}', [true, true]],
	[undefined, [false, false]],
])('rows saved as %j: which values come from an expression', (saved, expected) => {
	const rows = savedAs({ lines: { line: [{ word: 'a' }, { word: 'b' }] } }, { lines: saved });

	expect(rows.rows('lines').map((row) => row.isExpression('word'))).toEqual(expected);
});
