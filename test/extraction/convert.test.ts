import type { IDataObject } from 'n8n-workflow';
import { convertFields } from '../../nodes/DataPlatform/operations/aiExtract/convert.ts';
import type { Shape } from '../../nodes/DataPlatform/operations/aiExtract/shape.ts';
import { hintsOf } from '../../harness/engine/engine.ts';
import { answering, extractor, itemsOf, NOTHING_FOUND } from './harness.ts';

const { extract } = extractor();

const STAYS = Symbol('stays as it is and is named');

const nbsp = '\u00a0';
const narrow = '\u202f';

const TABLE: Record<string, Array<[value: unknown, converted: unknown]>> = {
	number: [
		[5, 5],
		[-0.5, -0.5],
		['5', 5],
		[' 5.25 ', 5.25],
		['+5', 5],
		['-5', -5],
		['\u22125', -5],
		['0.125', 0.125],
		['0,125', 0.125],
		['99,50', 99.5],
		['1,299.00', 1299],
		['1.299,00', 1299],
		['1,234,567', 1234567],
		['1.234.567', 1234567],
		['1,234,567.5', 1234567.5],
		['1.234.567,5', 1234567.5],
		['1234,567', 1234.567],
		["1'299.00", 1299],
		['1’299.00', 1299],
		['1 299,00', 1299],
		[`1${nbsp}299${nbsp}000,5`, 1299000.5],
		[`1${narrow}299`, 1299],
		['$1,299.00', 1299],
		['€ 99,50', 99.5],
		['99,50 €', 99.5],
		[`99,50${nbsp}€`, 99.5],
		['-€5', -5],
		['€-5', -5],
		['- 5 €', -5],
		['¥12,300,000', 12300000],
		['EUR 1.299,00', 1299],
		['1,299.00 USD', 1299],
		['CHF 1’299.00', 1299],
		['-EUR 5', -5],
		// Could mean two things.
		['1,234', STAYS],
		['1.234', STAYS],
		['$1,234', STAYS],
		['12.345 EUR', STAYS],
		// No notation of a number.
		['', STAYS],
		['€', STAYS],
		['about 5', STAYS],
		['5 %', STAYS],
		['5 kg', STAYS],
		['5 MIO', STAYS],
		['3 KWH', STAYS],
		['5-7', STAYS],
		['1.2.3', STAYS],
		['1,23,456', STAYS],
		['1.234,567.8', STAYS],
		['12 34', STAYS],
		['2026 100', STAYS],
		['030 123 456', STAYS],
		['1e5', STAYS],
		['0x10', STAYS],
		['Infinity', STAYS],
		['12345678901234567890', STAYS],
		[true, STAYS],
		[[5], STAYS],
		[{ value: 5 }, STAYS],
	],
	integer: [
		[5, 5],
		['5', 5],
		['1,234,567', 1234567],
		['5.00', 5],
		[5.5, STAYS],
		['5,5', STAYS],
		['1.234', STAYS],
		[9007199254740993, STAYS],
	],
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
	date: [
		['2026-05-03', '2026-05-03'],
		['2026-05-03T10:00:00Z', '2026-05-03T10:00:00Z'],
		['2026-05-03T10:00:00.5+02:00', '2026-05-03T10:00:00.5+02:00'],
		['2026-05-03T10:00', '2026-05-03T10:00'],
		[1_731_000_000, '2024-11-07T17:20:00.000Z'],
		[1_731_000_000_250, '2024-11-07T17:20:00.250Z'],
		[20_260_503, STAYS],
		['2026/5/3', '2026-05-03'],
		['2026.05.03', '2026-05-03'],
		['2026年5月3日', '2026-05-03'],
		['3.5.2026', '2026-05-03'],
		['03.05.2026', '2026-05-03'],
		['31/05/2026', '2026-05-31'],
		['05/31/2026', '2026-05-31'],
		['05/05/2026', '2026-05-05'],
		['3 May 2026', '2026-05-03'],
		['3rd May 2026', '2026-05-03'],
		['3. Mai 2026', '2026-05-03'],
		['May 3, 2026', '2026-05-03'],
		['Sept. 1st 2026', '2026-09-01'],
		['1. März 2026', '2026-03-01'],
		[' 12 DEZ 2026 ', '2026-12-12'],
		['29.02.2028', '2028-02-29'],
		// Day and month could change places.
		['03/04/2026', STAYS],
		['29.02.2026', STAYS],
		['2026-13-01', STAYS],
		['2026-02-30', STAYS],
		['2026-05-03T25:00', STAYS],
		['2026-05-03Tomorrow', STAYS],
		['3.5.26', STAYS],
		['May 2026', STAYS],
		['3 May 4, 2026', STAYS],
		['3 Foo 2026', STAYS],
		['tomorrow', STAYS],
		['', STAYS],
		[20260503, STAYS],
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

const rows: Array<[type: string, value: unknown, converted: unknown]> = [
	...Object.entries(TABLE).flatMap(([type, values]) =>
		values.map(([value, converted]): [string, unknown, unknown] => [type, value, converted]),
	),
	['constructor', '5', '5'],
];

test.each(rows)('%s: %j', (type, value, converted) => {
	const expected =
		converted === STAYS
			? { fields: { field: value }, left: ['field'] }
			: { fields: { field: converted }, left: [] };
	expect(convertFields({ field: value } as IDataObject, new Map([['field', { type }]]))).toEqual(
		expected,
	);
});

test.each(Object.keys(TABLE))('%s: null passes', (type) => {
	const fields = { field: null };
	expect(convertFields(fields, new Map([['field', { type }]]))).toEqual({ fields, left: [] });
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
	expect(convertFields(fields, shapes)).toEqual({
		fields: {
			lines: [converted, null, { due: null }],
			buyer: converted,
			matrix: [[1, '1,234'], [3], 'x'],
			plain: ['1'],
			unknown: '1',
		},
		left: ['lines', 'buyer', 'matrix'],
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
		outputStructure: { field: [{ name: 'field', type: '={{ $json.type }}' }] },
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
