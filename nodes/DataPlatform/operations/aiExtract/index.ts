import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { extractAnswer } from './answer';
import type { ExtractRequest } from '../../api/contract';
import { requestSchemas } from '../../api/requestSchemas';
import type { ExtractAnswer, ItemsWanted } from './items';
import { itemsOf } from './items';
import { extractInputFields, readExtractInput } from './input';
import { extractOutputField, extractOutputOptions, readItemsWanted } from './output';
import { outputStructureFields, readOutputStructure } from './structure';
import { hintOfUnlisted } from '../../parameters/json';
import type { ParameterReader } from '../../parameters/reader';
import { readRowValue, rowValueFields } from '../../parameters/rowValue';
import { withoutUnset } from '../../values';
import type { Operation } from '../operation';

interface ExtractParameters {
	body: ExtractRequest;
	/** Fields of the incoming item. */
	input: IDataObject;
	/** Undefined for Raw Response. */
	wanted?: ItemsWanted;
	hints: string[];
}

const requestOptions: INodeProperties[] = [
	{
		displayName: 'Instructions',
		name: 'instructions',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Amounts are in euros; leave out shipping',
		description: 'How to extract, in words for the model',
	},
	{
		displayName: 'Model',
		name: 'model',
		type: 'string',
		default: '',
		description: 'The identifier of the model to use; a default model when empty',
	},
	{
		displayName: 'Model Parameters',
		name: 'modelParameters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add parameter',
		default: {},
		description:
			'The modelConfiguration of the API: parameters such as temperature or the maximum number of tokens. The API does not document their names.',
		options: [
			{
				displayName: 'Parameter',
				name: 'parameter',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. temperature',
					},
					...rowValueFields('e.g. 0.2'),
				],
			},
		],
	},
	{
		displayName: 'Model Parameters (JSON)',
		name: 'modelParametersJson',
		type: 'json',
		default: '',
		placeholder: 'e.g. {"temperature": 0.2}',
		description:
			'The modelConfiguration as a JSON object; it wins over a parameter of the same name',
	},
	{
		displayName: 'Reasoning (JSON)',
		name: 'reasoning',
		type: 'json',
		default: '',
		description:
			'The reasoningConfig of the API, which says how to reason: a JSON object. The API does not document its properties.',
	},
	{
		displayName: 'Session ID',
		name: 'sessionId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 123e4567-e89b-12d3-a456-426614174000',
		description:
			'UUID of an existing AI session that this request belongs to. What a request that is sent again leaves in the session, the API does not document.',
	},
	{
		displayName: 'Send Structure as JSON Schema',
		name: 'sendJsonSchema',
		type: 'boolean',
		default: true,
		description:
			'Whether to send lists, objects and allowed values also as "items", "properties" and "enum", and dates with the "format" date, beside the words that describe them. Use it when your instance understands them; the API does not document them.',
	},
];

const fields: INodeProperties[] = [
	...extractInputFields,
	...outputStructureFields,
	extractOutputField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...requestOptions, ...extractOutputOptions].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	},
];

/** AI → Extract (api-spec.md 4.4): one extraction for each input item. */
export const aiExtract: Operation<ExtractParameters, ExtractAnswer> = {
	resource: { name: 'AI', value: 'ai' },
	option: {
		name: 'Extract',
		value: 'extract',
		action: 'Extract structured data with AI',
		description: 'Turn text and files into fields that you name, by a language model',
	},
	effect: 'generates',
	requestDefaults: { maxConcurrency: 10, timeout: 300 },
	fields,

	async parameters(read, item) {
		const options = read.collection('options');
		const structure = readOutputStructure(read, options.boolean('sendJsonSchema'));
		const isRaw = read.choice('extractionFormat') === 'raw';
		const content = await readExtractInput(read, item);
		const contentName = read.choice('inputType') === 'json' ? 'inputJson' : 'content';
		return {
			input: item.json,
			hints: [
				...structure.hints,
				...hintOfUnlisted(read.displayName(contentName), content, {
					type: 'array',
					items: requestSchemas.MessageContent,
				}),
			],
			...(!isRaw && { wanted: readItemsWanted(read, structure.shapes) }),
			body: withoutUnset<ExtractRequest>({
				input: content,
				outputStructure: structure.definition,
				instructions: options.text('instructions'),
				model: options.text('model'),
				modelConfiguration: readModelParameters(options),
				sessionId: options.uuid('sessionId'),
				reasoningConfig: options.jsonObject('reasoning'),
			}),
		};
	},

	hints: ({ hints }) => hints,

	request: ({ body }) => ({ method: 'POST', path: '/api/ai/v1/extract', body }),

	answer: extractAnswer,

	async perform(parameters, send) {
		const answer = await send(this.request(parameters));
		const { items, hints } = parameters.wanted
			? itemsOf(answer, parameters.input, parameters.wanted)
			: { items: [answer], hints: [] };
		return {
			items,
			hints,
			done: withoutUnset({ requestId: answer.requestId }),
		};
	},
};

function readModelParameters(options: ParameterReader): IDataObject | undefined {
	const rows = options
		.rows('modelParameters')
		.map((row) => [row.requiredText('name'), readRowValue(row)]);
	const parameters = { ...Object.fromEntries(rows), ...options.jsonObject('modelParametersJson') };
	return Object.keys(parameters).length === 0 ? undefined : parameters;
}
