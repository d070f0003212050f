// What becomes an item: rows in the wrappings that models use, and what an input item has already.
import { aiExtract } from '../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { readParameters } from '../../../../support/run-operation.ts';
import { LINES, object, run } from '../../../../support/schemas/extraction.ts';

const text = { type: 'string' };

describe('what becomes a row has the columns', () => {
	const lamp = { article: 'Lamp', quantity: 2 };
	test.each<[unknown, object[]]>([
		[JSON.stringify([{ ...lamp, total: 99 }]), [lamp]],
		['[{"article":"Lamp","note":"x"}]', [{ article: 'Lamp', quantity: null }]],
		[{ ...lamp, total: 99 }, [lamp]],
		[JSON.stringify({ ...lamp, total: 99 }), [lamp]],
		[[null], [{ article: null, quantity: null }]],
		[[''], [{ article: null, quantity: null }]],
		[
			[lamp, 'None'],
			[lamp, { article: null, quantity: null }],
		],
		['just one', [{ lines: 'just one', article: null, quantity: null }]],
	])('%j', async (lines, rows) => {
		for (const convertTypes of [true, false]) {
			const { items } = await run(LINES, { total: 5, lines }, { convertTypes });
			expect(items).toEqual(rows.map((row) => ({ total: 5, ...row })));
		}
	});

	test.each([[{ article: 'Lamp' }], ['[{"article":"Lamp"}]'], [[{ article: 'Lamp' }]]])(
		'%j lacks a column with Fail Item if Missing',
		async (lines) => {
			const failing = run(LINES, { total: 5, lines }, { ifMissing: 'failIfMissing' });
			await expect(failing).rejects.toThrow('lines[0].quantity (missing)');
		},
	);
});

describe('a column and a field of the same name', () => {
	const total = { type: 'number' };
	const items = { ...object({ name: text, total }), required: ['name'] };
	const schema = object({ total, lines: { type: 'array', items } });

	test.each(['null', 'leaveOut'] as const)(
		'an element without it has none, with %s',
		async (ifMissing) => {
			const lines = [{ name: 'A', total: 60 }, { name: 'B' }];
			const values = { specifyFields: 'schema', jsonSchema: schema, items: 'perElement' };
			const { items: rows } = await run(values, { total: 100, lines }, { ifMissing });
			expect(rows).toEqual(lines);
		},
	);
});

test('a list of objects may have a name that the node uses, because items have its columns', async () => {
	const output = { order: { error: [{ a: 'b' }] } };
	const values = { specifyFields: 'example', jsonExample: output, items: 'perElement' };
	expect((await run(values, output)).items).toEqual([{ order: {}, a: 'b' }]);
});

describe('rows in other wrappings', () => {
	const lamp = { article: 'Lamp', quantity: 2 };
	const json = JSON.stringify(lamp);
	test.each<[unknown, object[]]>([
		[[json], [lamp]],
		[
			[lamp, json],
			[lamp, lamp],
		],
		[JSON.stringify([json]), [lamp]],
		[[[lamp]], [lamp]],
		[
			[[lamp], [lamp]],
			[lamp, lamp],
		],
		[{ rows: [lamp] }, [lamp]],
		[JSON.stringify({ rows: [lamp] }), [lamp]],
		[{ rows: [[lamp]] }, [lamp]],
		[{ rows: [json] }, [lamp]],
	])('%j is read without a hint', async (lines, rows) => {
		for (const convertTypes of [true, false]) {
			const { items, hints } = await run(LINES, { total: 5, lines }, { convertTypes });
			expect(items).toEqual(rows.map((row) => ({ total: 5, ...row })));
			expect(hints?.filter((hint) => hint.includes('columns'))).toEqual([]);
		}
	});

	test.each<[unknown]>([
		[{ rows: [lamp], notes: ['x'] }],
		[{ first: lamp, second: lamp }],
		[[{ rows: [lamp] }]],
		[[lamp, { Artikel: 'Lamp' }]],
		[[lamp, 'Lamp, 2']],
		[[[[lamp]]]],
		['Lamp, 2'],
	])('%j has elements that are no rows, and a hint says so', async (lines) => {
		const { hints } = await run(LINES, { total: 5, lines });
		expect(hints).toEqual([expect.stringContaining('"lines" have none of its columns')]);
	});

	test('single values may be wrapped, too', async () => {
		const parameters = {
			fields: { field: [{ name: 'tags', type: 'textList' }] },
			items: 'perElement',
		};
		const expected = [{ tags: 'a' }, { tags: '{"b":1}' }];
		const values = ['a', '{"b":1}'];
		for (const tags of [values, { tags: values }, [values], JSON.stringify({ x: values })]) {
			expect((await run(parameters, { tags })).items).toEqual(expected);
		}
	});

	test('an object that may have any members is a row', async () => {
		const rows = { type: 'array', items: { type: 'object' } };
		const open = { type: 'array', items: object({ a: text }, { additionalProperties: true }) };
		for (const schema of [rows, open]) {
			const jsonSchema = object({ v: schema });
			const parameters = { specifyFields: 'schema', jsonSchema, items: 'perElement' };
			const { items, hints } = await run(parameters, { v: [{ tags: ['x'] }] });
			expect(items).toMatchObject([{ tags: ['x'] }]);
			expect(hints).toEqual([]);
		}
	});
});

test.each([[{ additionalProperties: true }], [{ patternProperties: { '^b': text } }], [{}]])(
	'members of the output that nobody named are left out: %j',
	async (others) => {
		const jsonSchema = object({ a: text }, others);
		const { items } = await run({ specifyFields: 'schema', jsonSchema }, { a: 'x', b: 'y' });
		expect(items).toEqual([{ a: 'x' }]);
	},
);

test.each<[object, object, object]>([
	[{ a: 'x' }, {}, { b: 'old', a: 'x' }],
	[{ a: 'x', b: null }, {}, { b: null, a: 'x' }],
	[{ a: 'x' }, { ifMissing: 'leaveOut' }, { b: 'old', a: 'x' }],
])(
	'a null that nobody extracted does not overwrite the input: %j, %j',
	async (output, options, item) => {
		const parameters = readParameters(aiExtract, {
			...{ text: 'x', fields: { field: [{ name: 'a, b' }] } },
			options: { inputFields: 'extractedWin', ...options },
		});
		const inputItem = { ...parameters.inputItem, json: { b: 'old' } };
		const api = {
			request: async ({ parse }: { parse: (json: unknown) => unknown }) => parse({ output }),
		};
		const { items } = await aiExtract.execute({ ...parameters, inputItem }, api as never);
		expect(items).toEqual([item]);
	},
);
