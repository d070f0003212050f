// Public bug reports about other tools, tried on this one: the smallest input of each kind.
import type { IDataObject } from 'n8n-workflow';
import { errorOf, hintsOf, outputOf } from '../../support/engine/engine.ts';
import { extractor } from './harness.ts';

const { platform, extract } = extractor();

interface Report {
	text: string;
	schema: IDataObject;
	response: unknown;
	options?: IDataObject;
	/** The value that comes out, if it isn't the response's. */
	value?: unknown;
	/** The kinds of the issues. */
	kinds?: string[];
	hint?: string;
}

const NUMBER = { type: 'number' };
const DATE = { type: 'string', format: 'date' };
const TEXT = { type: 'string' };

async function run({ text, schema, response, options }: Report) {
	platform.faults([{ fault: 'wrong-shape', body: { output: { v: response } } }]);
	return await extract({
		parameters: {
			text: '={{ $json.text }}',
			specifyFields: 'schema',
			jsonSchema: '={{ $json.schema }}',
			options: { convertTypes: true, flagIssues: { settings: {} }, ...options },
		},
		input: [{ text, schema: { type: 'object', properties: { v: schema } } }],
	});
}

const REPORTS: Array<[string, Report]> = [
	[
		'a month name that differs between languages',
		{ text: '15. listopada 2025.', schema: DATE, response: '15. listopada 2025.' },
	],
	[
		'a weekday that differs between languages',
		{ text: 'ma 10/06/2025', schema: DATE, response: 'ma 10/06/2025', kinds: ['ambiguous'] },
	],
	[
		'types in capitals',
		{
			text: '1,299.00 EUR',
			schema: { type: 'NUMBER' },
			response: '1,299.00 EUR',
			value: 1299,
			kinds: [],
		},
	],
	[
		'an unknown type',
		{
			text: '5 EUR',
			schema: { type: 'money' },
			response: '5 EUR',
			kinds: [],
			hint: 'properties.v.type "money"',
		},
	],
	[
		'a number or text',
		{
			text: '1,299.00 EUR',
			schema: { anyOf: [NUMBER, TEXT] },
			response: '1,299.00 EUR',
			value: 1299,
			kinds: [],
		},
	],
	[
		'leading zeros',
		{ text: 'Kunde 007', schema: TEXT, response: 7, value: '7', kinds: ['notInText'] },
	],
	[
		'a placeholder',
		{ text: 'Hello', schema: NUMBER, response: 'N/A', value: null, kinds: ['empty'] },
	],
	[
		'a placeholder without Convert Types',
		{
			text: 'Hello',
			schema: NUMBER,
			response: 'N/A',
			options: { convertTypes: false },
			kinds: ['empty'],
		},
	],
	['a sign', { text: '-5.00', schema: NUMBER, response: 5, kinds: ['notInText'] }],
	[
		'similar names',
		{
			text: 'Christine Andersen Holding',
			schema: TEXT,
			response: 'Christina Andersen Holding',
			kinds: ['notInText'],
		},
	],
	[
		'signs across a line break',
		{ text: '######\n######', schema: TEXT, response: '############', kinds: [] },
	],
	...['EUR 5 m', '4 mill', '3 tis'].map((amount): [string, Report] => [
		`a scale word, ${amount}`,
		{ text: amount, schema: NUMBER, response: amount },
	]),
	[
		'a date that the text leaves open',
		{ text: '03/04/2026', schema: DATE, response: '2026-04-03', kinds: ['ambiguous'] },
	],
	[
		'an amount that the text leaves open',
		{ text: '1.250 دينار', schema: NUMBER, response: 1.25, kinds: ['ambiguous'] },
	],
];

test.each(REPORTS)('%s', async (_, report) => {
	const ended = await run(report);
	const [{ json }] = outputOf(ended);
	const issues = json.issues as IDataObject[];
	expect(json.v).toEqual('value' in report ? report.value : report.response);
	expect(issues.map(({ kind }) => kind)).toEqual(report.kinds ?? ['notConverted']);
	expect(hintsOf(ended).join()).toContain(report.hint ?? '');
});

test('a placeholder fails the item if empty fields do', async () => {
	const options = { ifMissing: 'failIfEmpty' };
	const ended = await run({ text: 'Hello', schema: NUMBER, response: 'N/A', options });
	expect(errorOf(ended)?.message).toContain('v (empty)');
});

test('a placeholder is no list', async () => {
	const report = { text: 'Hello', schema: { type: 'array' }, response: 'none' };
	platform.faults([{ fault: 'wrong-shape', body: { output: { v: report.response } } }]);
	const ended = await extract({
		parameters: {
			text: 'Hello',
			specifyFields: 'schema',
			jsonSchema: { type: 'object', properties: { v: report.schema } },
			items: 'perElement',
			list: 'v',
			options: {},
		},
		input: [{}],
	});
	expect(errorOf(ended)?.message).toContain('The response has no list "v"');
});
