import { extractor, itemsOf, messageOf } from './harness.ts';
import { perElement } from '../../support/workflows.ts';

const { platform, extract } = extractor();

const fieldList = (...names: string[]) => ({ fields: { field: names.map((name) => ({ name })) } });
const example = (json: object) => ({
	specifyFields: 'example',
	jsonExample: JSON.stringify(json),
});

test('a name from an expression may contain a comma, but not be empty', async () => {
	const parameters = { text: 'a', ...fieldList('total', '={{ $json.name }}') };
	const named = await extract({ parameters, input: [{ name: 'net, total' }, { name: 'b' }] });
	expect(itemsOf(named).map((item) => Object.keys(item).at(-1))).toEqual(['net, total', 'b']);

	const unnamed = await extract({ parameters, input: [{ name: 'a' }, { name: '' }] });
	expect(messageOf(unnamed)).toContain("'Name' is empty");
});

test.each<[string, string, object]>([
	['Fields to Extract', 'issues', fieldList('issues')],
	['JSON Example', 'extraction', example({ extraction: 'a' })],
	['JSON Example', 'error', { ...example({ lines: [{ error: 'a' }] }), ...perElement('lines') }],
	[
		'JSON Example',
		'error',
		{ ...example({ order: { error: ['a'] } }), ...perElement('order.error') },
	],
])('%s may not name a field that the node uses itself: %s', async (parameter, name, parameters) => {
	const ended = await extract({ parameters: { ...parameters, text: 'a' }, input: [{}] });
	expect(messageOf(ended)).toContain(
		`'${parameter}' names a field "${name}", but the node uses this name itself | Choose another name`,
	);
	expect(platform.requests()).toHaveLength(0);
});

test('a column of One per Input Item may have such a name', async () => {
	const parameters = { ...example({ lines: [{ issues: 'a' }] }), text: 'a' };
	expect(itemsOf(await extract({ parameters, input: [{}] }))).toHaveLength(1);
});

test('each item has its own fields', async () => {
	const parameters = {
		text: 'a',
		specifyFields: 'example',
		jsonExample: '={{ $json.example }}',
		items: '={{ $json.list ? "perElement" : "perInput" }}',
		list: '={{ $json.list }}',
	};
	const lines = { lines: [{ a: 'b' }] };
	const input = [{ example: { total: 1 } }, { example: JSON.stringify(lines), list: 'lines' }];
	await extract({ parameters, input });
	const description = expect.stringContaining('"properties":{"a":{"type":"string"}}');
	expect(platform.bodies()).toMatchObject([
		{ outputStructure: { total: { type: 'number' } } },
		{ outputStructure: { lines: { type: 'array', description } } },
	]);
});
