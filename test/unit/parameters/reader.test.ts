import type { INodeProperties } from 'n8n-workflow';
import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import { catchInvalid } from '../../support/run-operation.ts';

const field = (type: string, name: string, displayName: string, more = {}) =>
	({ displayName, name, type, default: '', ...more }) as INodeProperties;
const rowsOf = (name: string, displayName: string, values: INodeProperties[]) =>
	field('fixedCollection', name, displayName, {
		typeOptions: { multipleValues: true },
		options: [{ displayName: 'Line', name: 'line', values }],
	});

const word = field('string', 'word', 'A Word');
const fields: INodeProperties[] = [
	field('string', 'title', 'Job Title'),
	field('number', 'count', 'Count', { typeOptions: { minValue: 1 } }),
	field('options', 'direction', 'Direction', {
		default: 'up',
		options: ['up', 'down'].map((value) => ({ name: value, value })),
	}),
	field('collection', 'options', 'Options', { options: [field('string', 'note', 'A Note')] }),
	rowsOf('lines', 'Lines', [word, rowsOf('more', 'More', [word])]),
];

type Values = Record<string, unknown>;

const readerOf = (values: Values, saved: Values = {}) =>
	new ParameterReader(
		(name) => values[name],
		fields,
		undefined,
		(name) => saved[name],
	);

const messageOf = async (read: () => unknown) => (await catchInvalid(read)).message;

test.each([undefined, null, '', ' ', '\u200b'])('%j is not set', async (title) => {
	const read = readerOf({ title });

	for (const method of [
		'value',
		'text',
		'name',
		'integer',
		'uuid',
		'jsonObject',
		'list',
	] as const) {
		expect(read[method]('title')).toBeUndefined();
	}
	expect(read.boolean('title')).toBe(false);
	for (const method of ['requiredText', 'requiredName', 'pathSegment'] as const) {
		expect(await messageOf(() => read[method]('title'))).toBe("'Job Title' is empty");
	}
});

test('0 and false are values', () => {
	expect(readerOf({ title: 0 }).requiredText('title')).toBe('0');
	expect(readerOf({ title: false }).requiredText('title')).toBe('false');
});

test('names and IDs have no blanks and zero-width characters at their ends, text keeps them', () => {
	const read = readerOf({ title: '\u200b a ' });

	expect([read.name('title'), read.text('title')]).toEqual(['a', '\u200b a ']);
	expect([read.id('title'), readerOf({ title: 47 }).id('title')]).toEqual(['a', 47]);
});

test('numbers must be within the range of their property', async () => {
	expect(await messageOf(() => readerOf({ count: 0 }).integer('count'))).toMatch(/at least 1/);
	expect(await messageOf(() => readerOf({ count: 0.5 }).number('count'))).toMatch(/at least 1/);
	expect(readerOf({ count: 1.5 }).number('count')).toBe(1.5);
});

test('a dropdown has its default if not set, and no other values than its choices', async () => {
	expect(readerOf({ direction: 'down' }).choice('direction')).toBe('down');
	expect(readerOf({ direction: '' }).choice('direction')).toBe('up');
	for (const value of ['Up', 5, {}]) {
		const read = () => readerOf({ direction: value }).choice('direction');
		expect(await messageOf(read)).toMatch(/^'Direction' must be one of up, down, but is /);
	}
});

test('fields of a collection are read, and named in errors, like others', async () => {
	const noteOf = (options: unknown) => readerOf({ options }).collection('options').text('note');

	expect(noteOf({ note: 'n' })).toBe('n');
	expect(noteOf('{"note": "n"}')).toBe('n');
	expect(noteOf(undefined)).toBeUndefined();
	expect((await catchInvalid(() => noteOf({ note: {} }))).parameter).toBe('A Note');
	expect(readerOf({}).collection('options').value('constructor')).toBeUndefined();
});

test.each([
	{ line: [{ word: 'a' }, { word: 'b' }] },
	'[{"word":"a"}, {"word":"b"}]',
	'{"line":[{"word":"a"}, {"word":"b"}]}',
])('rows may be given as %j', (lines) => {
	const rows = readerOf({ lines }).rows('lines');

	expect(rows.map((row) => row.text('word'))).toEqual(['a', 'b']);
});

