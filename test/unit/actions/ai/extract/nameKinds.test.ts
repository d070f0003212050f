// How names are compared: of fields, in a response, and under List and Don't Look Up.
import { aiExtract } from '../../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { readParameters } from '../../../../support/run-operation.ts';
import { LINES, object, run } from '../../../../support/schemas/extraction.ts';

const text = { type: 'string' };

describe('names', () => {
	const field = (...names: string[]) => ({ fields: { field: names.map((name) => ({ name })) } });
	test.each<[string[], object, object]>([
		[['Gro\u0308ße'.normalize('NFD')], { Größe: 'x' }, { ['Größe'.normalize('NFD')]: 'x' }],
		[['a\u200bb'], { ab: 'x' }, { 'a\u200bb': 'x' }],
		[['total'], { ' total\ufeff': 'x' }, { total: 'x' }],
		[['a', 'A'], { A: 'x', a: 'y' }, { A: 'x', a: 'y' }],
		[['__proto__ x'], { ['__proto__ x\u00ad']: 'x' }, { '__proto__ x': 'x' }],
	])('%j is found in %j', async (names, output, item) => {
		const { items, hints } = await run(field(...names), output);
		expect(items).toEqual([item]);
		expect(hints).toEqual([]);
	});

	test.each<[string, object]>([
		['vendor_name', { 'Vendor Name': 'x' }],
		['Invoice_No', { Invoice_No_: 'x' }],
		['netTotal', { net_total: 'x' }],
		['total', { Total: 'x' }],
		['address.city', { address: { city: 'x' } }],
		["l'an", { 'l’an': 'x' }],
		['total', { 'total ': 'x', ' total': 'y' }],
	])('%s isn’t found, and a hint names %j', async (name, output) => {
		const { items, hints } = await run(field(name, 'other'), { ...output, other: 'x' });
		expect(items).toEqual([{ other: 'x', [name]: null }]);
		expect(hints).toEqual([expect.stringContaining(`"${Object.keys(output)[0]}`)]);
		expect(hints?.[0]).toContain(`"${name}"`);
	});

	test('a hint about a column has the path of the list', async () => {
		const lines = [{ Article: 'x' }, { Article: 'y' }];
		const { hints } = await run({ ...LINES, items: 'perInput' }, { total: 5, lines });
		expect(hints).toEqual([expect.stringContaining('"lines.article" has no value')]);
	});
});

describe('names of options are compared like names of a response', () => {
	const written = 'Größe'.normalize('NFD');
	const entered = ['Größe', written, ' Größe', 'Grö\u00adße'];
	test.each(entered)('List: %j', async (list) => {
		const fields = { field: [written, 'b'].map((name) => ({ name, type: 'textList' })) };
		const parameters = { fields, items: 'perElement', list };
		const { items } = await run(parameters, { [written]: ['x'], b: [] });
		expect(items).toEqual([{ [written]: 'x', b: [] }]);
	});

	test.each(entered)('Don’t Look Up: %j', async (dontLookUp) => {
		const options = { flagIssues: { settings: { dontLookUp } } };
		const fields = { field: [{ name: written }] };
		const { kinds, hints } = await run({ fields, options }, { [written]: 'y' });
		expect([kinds, hints]).toEqual([[], []]);
	});
});

test.each<[string, string[], boolean]>([
	['amounts.currency', [], false],
	['amounts[0].currency', [], false],
	['currency', [], false],
	['amounts', [], false],
	['currencies', ['amounts[0].currency notInText'], true],
	['amount.currency', ['amounts[0].currency notInText'], true],
])('Don’t Look Up: %s', async (dontLookUp, kinds, isUnknown) => {
	const column = [{ name: 'currency' }];
	const parameters = {
		text: 'x',
		fields: { field: [{ name: 'amounts', type: 'array', columns: { column } }] },
		options: { flagIssues: { settings: { dontLookUp } } },
	};
	expect((await run(parameters, { amounts: [{ currency: 'EUR' }] })).kinds).toEqual(kinds);
	const hint = expect.stringContaining(`"${dontLookUp}" under 'Don't Look Up'`);
	expect(readParameters(aiExtract, parameters).hints).toEqual(isUnknown ? [hint] : []);
});

test.each([
	[{ type: 'object' }, 0],
	[text, 1],
])('Don’t Look Up gives no hint if a field may have any members: %j', (v, count) => {
	const options = { flagIssues: { settings: { dontLookUp: 'any' } } };
	const parameters = { text: 'x', specifyFields: 'schema', jsonSchema: object({ v }), options };
	expect(readParameters(aiExtract, parameters).hints).toHaveLength(count);
});
