import { aiExtract } from '../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { functionSearch } from '../../../nodes/DataPlatform/actions/function/search.operation.ts';
import { jobUpdate } from '../../../nodes/DataPlatform/actions/job/update.operation.ts';
import type { Operation } from '../../../nodes/DataPlatform/actions/operation.ts';
import { stringifyJson } from '../../../nodes/DataPlatform/helpers/exactJson.ts';
import { captureRequest, type ParameterValues } from '../../support/run-operation.ts';

const ID = '9007199254740993';

const job = { applicationId: 'a', jobId: 'b', jobName: 'c' };
const defined = (jobDefinition: ParameterValues) => ({ ...job, jobDefinition });
const outputStructure = '{"f": {"type": "string"}}';
const text = { inputType: 'text', text: 't', specifyFields: 'structure', outputStructure };
const values = [{ name: 'f', type: 'integer', values: `1, ${ID}` }];
const listed = { ...text, specifyFields: 'fieldList', fields: { field: values } };
const options = (name: string, value: unknown) => ({ options: { [name]: value } });

test.each<[string, Operation, ParameterValues]>([
	['Filters (JSON)', functionSearch, { limit: 1, ...options('filtersJson', `[{"is":${ID}}]`) }],
	['Accounts', jobUpdate, defined({ accounts: `101, ${ID}` })],
	['Triggers', jobUpdate, defined({ triggers: `[{"at":${ID}}]` })],
	['Execution Response', jobUpdate, defined({ executionResponse: `{"at":${ID}}` })],
	[
		'Job (JSON)',
		jobUpdate,
		{ ...job, specifyJob: 'json', jobJson: `{"jobName":"c","accounts":[-${ID}]}` },
	],
	['Input (JSON)', aiExtract, { ...text, inputType: 'json', inputJson: `[{"at":${ID}}]` }],
	['Output Structure', aiExtract, { ...text, outputStructure: `{"f":{"type":"x","a":${ID}}}` }],
	['Allowed Values', aiExtract, { ...listed, ...options('sendJsonSchema', true) }],
	[
		'Model Settings (JSON)',
		aiExtract,
		{ ...text, ...options('modelSettingsJson', `{"modelConfiguration":{"a":${ID}}}`) },
	],
	[
		'JSON Schema',
		aiExtract,
		{ ...text, specifyFields: 'schema', jsonSchema: `{"properties":{"f":{"enum":[[${ID}]]}}}` },
	],
])('%s: the request has every digit', async (_, operation, parameters) => {
	const { body } = await captureRequest(operation, parameters);

	expect(stringifyJson(body)).toMatch(/[^"\d]9007199254740993[^"\d]/);
});

test('a long number in a JSON Example is a number', async () => {
	const example = { ...text, specifyFields: 'example', jsonExample: `{"f":${ID}}` };

	expect((await captureRequest(aiExtract, example)).body).toMatchObject({
		outputStructure: { f: { type: 'number' } },
	});
});
