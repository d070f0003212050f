import { aiExtract } from '../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { membersOf } from '../../../support/contract.ts';
import type { ParameterValues } from '../../../support/run-operation.ts';
import {
	collectItems,
	catchInvalid,
	captureRequest,
	runOperation,
} from '../../../support/run-operation.ts';

const UUID = '123e4567-e89b-12d3-a456-426614174000';
const fields = (...field: ParameterValues[]) => ({ fields: { field } });
const minimal = { text: 'Total: 5', ...fields({ name: 'total', type: 'number' }) };
const minimalBody = {
	input: [{ type: 'TEXT', text: 'Total: 5' }],
	outputStructure: { total: { type: 'number' } },
};
const bodyOf = async (values: ParameterValues) =>
	(await captureRequest(aiExtract, { ...minimal, ...values })).body;
const structure = (outputStructure: unknown) => ({ specifyFields: 'structure', outputStructure });

test('only text and fields are required', async () => {
	expect(await captureRequest(aiExtract, minimal)).toEqual({
		method: 'POST',
		path: '/api/ai/v1/extract',
		body: minimalBody,
	});
});

test('every member of the contract can be sent', async () => {
	const settings = {
		modelConfiguration: { temperature: 0.2 },
		reasoningConfig: { effort: 'low' },
	};
	const others = { instructions: 'Amounts are in euros', model: 'large' };
	const body = await bodyOf({
		options: { ...others, modelSettingsJson: settings, sessionId: ` ${UUID} ` },
	});

	expect(body).toEqual({ ...minimalBody, ...others, ...settings, sessionId: UUID });
	expect(Object.keys(body).sort()).toEqual(membersOf('ExtractRequest').sort());
});

test('blank options are not sent, and the text is sent unchanged', async () => {
	const options = { instructions: ' ', model: '', modelSettingsJson: '', sessionId: '' };
	const input = [{ type: 'TEXT', text: ' a\nb ' }];

	expect(await bodyOf({ text: ' a\nb ', options })).toEqual({ ...minimalBody, input });
});

test.each([JSON.stringify, (json: object) => json])(
	'Input (JSON) and Output Structure are sent unchanged, from text or from an expression',
	async (give) => {
		const input = [
			{ type: 'TEXT', text: 'a' },
			{ type: 'IMAGE', any: ['member'] },
		];
		const outputStructure = { a: { type: 'money', currency: 'EUR' } };

		expect(
			await bodyOf({
				...{ inputType: 'json', inputJson: give(input) },
				...structure(give(outputStructure)),
			}),
		).toEqual({ input, outputStructure });
	},
);

test('allowed values of a number field are sent as numbers', async () => {
	const values = fields({ name: 'size', type: 'number', values: '1, 1.50, large' });

	expect(await bodyOf(values)).toMatchObject({
		outputStructure: { size: { description: 'JSON Schema: {"enum":[1,1.5,"large"]}' } },
	});
});

const settings = (modelSettingsJson: unknown) => ({ options: { modelSettingsJson } });

test.each<[string, ParameterValues, RegExp]>([
	['Text', { text: ' \n' }, /is empty/],
	['Fields to Extract', { fields: {} }, /names no field/],
	['Fields to Extract', fields({ name: 'a, b' }, { name: 'b' }), /names the field "b" twice/],
	['Output Structure', structure('{'), /isn't valid JSON/],
	['Output Structure', structure({ a: null }), /"a", which must be/],
	['JSON Schema', { specifyFields: 'schema', jsonSchema: '{"type": "object"}' }, /no "properties"/],
	['Input (JSON)', { inputType: 'json', inputJson: '' }, /is empty/],
	['Input (JSON)', { inputType: 'json', inputJson: [{ type: 5 }] }, /"\[0\].type", which must be/],
	['Name', fields({ name: 'a' }, { name: ' ', description: 'b' }), /is empty/],
	['Model Settings (JSON)', settings({ topK: 5 }), /may not contain "topK"/],
	['Session ID', { options: { sessionId: 'abc' } }, /must be a UUID/],
	['List', { items: 'perElement' }, /must be the path of a list/],
])('%s: %p is invalid', async (name, values, reason) => {
	const error = await catchInvalid(() => bodyOf(values));

	expect(error.parameter).toBe(name);
	expect(error.message).toMatch(reason);
});

const response = {
	output: { total: 5, lines: [{ a: 1 }], nested: { b: null } },
	model: 'm',
	requestId: UUID,
	isCustomerModel: false,
	modelProviderUsage: { tokens: 7 },
	notDocumented: 'kept',
};

test('Raw Response returns the whole response unchanged', async () => {
	expect(await collectItems(aiExtract, { ...minimal, items: 'raw' }, response)).toEqual([response]);
});

test.each([
	[{ ...response, output: 'nothing found' }, 'has no object "output"'],
	[{}, 'has no object "output"'],
	['text', "isn't a JSON object"],
])('the response %p is an error', async (invalid, message) => {
	await expect(collectItems(aiExtract, minimal, invalid)).rejects.toThrow(message);
});

describe('Flag Issues', () => {
	const flagIssues = (settings: object) => ({ options: { flagIssues: { settings } } });
	const columns = { column: [{ name: 'article' }, { name: 'category' }] };

	test.each([
		['', ['mood', 'lines[0].category']],
		['mood, category', []],
		['mood, lines', []],
	])("doesn't look up %j", async (dontLookUp, found) => {
		const values = {
			text: 'A lamp, and nobody is happy',
			...fields({ name: 'mood' }, { name: 'lines', type: 'array', columns }),
			...flagIssues({ dontLookUp }),
		};
		const output = { mood: 'sad', lines: [{ article: 'lamp', category: 'light' }] };
		const [{ issues }] = await collectItems(aiExtract, values, { output });

		expect(issues).toMatchObject(found.map((field) => ({ field })));
	});

	test('each element has its own issues and those of the shared fields', async () => {
		const values = {
			text: 'Lamp, Desk',
			...fields({ name: 'buyer' }, { name: 'lines', type: 'array', columns }),
			...{ items: 'perElement', ...flagIssues({ ifFound: 'keep' }) },
		};
		const lines = [
			{ article: 'Lamp', category: 'lamp' },
			{ article: 'Chair', category: null },
		];
		const items = await collectItems(aiExtract, values, { output: { buyer: 'Ada', lines } });
		const shared = { field: 'buyer', kind: 'notInText', value: 'Ada' };
		const empty = { field: 'category', kind: 'empty' };
		const wrong = { field: 'article', kind: 'notInText', value: 'Chair' };

		expect(items).toMatchObject([
			{ article: 'Lamp', issues: [shared] },
			{ article: 'Chair', issues: [shared, empty, wrong] },
		]);
	});

	test('a value that may be in a file has an issue, but no hint, and never fails the item', async () => {
		const values = {
			...minimal,
			...{ inputType: 'json', inputJson: [{ type: 'FILE' }] },
			...flagIssues({ ifFound: 'fail' }),
		};
		const { items, hints } = await runOperation(aiExtract, values, { output: { total: 5 } });

		expect(items).toMatchObject([{ total: 5, issues: [{ kind: 'notChecked' }] }]);
		expect(hints).toEqual([]);
	});
});
