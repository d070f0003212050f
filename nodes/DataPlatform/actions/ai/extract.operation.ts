import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject, pick, withoutUndefined } from '../../helpers/values';
import { collection, json, text, toggle } from '../../parameters/declare';
import type { ParameterReader } from '../../parameters/reader';
import { requireObject, createUnexpectedJsonError } from '../../transport/response';
import type { ExtractRequest } from '../../transport/contract';
import type { ItemParameters, Operation } from '../operation';
import { askAgain, type ExtractionRequest } from './extract/askAgain';
import { convert } from './extract/convert';
import { fieldParameters, readFields } from './extract/fields';
import type { Content } from './extract/input';
import { inputParameters, readFiles, readInput, textOf } from './extract/input';
import { ISSUES } from './extract/issues';
import { itemOptions, outputParameters, readItemOptions } from './extract/itemOptions';
import { toItems, type Assessment, type ExtractResponse, type ItemOptions } from './extract/items';
import { verify } from './extract/verify';

interface ExtractParameters extends ItemParameters {
	content: Content[];
	/** The request body. `execute` reads the files, and then adds `input`. */
	body: Omit<ExtractRequest, 'input'>;
	/** The `json` of the input item. */
	input: IDataObject;
	/** How to create the output items from the response. Undefined if Output is Raw Response. */
	items?: ItemOptions;
}

const modelOptions: INodeProperties[] = [
	text('Instructions', 'instructions', 'More instructions for the model', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. Leave out shipping costs',
	}),
	text('Model', 'model', 'Identifier of the model, or empty for the default model'),
	json(
		'Model Settings (JSON)',
		'modelSettingsJson',
		'The modelConfiguration and reasoningConfig of the request. Ask your platform administrator for their properties.',
		{ placeholder: 'e.g. {"modelConfiguration": {"NAME": "value"}}' },
	),
	text(
		'Session ID',
		'sessionId',
		'UUID of an existing AI session. To avoid repeated requests in the session, set Max Retries to 0.',
		{ placeholder: 'e.g. 123e4567-e89b-12d3-a456-426614174000' },
	),
	toggle(
		'Send JSON Schema',
		'sendJsonSchema',
		'Whether to also send keywords of JSON Schema, such as items, properties and enum. Your platform may not support them.',
	),
];

const optionsCollection = collection('Options', 'options', '', {
	placeholder: 'Add option',
	options: [...modelOptions, ...itemOptions].sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	),
});

/** AI: Extract (api-spec.md 4.4). Sends one request per input item, and more if Ask Again is set. */
export const aiExtract: Operation<ExtractParameters> = {
	resource: { name: 'AI', value: 'ai' },
	option: {
		name: 'Extract',
		value: 'extract',
		action: 'Extract fields from text with AI',
		description: 'Turn text and files into fields with a language model',
	},
	assistantNotes: [
		"OUTPUT: one item per input item, with the extracted fields at its top level. With extractionFormat 'perElement' one item per list element: its columns and the other extracted fields. With 'raw' { output; model; requestId; isCustomerModel; modelProviderUsage }.",
		"EMPTY LIST: with 'perElement' an empty list gives no item (1 if there are issues), a missing or null one fails. With 'perElementOrEmpty' both give one item with null columns.",
		"A field or column that isn't found is null or blank (a column that isn't required may be absent) and fails nothing. options.ifMissing 'failIfEmpty' fails its item, 'failIfMissing' only if the response lacks the field (null passes).",
		'options.convertTypes: in number and date fields "12,50" becomes 12.5 and "31 May 2026" 2026-05-31 (an ISO date-time keeps its time). "1.234" and "03/04/2026" are ambiguous and stay text without numberFormat and dateOrder. "Billing" becomes the allowed value "billing". Allowed values (values) are sent to the model.',
		`options.checks.settings.checksField names a field that lists questionable values, [] if there are none: { field: string; problem: '${Object.keys(ISSUES).join("' | '")}'; value: unknown; reason: string }[], such as { field: 'lines[0].price', problem: 'ambiguous', value: '1,234', reason: '…' }; with 'perElement' field is 'price'. 'notChecked': not only text was sent. Checks look at unconverted values, not at sums.`,
	],
	idempotency: 'repeatable',
	requestDefaults: { timeout: 300 },
	properties: [...inputParameters, ...fieldParameters, ...outputParameters, optionsCollection],

	readParameters(read, item) {
		const options = read.collection('options');
		const { content, hints } = readInput(read, item);
		const sendsSchema = options.boolean('sendJsonSchema');
		const { schema, outputStructure, ...fields } = readFields(read, sendsSchema);
		const body = { outputStructure, ...readModelOptions(options) };
		return {
			content,
			input: item.json,
			hints: [...fields.hints, ...hints],
			items: readItemOptions(read, schema),
			body: withoutUndefined<ExtractParameters['body']>(body),
		};
	},

	async execute({ content, body, items: options, input }, api) {
		const request = createRequest({ input: await readFiles(content), ...body });
		const first = await api.request(request);
		// If the execution fails or is stopped later, its error reports this item as done, with this ID.
		const completed = withoutUndefined<IDataObject>(pick(first, ['requestId']));
		if (!options) return { items: [first], completed };
		const texts = request.body.input.map(textOf);
		const assess = (output: IDataObject) => assessOutput(output, texts, options);
		const { response, assessment } = await askAgain(first, request, options, assess, api);
		return { ...toItems(assessment, options, input, response), completed };
	},
};

/**
 * Reads the options for the model. The API doesn't document what is inside `modelConfiguration` and
 * `reasoningConfig`, so both are passed on unchanged.
 * @throws InvalidParameterError if Model Settings contains anything except these two objects, or Session ID
 * isn't a UUID
 */
function readModelOptions(options: ParameterReader): IDataObject {
	const settings = options.jsonObject('modelSettingsJson') ?? {};
	const members = ['modelConfiguration', 'reasoningConfig'];
	const isKnown = (name: string) => members.includes(name) && isObject(settings[name]);
	const unknown = Object.keys(settings).find((name) => !isKnown(name));
	if (unknown !== undefined) {
		throw options.invalid(
			'modelSettingsJson',
			`may contain only ${members.join(' and ')}, each as an object, so "${unknown}" isn't valid`,
			'Write it as {"modelConfiguration": { … }, "reasoningConfig": { … }}.',
		);
	}
	return {
		instructions: options.text('instructions'),
		model: options.text('model'),
		sessionId: options.uuid('sessionId'),
		...settings,
	};
}

function createRequest(body: ExtractRequest): ExtractionRequest {
	return {
		method: 'POST',
		path: '/api/ai/v1/extract',
		body,
		parse: parseExtraction,
		policy: { idempotency: 'repeatable', avoidsRepetition: body.sessionId !== undefined },
	};
}

function parseExtraction(response: unknown): ExtractResponse {
	const received = requireObject<ExtractResponse>(response);
	if (isObject(received.output)) return received;
	throw createUnexpectedJsonError(response, 'has no object "output"', received);
}

function assessOutput(
	received: IDataObject,
	texts: Array<string | undefined>,
	options: ItemOptions,
): Assessment {
	const { converted, issues } = convert(received, options.schema, options);
	const verification = options.checks
		? verify(received, options.schema, texts, { ...options, ...options.checks })
		: { issues: [], evidence: [] };
	return { received, converted, ...verification, issues: [...issues, ...verification.issues] };
}
