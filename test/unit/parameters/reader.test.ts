// Collections, rows and expressions. test/integration/engine/parameters.test.ts tests every parameter in n8n.
import type { INodeProperties } from 'n8n-workflow';
import { createRequestOptionsProperty } from '../../../nodes/DataPlatform/actions/common.descriptions.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import { readRequestOptions } from '../../../nodes/DataPlatform/parameters/requestOptions.ts';
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
	field('options', 'direction', 'Direction', {
		default: 'up',
		options: ['up', 'down'].map((value) => ({ name: value, value })),
	}),
	field('collection', 'options', 'Options', { options: [field('string', 'note', 'A Note')] }),
	rowsOf('lines', 'Lines', [word, rowsOf('more', 'More', [word])]),
];

type Values = Record<string, unknown>;

const readerOf = (values: Values, saved: Values = {}) =>
	new ParameterReader((name) => values[name], fields, { readSaved: (name) => saved[name] });

const messageOf = async (read: () => unknown) => (await catchInvalid(read)).message;

test('a dropdown has its default if not set, and no other values than its choices', async () => {
	expect(readerOf({ direction: 'down' }).choice('direction')).toBe('down');
	expect(readerOf({ direction: '' }).choice('direction')).toBe('up');
	const read = () => readerOf({ direction: 'Up' }).choice('direction');
	expect(await messageOf(read)).toBe('\'Direction\' must be one of up, down, but is "Up"');
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

test.each<['collection' | 'rows', name: string, given: unknown, message: string]>([
	['collection', 'options', [{ note: 'n' }], "'Options' must be an object, but is a list"],
	['collection', 'options', { nope: 1 }, "'Options' can't contain \"nope\""],
	['rows', 'lines', [{ word: 'a' }, 'b'], "'Lines' must be a list of objects, but is a list"],
	['rows', 'lines', { nope: [] }, "'Lines' can't contain \"nope\""],
	['rows', 'lines', { line: [{ nope: 1 }] }, "'Lines' can't contain \"nope\""],
])('%s: %s can not be %j', async (method, name, given, message) => {
	expect(await messageOf(() => readerOf({ [name]: given })[method](name))).toBe(message);
});

test('an error in a row names the row, and the row around it', async () => {
	const inner = { line: [{ word: '' }, { word: '={{ $json.x }}' }] };
	const saved = { lines: { line: [{ word: 'a' }, { more: inner }] } };
	const lines = { line: [{ word: 'a' }, { more: { line: [{ word: '' }, {}] } }] };
	const [, outer] = readerOf({ lines }, saved).rows('lines');
	const [blank, withoutValue] = outer.rows('more');

	for (const [read, place] of [
		[() => outer.requiredName('word'), 'row 2 of Lines'],
		[() => blank.requiredName('word'), 'row 1 of More, in row 2 of Lines'],
		[() => withoutValue.text('word'), 'row 2 of More, in row 2 of Lines'],
	] as const) {
		expect((await catchInvalid(read)).description).toMatch(new RegExp(`^See ${place}\\. `));
	}
});

test.each(['={{ $json.x }}', '={{ {a: {b: 1} } }}', "={{ '\\}}' }}", '={{ $json.x'])(
	'the expression %s must return a value',
	async (saved) => {
		for (const title of [undefined, null]) {
			const read = () => readerOf({ title }, { title: saved }).text('title');
			const message = `'Job Title' has no value: ${saved.slice(1)} is ${title}`;
			expect(await messageOf(read)).toBe(message);
		}
		expect(readerOf({ title: '' }, { title: saved }).text('title')).toBeUndefined();
	},
);

test.each([
	'= {{ $json.x }}',
	'={{ $json.x }} ',
	'={{ $json.x }}\n',
	'={{ $json.x }}\u00a0',
	'=\u200b{{ $json.x }}\u200b',
	'={{ $json.x }}\u2066',
	'={{ $json.x }}\u{E0001}',
	'={{ $json.x }}{{ $json.y }}',
	'={{ $json.x }} {{ $json.y }} ',
	"={{ '}' }}\t{{ $json.y }}",
	"={{ '\\}}' }} ",
])('the expression %j must return more than blanks', async (saved) => {
	for (const title of ['', ' ', '\u00a0', '\u200b \n', undefined, null]) {
		const read = () => readerOf({ title }, { title: saved }).text('title');
		expect(await messageOf(read)).toMatch(/^'Job Title' has no value: \{\{ .+ is \w+$/);
	}
	expect(readerOf({ title: ' x ' }, { title: saved }).text('title')).toBe(' x ');
});

test.each(['', 'a', '=', '= ', '=\\{{ a }}', '={{ a }}-{{ b }}', '={{ a }}\\\\', '{{ $json.x }}'])(
	'%j has other text or no expression, so its value may be blank',
	(saved) => {
		expect(readerOf({ title: '' }, { title: saved }).text('title')).toBeUndefined();
		expect(readerOf({ title: ' ' }, { title: saved }).text('title')).toBeUndefined();
	},
);

test('blanks around a choice do not count', () => {
	const read = readerOf({ direction: ' down\u200b' }, { direction: '={{ $json.x }} ' });
	expect(read.choice('direction')).toBe('down');
});

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

test.each<[name: string, value: unknown]>([
	['options', new Map([['note', 'n']])],
	['options', new Set()],
	['options', new Date(0)],
	['options', Symbol('s')],
	['lines', new Set([{ word: 'a' }])],
	['lines', [new Map()]],
	['lines', { line: undefined }],
	['lines', { line: new Set() }],
	['lines', Array(1)],
])('an expression may not return %s = %p', async (name, value) => {
	const read = readerOf({ [name]: value }, { [name]: '={{ $json.x }}' });
	const message = await messageOf(() => read[name === 'lines' ? 'rows' : 'collection'](name));
	expect(message).toMatch(/^'(Options|Lines)' /);
});

test('blanks around the expression of a collection are not around its fields', () => {
	const saved = { options: '={{ JSON.stringify($json.o) }}\n' };
	const options = readerOf({ options: '{"note": ""}\n' }, saved).collection('options');
	expect(options.text('note')).toBeUndefined();
});

test.each<[saved: unknown, expected: boolean[]]>([
	[{ line: [{ word: 'a' }, { word: '={{ $json.b }}' }] }, [false, true]],
	[{ line: '={{ $json.rows }}' }, [true, true]],
	['={{ $json.rows }}', [true, true]],
	[undefined, [false, false]],
])('rows saved as %j: which values come from an expression', (saved, expected) => {
	const values = { lines: { line: [{ word: 'a' }, { word: 'b' }] } };
	const rows = readerOf(values, { lines: saved }).rows('lines');

	expect(rows.map((row) => row.isFromExpression('word'))).toEqual(expected);
});

test.each(operations)(
	'without Request Options, the defaults that the editor shows apply: $option.action',
	(operation) => {
		const property = createRequestOptionsProperty(operation);
		const options = property.options as INodeProperties[];
		const shown = Object.fromEntries(options.map((each) => [each.name, each.default]));
		const read = new ParameterReader(() => ({}), [property]);

		expect(readRequestOptions(read, operation.requestDefaults)).toEqual({
			...shown,
			timeout: 1000 * (shown.timeout as number),
			maxRequestsPerSecond: Infinity,
			maxRetries: undefined,
		});
	},
);

test('a Timeout becomes whole milliseconds', () => {
	const [operation] = operations;
	const property = createRequestOptionsProperty(operation);
	const read = new ParameterReader(() => ({ timeout: 1.2345 }), [property]);
	expect(readRequestOptions(read, operation.requestDefaults).timeout).toBe(1235);
});