test('a group is the only row, or empty', () => {
	const wordOf = (lines: object) => readerOf({ lines }).group('lines').text('word');

	expect(wordOf({ line: { word: 'a' } })).toBe('a');
	expect(wordOf({})).toBeUndefined();
});

test.each<['collection' | 'rows', name: string, given: unknown, message: string]>([
	['collection', 'options', [{ note: 'n' }], "'Options' must be an object, but is a list"],
	['collection', 'options', { nope: 1 }, "'Options' can't contain \"nope\""],
	['rows', 'lines', 7, "'Lines' must be a list of objects, but is 7"],
	['rows', 'lines', [{ word: 'a' }, 'b'], "'Lines' must be a list of objects, but is a list"],
	['rows', 'lines', { line: [{ word: 'a', nope: 1 }] }, "'Lines' can't contain \"nope\""],
])('%s: %s can not be %j', async (method, name, given, message) => {
	expect(await messageOf(() => readerOf({ [name]: given })[method](name))).toBe(message);
});

test('an error in a row names the row, and the row around it', async () => {
	const lines = { line: [{ word: 'a' }, { more: { line: [{ word: '' }] } }] };
	const [, second] = readerOf({ lines }).rows('lines');
	const [inner] = second.rows('more');

	const outerError = await catchInvalid(() => second.requiredText('word'));
	expect(outerError.description).toMatch(/^See row 2 of Lines\. /);
	const innerError = await catchInvalid(() => inner.requiredText('word'));
	expect(innerError.description).toMatch(/^See row 1 of More, in row 2 of Lines\. /);
});

test('an expression without a value in a row names the row', async () => {
	const saved = { lines: { line: [{ word: 'a' }, { word: '={{ $json.x }}' }] } };
	const [, second] = readerOf({ lines: { line: [{ word: 'a' }, {}] } }, saved).rows('lines');

	const { description } = await catchInvalid(() => second.text('word'));
	expect(description).toMatch(/^See row 2 of Lines\. /);
});

test.each(['={{ $json.x }}', '={{ {a: {b: 1} } }}', "={{ '\\}}' }}", '={{ $json.x'])(
	'the expression %s must return a value',
	async (saved) => {
		for (const value of [undefined, null]) {
			const read = () => readerOf({ title: value }, { title: saved }).text('title');
			expect(await messageOf(read)).toBe(`'Job Title' has no value: ${saved.slice(1)} is ${value}`);
		}
		expect(readerOf({ title: '' }, { title: saved }).text('title')).toBeUndefined();
	},
);

test.each(['', 'a', '=', '= {{ $json.x }}', '={{ a }}{{ b }}', '{{ $json.x }}'])(
	'%j always returns text, so it may be empty',
	(saved) => {
		expect(readerOf({}, { title: saved }).text('title')).toBeUndefined();
	},
);

test('expressions inside a value must return a value, but a typed null stays null', async () => {
	const saved = { title: { a: [null, '={{ $json.x }}'] } };

	expect(readerOf({ title: { a: [null, 1] } }, saved).jsonObject('title')).toEqual({
		a: [null, 1],
	});
	const read = () => readerOf({ title: { a: [null, null] } }, saved).jsonObject('title');
	expect(await messageOf(read)).toBe("'Job Title' has no value: {{ $json.x }} is null");
});

test('in an object that an expression returns, a member may be missing, but not undefined', async () => {
	const saved = { options: '={{ { note: $json.x } }}' };
	const noteOf = (options: object) =>
		readerOf({ options }, saved).collection('options').text('note');

	expect(noteOf({})).toBeUndefined();
	expect(await messageOf(() => noteOf({ note: undefined }))).toMatch(/^'A Note' has no value/);
});

test.each<[saved: unknown, expected: boolean[]]>([
	[{ line: [{ word: 'a' }, { word: '={{ $json.b }}' }] }, [false, true]],
	[{ line: '={{ $json.rows }}' }, [true, true]],
	['={{ $json.rows }}', [true, true]],
	[undefined, [false, false]],
])('rows saved as %j: which values come from an expression', (saved, expected) => {
	const values = { lines: { line: [{ word: 'a' }, { word: 'b' }] } };
	const rows = readerOf(values, { lines: saved }).rows('lines');

	expect(rows.map((row) => row.isExpression('word'))).toEqual(expected);
});
