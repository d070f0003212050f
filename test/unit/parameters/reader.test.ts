import type { INodeProperties } from 'n8n-workflow';
import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import { catchInvalid } from '../../support/run-operation.ts';

const field = (type: string, name: string, displayName: string, more = {}) =>
	({ displayName, name, type, default: '', ...more }) as INodeProperties;
const rowsOf = (name: string, displayName: string, row: string, values: INodeProperties[]) =>
	field('fixedCollection', name, displayName, {
		typeOptions: { multipleValues: true },
		options: [{ displayName: row, name: row, values }],
	});

const fields: INodeProperties[] = [
	field('string', 'title', 'Job Title'),
	field('options', 'direction', 'Direction', {
		default: 'up',
		options: ['up', 'down'].map((value) => ({ name: value, value })),
	}),
	field('collection', 'options', 'Options', { options: [field('string', 'note', 'A Note')] }),
	rowsOf('lines', 'Lines', 'line', [field('string', 'word', 'A Word')]),
];

const readerOf = (values: Record<string, unknown>) =>
	new ParameterReader((name) => values[name], fields);

const methods = ['value', 'text', 'integer', 'number', 'uuid', 'json', 'jsonObject', 'jsonArray'];

test.each(methods as Array<'value' | 'text'>)(
	'%s gives undefined for what is not set',
	(method) => {
		for (const value of [undefined, null, '', ' ']) {
			expect(readerOf({ title: value })[method]('title')).toBeUndefined();
		}
	},
);

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

const choicesIn = (title: unknown) => readerOf({ title }).requiredChoices('title');

test('a multiple choice is a text, or a list', () => {
	expect(choicesIn('a')).toEqual(['a']);
	expect(choicesIn('a, b')).toEqual(['a', 'b']);
	expect(choicesIn(['a', 5])).toEqual(['a', '5']);
});

test.each([
	[undefined, /^'Job Title' is empty$/],
	['', /^'Job Title' is empty$/],
	[[], /^'Job Title' is empty$/],
	[{}, /^'Job Title' /],
	[[{}], /^'Job Title' /],
])('a multiple choice of %j is invalid', async (value, message) => {
	const invalid = await catchInvalid(() => choicesIn(value));

	expect(invalid.parameter).toBe('Job Title');
	expect(invalid.message).toMatch(message);
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

test.each<['collection' | 'rows', name: string, given: unknown, message: string]>([
	['collection', 'options', [{ note: 'n' }], "'Options' must be an object, but is a list"],
	['collection', 'options', '7', "'Options' must be an object, but is 7"],
	['collection', 'options', true, "'Options' must be an object, but is true"],
	['rows', 'lines', 7, "'Lines' must be a list of objects, but is 7"],
	['rows', 'lines', '["a"]', "'Lines' must be a list of objects, but is a list"],
	['rows', 'lines', [{ word: 'a' }, 'b'], "'Lines' must be a list of objects, but is a list"],
	['rows', 'lines', { line: ['a'] }, "'Lines' must be a list of objects, but is an object"],
])('%s: %s by an expression that returns %j is invalid', async (method, name, given, message) => {
	const invalid = await catchInvalid(() => readerOf({ [name]: given })[method](name));

	expect(invalid.message).toBe(message);
	const [, wanted] = / must be (.*), but/.exec(message)!;
	expect(invalid.description).toBe(
		`Fill in the ${method === 'rows' ? 'rows' : 'fields'}, or use an expression that returns ${wanted}.`,
	);
});

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
	const word = field('string', 'word', 'Word');
	const more = rowsOf('more', 'More', 'row', [word]);
	const nested = [rowsOf('filters', 'Filters', 'row', [word, more])];
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
