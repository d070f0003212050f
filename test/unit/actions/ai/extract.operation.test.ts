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
const fields = (...field: ParameterValues[]) => ({ outputStructure: { field } });
const minimal = { text: 'Total: 5', ...fields({ name: 'total', type: 'number' }) };
const minimalBody = {
	input: [{ type: 'TEXT', text: 'Total: 5' }],
	outputStructure: { total: { type: 'number' } },
};
const bodyOf = async (values: ParameterValues) =>
	(await captureRequest(aiExtract, { ...minimal, ...values })).body;

test('text and fields are all that must be sent', async () => {
	expect(await captureRequest(aiExtract, minimal)).toEqual({
		method: 'POST',
		path: '/api/ai/v1/extract',
		body: minimalBody,
	});
});

test('an example member without a value is requested as text', async () => {
	const jsonExample = { a: undefined, b: 1 };

	expect(await bodyOf({ specifyStructure: 'example', jsonExample })).toMatchObject({
		outputStructure: { a: { type: 'string' }, b: { type: 'number' } },
	});
});

test('every member of the contract can be sent', async () => {
	const body = await bodyOf({
		options: {
			instructions: 'Amounts are in euros',
			model: 'large',
			modelSettingsJson: {
				modelConfiguration: { temperature: 0.2 },
				reasoningConfig: { effort: 'low' },
			},
			sessionId: ` ${UUID} `,
		},
	});

	expect(body).toEqual({
		...minimalBody,
		instructions: 'Amounts are in euros',
		model: 'large',
		modelConfiguration: { temperature: 0.2 },
		reasoningConfig: { effort: 'low' },
		sessionId: UUID,
	});
	expect(Object.keys(body).sort()).toEqual(membersOf('ExtractRequest').sort());
	expect(Object.keys(minimalBody.input[0]).sort()).toEqual(membersOf('TextContent').sort());
});

test('blank options are not sent', async () => {
	const options = { instructions: ' ', model: '', modelSettingsJson: '', sessionId: '' };

	expect(await bodyOf({ options })).toEqual(minimalBody);
});

test.each([
	[' a\nb ', ' a\nb '],
	[5, '5'],
	[false, 'false'],
])('the text %p is sent as %p', async (text, sent) => {
	expect(await bodyOf({ text })).toMatchObject({ input: [{ type: 'TEXT', text: sent }] });
});

test('the whole input and the whole structure can be given as the API takes them', async () => {
	const input = [
		{ type: 'TEXT', text: 'a' },
		{ type: 'IMAGE', any: ['member'] },
	];
	const outputStructure = { a: { type: 'money', currency: 'EUR' } };
	const values = { inputType: 'json', specifyStructure: 'structure' };

	for (const given of [
		{ inputJson: input, structureJson: outputStructure },
		{ inputJson: JSON.stringify(input), structureJson: JSON.stringify(outputStructure) },
	]) {
		expect(await bodyOf({ ...values, ...given })).toEqual({ input, outputStructure });
	}
});

const structure = (structureJson: unknown) => ({ specifyStructure: 'structure', structureJson });
const settings = (modelSettingsJson: unknown) => ({ options: { modelSettingsJson } });
const refused: Array<[string, ParameterValues, RegExp]> = [
	['Text', { text: '' }, /is empty/],
	['Text', { text: ' \n' }, /is empty/],
	['Text', { text: undefined }, /is empty/],
	['Text', { text: { a: 1 } }, /must be text, but is an object/],
	['Fields to Extract', { outputStructure: {} }, /names no field/],
	['Fields to Extract', { outputStructure: undefined }, /names no field/],
	['Output Structure', structure('{'), /isn't valid JSON/],
	['Output Structure', structure('{}'), /names no field/],
	['Output Structure', structure({ a: null }), /"a", which must be/],
	['Input (JSON)', { inputType: 'json', inputJson: '' }, /is empty/],
	['Input (JSON)', { inputType: 'json', inputJson: '[]' }, /is empty/],
	['Input (JSON)', { inputType: 'json', inputJson: '{}' }, /JSON array/],
	['Input (JSON)', { inputType: 'json', inputJson: [{ type: 5 }] }, /"\[0\].type", which must be/],
	['Name', fields({ name: 'a' }, { name: ' ', type: 'number' }), /is empty/],
	['Name', fields({ name: {} }), /must be text/],
	['Instructions', { options: { instructions: {} } }, /must be text/],
	['Model', { options: { model: [] } }, /must be text/],
	['Model Settings (JSON)', settings('5'), /JSON object/],
	['Model Settings (JSON)', settings('{'), /isn't valid JSON/],
	['Model Settings (JSON)', settings({ topK: 5 }), /so "topK" isn.t valid/],
	['Session ID', { options: { sessionId: 'abc' } }, /must be a UUID/],
	['Session ID', { options: { sessionId: 5 } }, /must be a UUID/],
];

test.each(refused)('%s: %p is refused', async (name, values, reason) => {
	const refusal = await catchInvalid(() => bodyOf(values));

	expect(refusal.parameter).toBe(name);
	expect(refusal.message).toMatch(reason);
});

const answer = {
	output: { total: 5, lines: [{ a: 1 }], nested: { b: null } },
	model: 'm',
	requestId: UUID,
	isCustomerModel: false,
	modelProviderUsage: { tokens: 7 },
	notDocumented: 'kept',
};

test('Raw Response is everything as it came', async () => {
	const items = await collectItems(aiExtract, { ...minimal, extractionFormat: 'raw' }, answer);

	expect(items).toEqual([answer]);
});

test.each([
	[{ ...answer, output: 'nothing found' }, 'has no object "output"'],
	[{ ...answer, output: [] }, 'has no object "output"'],
	[{ ...answer, output: null }, 'has no object "output"'],
	[{}, 'has no object "output"'],
	['text', "isn't a JSON object"],
])('an answer of %p is an error', async (broken, message) => {
	await expect(collectItems(aiExtract, minimal, broken)).rejects.toThrow(message);
});

test('a value that is ambiguous only in the text has no hint about conversion', async () => {
	const values = {
		text: 'Due on 03.04.2026',
		...fields({ name: 'due', type: 'date' }),
		options: { convertTypes: true, checks: { settings: { checksField: 'checks' } } },
	};
	const { hints } = await runOperation(aiExtract, values, { output: { due: '2026-03-04' } });

	expect(hints).toEqual(['Checks found issues with "due"']);
});
