import { convertFields } from '../../nodes/DataPlatform/actions/ai/extract/convert.ts';
import type { Shape } from '../../nodes/DataPlatform/actions/ai/extract/shape.ts';
import { hintsOf } from '../../harness/engine/engine.ts';
import type { Table } from './convertTable.ts';
import { CERTAIN, STAYS, testTable } from './convertTable.ts';
import { answering, extractor, itemsOf, NOTHING_FOUND } from './harness.ts';

const { extract } = extractor();

const TABLE: Record<string, Table> = {
	boolean: [
		[true, true],
		['true', true],
		[' Yes ', true],
		['ja', true],
		['Wahr', true],
		['y', true],
		[1, true],
		['false', false],
		['NO', false],
		['nein', false],
		['falsch', false],
		['n', false],
		[0, false],
		['maybe', STAYS],
		['', STAYS],
		[2, STAYS],
		[[], STAYS],
	],
	string: [
		['a', 'a'],
		['', ''],
		[5.5, '5.5'],
		[true, 'true'],
		[['a'], STAYS],
		[{ a: 1 }, STAYS],
	],
	array: [
		[['a'], ['a']],
		['["a", 1]', ['a', 1]],
		[' [] ', []],
		['{"a": 1}', STAYS],
		['a, b', STAYS],
		['[1', STAYS],
		[{ a: 1 }, STAYS],
		[5, STAYS],
	],
	object: [
		[{ a: 1 }, { a: 1 }],
		['{"a": 1}', { a: 1 }],
		['[1]', STAYS],
		['null', STAYS],
		['a', STAYS],
		[[1], STAYS],
	],
	tensor: [['5', '5']],
	'': [['5', '5']],
};

for (const [type, table] of Object.entries(TABLE)) testTable(type, table);
testTable('constructor', [['5', '5']]);

const STATES = ['Not Paid', 'paid', 3];

test.each([
	['paid', 'paid'],
	[' PAID ', 'paid'],
	['not  paid', 'Not Paid'],
	['notpaid', 'Not Paid'],
	['3', 3],
	['', ''],
	['paying', undefined],
	[4, undefined],
])('allowed values: %j', (value, converted) => {
	const shapes = new Map([['state', { type: '', values: STATES }]]);
	const left = [{ path: ['state'], problem: 'notAllowed', value }];
	expect(convertFields({ state: value }, shapes, CERTAIN)).toMatchObject(
		converted === undefined
			? { fields: { state: value }, left }
			: { fields: { state: converted }, left: [] },
	);
	expect(convertFields({ state: value }, shapes, { convertTypes: false })).toMatchObject({
		fields: { state: value },
		left: converted === undefined ? left : [],
	});
});

test.each(['a b', 'ab', 'AB'])(
	'of allowed values that differ in blanks or case, %p is the one written so',
	(value) => {
		const shapes = new Map([['state', { type: 'string', values: ['AB', 'a b', 'ab'] }]]);
		expect(convertFields({ state: value }, shapes, CERTAIN).fields).toEqual({ state: value });
	},
);

test('allowed values of an object may be written as JSON text', () => {
	const members = new Map<string, Shape>([['k', { type: 'number' }]]);
	const shapes = new Map<string, Shape>([['a', { type: 'object', values: ['{"k":1}'], members }]]);

	expect(convertFields({ a: { k: 1 } }, shapes, CERTAIN)).toMatchObject({
		fields: { a: { k: 1 } },
		leaves: [{ path: ['a', 'k'], value: 1 }],
	});
});

test('where nothing is converted, the checks see what was answered, not the allowed spelling', () => {
	const shapes = new Map<string, Shape>([['a', { type: 'array', values: [['Foo']] }]]);

	expect(convertFields({ a: ['foo'] }, shapes, { convertTypes: false })).toMatchObject({
		fields: { a: ['foo'] },
		leaves: [{ path: ['a', 0], value: 'foo' }],
	});
});

test('what may be left out does not lack: where it is optional, and inside an object where it may be null', () => {
	const members = new Map<string, Shape>([
		['mayBeNull', { type: 'string', nullable: true }],
		['mayBeLeftOut', { type: 'string', optional: true }],
		['needed', { type: 'string' }],
	]);
	const shapes = new Map<string, Shape>([...members, ['inside', { type: 'object', members }]]);

	expect(convertFields({ inside: {} }, shapes, CERTAIN).lacking).toEqual([
		['mayBeNull'],
		['needed'],
		['inside', 'needed'],
	]);
});

