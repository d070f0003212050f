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
const filtered = (filter: ParameterValues) => ({
	options: { filters: { filter: [{ field: 'owner', ...filter }] } },
});

const job = { applicationId: 'a', jobId: 'b', jobName: 'c' };
const update: Sent = async (values) =>
	stringifyJson((await captureRequest(jobUpdate, { ...job, ...values })).body);
const defined = (jobDefinition: ParameterValues) => ({ jobDefinition });

const structure = '{"f": {"type": "string"}}';
const extract: Sent = async (values) => {
	const { body } = await captureRequest(aiExtract, {
		...{ inputType: 'text', text: 't', specifyStructure: 'structure', structureJson: structure },
		...values,
	});
	return stringifyJson(body);
};
const modelSettings = (modelSettingsJson: unknown) => ({ options: { modelSettingsJson } });
const listed = (values: unknown) => ({
	...{ specifyStructure: 'fieldList' },
	outputStructure: { field: [{ name: 'f', type: 'integer', values }] },
});

test.each<[string, Sent, ParameterValues, string]>([
	[
		'Filters (JSON)',
		search,
		{ options: { filtersJson: `[{"field":"a","is":${ID}}]` } },
		`"is":${ID}`,
	],
	['a row of a filter', search, filtered({ property: 'is', value: ID }), `"is":${ID}`],
	['a list in a row', search, filtered({ property: 'in', value: `[${ID}]` }), `"in":[${ID}]`],
	['More (JSON)', search, filtered({ furtherPropertiesJson: `{"is":${ID}}` }), `"is":${ID}`],
	[
		'rows given as JSON',
		search,
		{ options: { filters: `[{"field":"a","furtherPropertiesJson":"{\\"is\\":${ID}}"}]` } },
		`"is":${ID}`,
	],
	['Accounts', update, defined({ accounts: `101, ${ID}` }), `"accounts":[101,${ID}]`],
	['Accounts by expression', update, defined({ accounts: [ID] }), `"accounts":[${ID}]`],
	['Triggers', update, defined({ triggers: `[{"at":${ID}}]` }), `[{"at":${ID}}]`],
	['Execution Response', update, defined({ executionResponse: `{"at":${ID}}` }), `{"at":${ID}}`],
	[
		'Job (JSON)',
		update,
		{ specifyJob: 'json', jobJson: `{"jobName":"c","accounts":[-${ID}]}` },
		`[-${ID}]`,
	],
	[
		'Input (JSON)',
		extract,
		{ inputType: 'json', inputJson: `[{"type":"X","at":${ID}}]` },
		`"at":${ID}`,
	],
	[
		'Output Structure',
		extract,
		{ structureJson: `{"f":{"type":"x","least":${ID}}}` },
		`"least":${ID}`,
	],
	[
		'Allowed Values',
		extract,
		{ ...listed(`1, ${ID}`), options: { sendJsonSchema: true } },
		`"enum":[1,${ID}]`,
	],
	['the words for Allowed Values', extract, listed(`1, ${ID}`), `One of 1, ${ID}`],
	[
		'Model Settings (JSON)',
		extract,
		modelSettings(`{"modelConfiguration":{"seed":${ID}}}`),
		`"seed":${ID}`,
	],
	[
		'a JSON Schema',
		extract,
		{
			specifyStructure: 'schema',
			jsonSchema: `{"type":"object","properties":{"f":{"enum":[[${ID}]]}}}`,
		},
		`One of [${ID}]`,
	],
	[
		'a JSON Example',
		extract,
		{ specifyStructure: 'example', jsonExample: `{"f":${ID}}` },
		'{"type":"number"}',
	],
])('%s: the request has every digit', async (_, sent, values, expected) => {
	expect(await sent(values)).toContain(expected);
});
