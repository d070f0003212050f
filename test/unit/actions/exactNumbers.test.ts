import type { ParameterValues } from '../../support/run-operation.ts';
import { captureRequest } from '../../support/run-operation.ts';
import { stringifyJson } from '../../../nodes/DataPlatform/helpers/exactJson.ts';
import { aiExtract } from '../../../nodes/DataPlatform/actions/ai/extract.operation.ts';
import { functionSearch } from '../../../nodes/DataPlatform/actions/function/search.operation.ts';
import { jobUpdate } from '../../../nodes/DataPlatform/actions/job/update.operation.ts';

const ID = '9007199254740993';

/** The text of the request that some parameters make. */
type Sent = (values: ParameterValues) => Promise<string>;

const search: Sent = async (values) =>
	stringifyJson((await captureRequest(functionSearch, { returnAll: true, ...values })).body);
const job = { applicationId: 'a', jobId: 'b', jobName: 'c' };
const update: Sent = async (values) =>
	stringifyJson((await captureRequest(jobUpdate, { ...job, ...values })).body);
const defined = (jobDefinition: ParameterValues) => ({ jobDefinition });

const structure = '{"f": {"type": "string"}}';
const extract: Sent = async (values) => {
	const { body } = await captureRequest(aiExtract, {
		...{ inputType: 'text', text: 't', specifyFields: 'structure', outputStructure: structure },
		...values,
	});
	return stringifyJson(body);
};
const listed = (values: unknown) => ({
	...{ specifyFields: 'fieldList' },
	fields: { field: [{ name: 'f', type: 'integer', values }] },
});

const options = (name: string, value: string) => ({ options: { [name]: value } });

test.each<[string, Sent, ParameterValues]>([
	['Filters (JSON)', search, options('filtersJson', `[{"field":"a","is":${ID}}]`)],
	['Accounts', update, defined({ accounts: `101, ${ID}` })],
	['Accounts by expression', update, defined({ accounts: [ID] })],
	['Triggers', update, defined({ triggers: `[{"at":${ID}}]` })],
	['Execution Response', update, defined({ executionResponse: `{"at":${ID}}` })],
	['Job (JSON)', update, { specifyJob: 'json', jobJson: `{"jobName":"c","accounts":[-${ID}]}` }],
	['Input (JSON)', extract, { inputType: 'json', inputJson: `[{"type":"X","at":${ID}}]` }],
	['Output Structure', extract, { outputStructure: `{"f":{"type":"x","least":${ID}}}` }],
	['Allowed Values', extract, { ...listed(`1, ${ID}`), options: { sendJsonSchema: true } }],
	['Model Settings', extract, options('modelSettingsJson', `{"modelConfiguration":{"a":${ID}}}`)],
	[
		'a JSON Schema',
		extract,
		{ specifyFields: 'schema', jsonSchema: `{"properties":{"f":{"enum":[[${ID}]]}}}` },
	],
])('%s: the request has every digit', async (_, sent, values) => {
	expect(await sent(values)).toMatch(/[^"\d]9007199254740993[^"\d]/);
});

test('a long number in a JSON Example is a number', async () => {
	const example = { specifyFields: 'example', jsonExample: `{"f":${ID}}` };

	expect(await extract(example)).toContain('{"type":"number"}');
});