test.each([
	['array', '["1"]'],
	['object', '{"a": "1"}'],
	['string', '["1"]'],
])(
	'where nothing is converted, JSON text of %s is looked into only where it is a structure',
	(type, value) => {
		const shapes = new Map<string, Shape>([['field', { type }]]);
		const { fields, leaves } = convertFields({ field: value }, shapes, { convertTypes: false });

		expect(fields).toEqual({ field: value });
		expect(leaves.map((leaf) => leaf.value)).toEqual([type === 'string' ? value : '1']);
	},
);

test.each(['number', 'integer', 'date', ...Object.keys(TABLE)])('%s: null passes', (type) => {
	const fields = { field: null };
	const shapes = new Map([['field', { type }]]);
	expect(convertFields(fields, shapes, CERTAIN)).toMatchObject({ fields, left: [] });
});

test('inside lists and objects, and in lists and objects that came as JSON text', () => {
	const line: Shape = {
		type: 'object',
		members: new Map<string, Shape>([
			['price', { type: 'number' }],
			['due', { type: 'date' }],
			['codes', { type: 'array', items: { type: 'integer' } }],
		]),
	};
	const shapes = new Map<string, Shape>([
		['lines', { type: 'array', items: line }],
		['buyer', line],
		['matrix', { type: 'array', items: { type: 'array', items: { type: 'number' } } }],
		['plain', { type: 'array' }],
	]);
	const given = { price: '1.299,00 €', due: '3 May 2026', codes: ['1', '2.5', null], other: '7' };
	const converted = { price: 1299, due: '2026-05-03', codes: [1, '2.5', null], other: '7' };
	const fields = {
		lines: JSON.stringify([given, null, { due: null }]),
		buyer: JSON.stringify(given),
		matrix: [['1', '1,234'], '[3]', 'x'],
		plain: ['1'],
		unknown: '1',
	};
	expect(convertFields(fields, shapes, CERTAIN)).toMatchObject({
		fields: {
			lines: [converted, null, { due: null }],
			buyer: converted,
			matrix: [[1, '1,234'], [3], 'x'],
			plain: ['1'],
			unknown: '1',
		},
		left: [
			{ path: ['lines', 0, 'codes', 1], problem: 'notConverted', value: '2.5' },
			{ path: ['buyer', 'codes', 1], problem: 'notConverted', value: '2.5' },
			{ path: ['matrix', 0, 1], problem: 'ambiguous', value: '1,234' },
			{ path: ['matrix', 2], problem: 'notConverted', value: 'x' },
		],
	});
});

test('in the engine only with the option; what stays is named in a hint', async () => {
	const input = [
		{ type: 'number', value: '1.299,00 €' },
		{ type: 'date', value: '3. Mai 2026' },
		{ type: 'boolean', value: 'ja' },
		{ type: 'number', value: '1,234' },
		{ type: 'array', value: '["a"]' },
		{ type: 'integer', value: null },
	].map(({ type, value }) => ({ type, text: answering({ field: value }) }));
	const parameters = {
		text: '={{ $json.text }}',
		outputStructure: {
			field: [{ name: 'field', type: '={{ $json.type }}', description: 'Anything' }],
		},
	};
	const asTheyCame = await extract({ parameters, input });
	expect(itemsOf(asTheyCame).map(({ field }) => field)).toEqual([
		'1.299,00 €',
		'3. Mai 2026',
		'ja',
		'1,234',
		'["a"]',
		null,
	]);
	expect(hintsOf(asTheyCame)).toEqual([NOTHING_FOUND]);

	const converted = await extract({
		parameters: { ...parameters, options: { convertTypes: true } },
		input,
	});
	expect(itemsOf(converted).map(({ field }) => field)).toEqual([
		1299,
		'2026-05-03',
		true,
		'1,234',
		['a'],
		null,
	]);
	expect(hintsOf(converted)).toEqual([
		'Some values of "field" could not be converted and stayed as they were.',
		NOTHING_FOUND,
	]);
});
