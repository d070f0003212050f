import type { IDataObject } from 'n8n-workflow';
import { isObject, pick, withoutUndefined } from '../../helpers/values';
import type { InputItem } from '../../parameters/inputItem';
import type { ParameterReader } from '../../parameters/reader';
import { validateSchema } from '../../parameters/requestMembers';
import { requireObject, createUnexpectedJsonError } from '../../transport/response';
import type { Operation } from '../operation';
import { convert } from './extract/result/convert';
import { fieldParameters, readFields } from './extract/request/fields';
import { inputParameters, readFiles, readInput } from './extract/request/input';
import { readItemOptions, toItems, type ExtractResponse } from './extract/result/extractedItems';
import { lookUp } from './extract/text/inText';
import { itemParameters, optionsParameter } from './extract/options.description';

/** AI: Extract (api-spec.md 4.4). Sends one request per input item. */
export const aiExtract: Operation<ReturnType<typeof readParameters>> = {
	resource: { name: 'AI', value: 'ai' },
	option: {
		name: 'Extract',
		value: 'extract',
		action: 'Extract fields from text with AI',
		description: 'Turn text and files into fields with a language model',
	},
	assistantNotes: [
		"OUTPUT: one item per input item, with the extracted fields at its top level. With items 'perElement' one item per list element: its columns and the other fields. With 'raw' { output; model; requestId; isCustomerModel; modelProviderUsage }. No field may be named issues, extraction or error.",
		'Text may be HTML. All fields of the list are required. Describe columns in the description of their list.',
		"A field that isn't found is null or blank and fails nothing. options.ifMissing 'failIfEmpty' fails its item, 'failIfMissing' only if the response lacks it.",
		"options.flagIssues adds issues, [] if there are none: { field: string; kind: 'missing' | 'empty' | 'notAllowed' | 'notConverted' | 'ambiguous' | 'notInText' | 'notChecked'; value: unknown; reason: string }[]. field is 'lines[0].price', with 'perElement' 'price'. Numbers and dates are looked up by meaning: 1299 is in \"1,299.00 EUR\". 'notChecked': not only text was sent. With 'fail' see details.issues and details.received.",
	],
	idempotency: 'repeatable',
	requestDefaults: { timeout: 300 },
	properties: [...inputParameters, ...fieldParameters, ...itemParameters, optionsParameter],

	readParameters,

	async execute({ content, body, items: options, inputItem }, api) {
		const input = await readFiles(content, inputItem);
		const response = await api.request({
			method: 'POST',
			path: '/api/ai/v1/extract',
			body: { input, ...body },
			parse: parseExtraction,
			policy: { idempotency: 'repeatable', avoidsRepetition: body['sessionId'] !== undefined },
		});
		// If the execution fails or is stopped later, its error reports this item as done, with this ID.
		const completed = withoutUndefined<IDataObject>(pick(response, ['requestId']));
		if (!options) return { items: [response], completed };
		const { schema, flagsIssues } = options;
		const texts = input.map(({ type, text }) => (type === 'TEXT' ? text?.toString() : undefined));
		const { output, issues } = convert(response.output, schema, options, texts);
		const found = flagsIssues ? await lookUp(response.output, schema, texts, options) : [];
		const extraction = { output, issues: issues.concat(found) };
		return { ...toItems(extraction, options, inputItem.json, response), completed };
	},
};

function readParameters(read: ParameterReader, inputItem: InputItem) {
	const options = read.collection('options');
	const { content, hints } = readInput(read, inputItem);
	const fields = readFields(read, options.boolean('sendJsonSchema'));
	return {
		inputItem,
		content,
		/** The request body without `input`, which needs the content of the files. */
		body: { outputStructure: fields.outputStructure, ...readModelOptions(options) } as IDataObject,
		/** How to create the output items from the response. Undefined if Items is Raw Response. */
		items: readItemOptions(read, fields),
		hints: [...fields.hints, ...hints],
	};
}

/** Reads the options for the model. The API doesn't document what is inside Model Settings. */
function readModelOptions(options: ParameterReader) {
	const settings = options.jsonObject('modelSettingsJson') ?? {};
	const members = { modelConfiguration: 'object', reasoningConfig: 'object' } as const;
	const [unknown] = validateSchema(options.displayName('modelSettingsJson'), settings, members);
	if (unknown !== undefined) {
		const advice = 'Write it as {"modelConfiguration": { … }, "reasoningConfig": { … }}.';
		throw options.invalid('modelSettingsJson', `may not contain "${unknown}"`, advice);
	}
	return withoutUndefined<IDataObject>({
		instructions: options.text('instructions'),
		model: options.name('model'),
		sessionId: options.uuid('sessionId'),
		...settings,
	});
}

function parseExtraction(response: unknown): ExtractResponse {
	const received = requireObject<ExtractResponse>(response);
	if (isObject(received.output)) return received;
	throw createUnexpectedJsonError(response, 'has no object "output"', received);
}
