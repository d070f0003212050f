// Whatever an expression returns, at any parameter: the request contains the equal JSON, or the item is invalid. JSON
// itself is the judge: JSON.stringify of the value, with a replacer that finds the parts that it would lose.
import fc from 'fast-check';
import { cleanupParameterData } from 'n8n-core/dist/execution-engine/node-execution-context/utils/cleanup-parameter-data.js';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	Workflow,
} from 'n8n-workflow';
import { ITEM, sources } from './expressionValues.ts';
import { stringifyWhole } from './wholeJson.ts';
import { createRequestOptionsProperty } from '../../../nodes/DataPlatform/actions/common.descriptions.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { stringifyJson } from '../../../nodes/DataPlatform/helpers/exactJson.ts';
import { InvalidParameterError } from '../../../nodes/DataPlatform/parameters/invalidParameter.ts';
import { createReaderFactory } from '../../../nodes/DataPlatform/parameters/readerFactory.ts';
import { readRequestOptions } from '../../../nodes/DataPlatform/parameters/requestOptions.ts';
import { DATA_PLATFORM, nodeOf, nodeTypesOf } from '../../support/engine/nodes.ts';
import { captureFirstRequest } from '../../support/run-operation.ts';
import { parameterCases } from '../engine/parameterTable.ts';

const RUNS = Number(process.env.JUDGE_RUNS ?? 1500);
const NAME = 'Node';
const inputs = [{ json: ITEM as unknown as IDataObject }];

/** Evaluates the parameters of a node as n8n-core does. */
function contextOf(parameters: INodeParameters) {
	const node = nodeOf({ name: NAME, type: DATA_PLATFORM, parameters });
	const settings = { nodes: [node], connections: {}, active: false, nodeTypes: nodeTypesOf({}) };
	const { expression } = new Workflow(settings);
	return {
		getNode: () => node,
		getInputData: () => inputs,
		getNodeParameter(name: string) {
			const args = [null, 0, 0, NAME, inputs, 'manual', {}] as const;
			const value = expression.getParameterValue(parameters[name], ...args);
			cleanupParameterData(value as INodeParameters);
			return value;
		},
	} as unknown as IExecuteFunctions;
}

async function requestOf(parameters: INodeParameters) {
	const operation = operations.find(({ option }) => option.value === parameters.operation)!;
	const properties = [...operation.properties, createRequestOptionsProperty(operation)];
	const read = createReaderFactory(contextOf(parameters), properties)(0);
	readRequestOptions(read, operation.requestDefaults);
	const files = new Map([['data', { data: '', mimeType: 'text/plain' }]]);
	const item = { json: {}, files, readFile: async () => Buffer.from('') };
	return await captureFirstRequest(operation, operation.readParameters(read, item));
}

/** The value of an expression; undefined if n8n can't evaluate it. */
function valueOf(source: string): unknown {
	try {
		const context = contextOf({ holder: `={{ ({ value: ${source} }) }}` });
		return (context.getNodeParameter('holder', 0) as IDataObject | null)?.value;
	} catch {
		return undefined;
	}
}

const judge = async (check: (source: string) => Promise<void>, numRuns: number) =>
	await fc.assert(fc.asyncProperty(sources, check), { seed: 2026, numRuns });

const update = { resource: 'job', operation: 'update', applicationId: 'a', jobId: 'b' };
const fieldsOf = (jobDefinition: object) => ({ ...update, jobName: 'n', jobDefinition });
const search = { resource: 'function', operation: 'search', limit: 5 };
const extract = { resource: 'ai', operation: 'extract', text: 't' };
const structure = { specifyFields: 'structure', outputStructure: '{"f":{"type":"string"}}' };

/** Parameters with a value inside JSON, and where it is in the request. */
const JSON_PLACES: Array<[name: string, with_: (source: string) => object, path: string[]]> = [
	[
		'Filters',
		(x) => ({ ...search, options: { filtersJson: `={{ [{ field: 'a', x: ${x} }] }}` } }),
		['filters', '0', 'x'],
	],
	[
		'Job (JSON)',
		(x) => ({ ...update, specifyJob: 'json', jobJson: `={{ { jobName: 'n', x: ${x} } }}` }),
		['x'],
	],
	['Triggers', (x) => fieldsOf({ triggers: `={{ [{ x: ${x} }] }}` }), ['triggers', '0', 'x']],
	[
		'Response',
		(x) => fieldsOf({ executionResponse: `={{ { x: ${x} } }}` }),
		['executionResponse', 'x'],
	],
	[
		'Settings',
		(x) => ({
			...extract,
			...structure,
			options: { modelSettingsJson: `={{ { modelConfiguration: { x: ${x} } } }}` },
		}),
		['modelConfiguration', 'x'],
	],
	[
		'Structure',
		(x) => ({ ...extract, ...structure, outputStructure: `={{ { f: { type: 't', x: ${x} } } }}` }),
		['outputStructure', 'f', 'x'],
	],
	[
		'Input',
		(x) => ({
			...extract,
			...structure,
			inputType: 'json',
			inputJson: `={{ [{ type: 'T', x: ${x} }] }}`,
		}),
		['input', '0', 'x'],
	],
];

test.each(JSON_PLACES)(
	'%s: the equal JSON is sent, or the item is invalid',
	async (_, with_, path) => {
		let sent = 0;
		await judge(async (source) => {
			const expected = stringifyWhole(valueOf(source));
			const request = requestOf(with_(source) as INodeParameters);
			if (expected === undefined)
				return await expect(request).rejects.toBeInstanceOf(InvalidParameterError);
			const { body } = await request;
			const member = path.reduce<unknown>((holder, name) => (holder as IDataObject)[name], body);
			expect(stringifyJson(member)).toBe(expected);
			sent++;
		}, RUNS / 10);
		expect(sent).toBeGreaterThan(RUNS / 100);
	},
);

test('every parameter: a value that JSON would lose is invalid, and any other is sent or invalid', async () => {
	await fc.assert(
		fc.asyncProperty(sources, fc.constantFrom(...parameterCases), async (source, { withValue }) => {
			const expression = `={{ ${source} }}`;
			const request = await requestOf(withValue(expression)).catch((error: unknown) => error);
			if (request instanceof InvalidParameterError) return;
			expect(request).toMatchObject({ method: expect.any(String) });
			expect(stringifyWhole(valueOf(source))).toBeDefined();
		}),
		{ seed: 2026, numRuns: RUNS },
	);
});
