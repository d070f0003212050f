import type { IDataObject } from 'n8n-workflow';
import { aiExtract } from '../../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { membersOf } from '../../../support/contract.ts';
import type { ParameterValues } from '../../../support/run-operation.ts';
import {
	captureRequest,
	catchInvalid,
	collectItems,
	readParameters,
	runOperation,
} from '../../../support/run-operation.ts';

const UUID = '123e4567-e89b-12d3-a456-426614174000';
const fields = (...field: ParameterValues[]) => ({ fields: { field } });
const minimal = { text: 'Total: 5', ...fields({ name: 'total', type: 'number' }) };
const minimalBody = {
	input: [{ type: 'TEXT', text: 'Total: 5' }],
	outputStructure: { total: { type: 'number', description: 'Null if there is none' } },
};
const bodyOf = async (values: ParameterValues) =>
	(await captureRequest(aiExtract, { ...minimal, ...values })).body;

const json = (...inputJson: object[]) => ({ inputType: 'json', inputJson });

test('only text and fields are required', async () => {
	const sent = await captureRequest(aiExtract, minimal);
	expect(sent).toEqual({ method: 'POST', path: '/api/ai/v1/extract', body: minimalBody });
});

test('every member of the contract can be sent', async () => {
	const settings = { modelConfiguration: { temperature: 0.2 }, reasoningConfig: { effort: 'low' } };
	const others = { instructions: 'Amounts are in euros', model: 'large' };
	const options = { ...others, modelSettingsJson: settings, sessionId: ` ${UUID} ` };
	const body = await bodyOf({ options });

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
		const given = { inputJson: give(input), outputStructure: give(outputStructure) };
		const body = await bodyOf({ inputType: 'json', specifyFields: 'structure', ...given });
		expect(body).toEqual({ input, outputStructure });
	},
);

const COLUMNS = { type: 'array', columns: { column: [{ name: 'price' }] } };

test.each<[string, ParameterValues, RegExp]>([
	['Text', { text: ' \n' }, /is empty/],
	['Output Structure', { specifyFields: 'structure', outputStructure: { a: null } }, /"a", which/],
	['Input (JSON)', { inputType: 'json', inputJson: '' }, /is empty/],
	['Input (JSON)', json({ type: 'TEXT', text: '' }), /"\[0\].text", which is empty/],
	[
		'Input (JSON)',
		json({ type: 'IMAGE', text: '' }, { type: 'TEXT' }),
		/"\[1\].text", which is empty/,
	],
	['Name', fields({ name: 'a' }, { name: ' ', description: 'b' }), /is empty/],
	['Name', fields({ name: 'a' }, { ...COLUMNS, name: '' }), /is empty/],
	['Name', fields({ name: 'a' }, { name: ',' }), /has no name/],
	['Model Settings (JSON)', { options: { modelSettingsJson: { topK: 5 } } }, /contain "topK"/],
	['Session ID', { options: { sessionId: 'abc' } }, /must be a UUID/],
])('%s: %p is invalid', async (name, values, reason) => {
	const error = await catchInvalid(() => bodyOf(values));
	expect(error.parameter).toBe(name);
	expect(error.message).toMatch(reason);
});

test.each([{ text: ' ' }, json({ type: 'TEXT', text: ' ' })])(
	'the advice about an empty text mentions scans: %j',
	async (values) => {
		const { description } = await catchInvalid(() => bodyOf(values));
		expect(description).toContain('Is it a scan?');
	},
);

test('a content item may have other members than a text', async () => {
	const { input } = (await bodyOf(
		json({ type: 'TEXT', data: 'a' }, { type: 'IMAGE' }),
	)) as IDataObject;
	expect(input).toHaveLength(2);
});

test('very many issues are listed', async () => {
	const values = { ...minimal, ...fields({ name: 'a', type: 'textList' }) };
	const output = { a: Array.from({ length: 130_000 }, () => 'x') };
	const [item] = await collectItems(
		aiExtract,
		{ ...values, options: { flagIssues: {} } },
		{ output },
	);
	expect(item.issues).toHaveLength(130_000);
});

test('a hint names what the API does not document of a text', () => {
	const inputJson = [{ type: 'TEXT', text: 'a', lang: 'en' }];
	const { hints } = readParameters(aiExtract, { ...minimal, inputType: 'json', inputJson });
	expect(hints).toEqual([expect.stringContaining('"[0].lang"')]);
});

test('Raw Response returns the whole response unchanged', async () => {
	const response = { output: { total: 5, other: { b: null } }, notDocumented: 'kept' };
	expect(await collectItems(aiExtract, { ...minimal, items: 'raw' }, response)).toEqual([response]);
});

test.each([
	[{ output: 'nothing found' }, 'has no object "output"'],
	['text', "isn't a JSON object"],
])('the response %p is an error', async (invalid, message) => {
	await expect(collectItems(aiExtract, minimal, invalid)).rejects.toThrow(message);
});

test('no field has a value if all are placeholders, unless the text has them as words', async () => {
	for (const [text, count] of [
		['a', 1],
		['N/A', 0],
	] as const) {
		const values = { ...minimal, text, ...fields({ name: 'a, b' }) };
		const { hints } = await runOperation(aiExtract, values, { output: { a: 'N/A', b: null } });
		expect(hints?.filter((hint) => hint.startsWith('No field has a value'))).toHaveLength(count);
	}
});

test('the message about many issues is cut off', async () => {
	const names = Array.from({ length: 100 }, (_, at) => `field${at}`);
	const options = { ifMissing: 'failIfMissing' };
	const values = { ...minimal, ...fields({ name: names.join(',') }), options };
	await expect(collectItems(aiExtract, values, { output: {} })).rejects.toThrow(
		/issues: field0 .*…$/,
	);
});

test.each([
	['', ['mood', 'lines[0].category']],
	['mood, category', []],
	['mood, lines', []],
])("Don't Look Up: %j", async (dontLookUp, found) => {
	const columns = { column: [{ name: 'article' }, { name: 'category' }] };
	const values = {
		text: 'A lamp, and nobody is happy',
		...fields({ name: 'mood' }, { name: 'lines', type: 'array', columns }),
		options: { flagIssues: { settings: { dontLookUp } } },
	};
	const output = { mood: 'sad', lines: [{ article: 'lamp', category: 'light' }] };
	const [{ issues }] = await collectItems(aiExtract, values, { output });
	expect(issues).toMatchObject(found.map((field) => ({ field })));
});

test("Don't Look Up takes texts only", async () => {
	const flagIssues = { settings: { dontLookUp: [{ field: 'mood' }] } };
	const values = { ...minimal, options: { flagIssues } };
	await expect(collectItems(aiExtract, values, { output: {} })).rejects.toThrow("Don't Look Up");
});

test('a placeholder is looked up in the text, and other work can run in between', async () => {
	const values = {
		text: `${'A lamp, and nobody is happy. '.repeat(200_000)}Unknown Pleasures`,
		...fields({ name: 'title' }, { name: 'total', type: 'number' }),
		options: { convertTypes: true },
	};
	let turns = 0;
	const timer = setInterval(() => turns++, 1);
	const [item] = await collectItems(aiExtract, values, {
		output: { title: 'unknown', total: 'N/A' },
	});
	clearInterval(timer);
	expect(item).toEqual({ title: 'unknown', total: null });
	// The text takes many slices of at most 50 ms.
	expect(turns).toBeGreaterThan(3);
});
