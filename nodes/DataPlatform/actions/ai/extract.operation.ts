import type { IDataObject } from 'n8n-workflow';
import type { Extraction } from './extract/extraction';
import { hintUnknownNames, type ItemOptions, readItemOptions } from './extract/itemOptions';
import { parseJsonText } from '../../helpers/exactJson';
import { isObject, pick, withoutUndefined } from '../../helpers/values';
import type { InputItem } from '../../parameters/inputItem';
import type { ParameterReader } from '../../parameters/reader';
import { validateSchema } from '../../parameters/validateSchema';
import { ApiError } from '../../transport/apiError';
import type { ExtractResponse } from '../../transport/contract';
import type { Operation } from '../operation';
import { createUnexpectedJsonError, requireObject } from '../responseMembers';
import { optionsParameter, outputItemParameters } from './extract/options.description';
import { fieldParameters, readFields } from './extract/request/fields';
import { type Content, inputParameters, readFiles, readInput } from './extract/request/input';
import { convertOutput } from './extract/result/convert';
import { toItems } from './extract/result/items';
import { lookUp } from './extract/text/inText';
import { findWords } from './extract/text/wordFinder';

interface ExtractParameters {
	inputItem: InputItem;
	content: Content[];
	/** The request body without `input`, which needs the content of the files. */
	body: IDataObject;
	/** How to create the output items from the response. Undefined if Items is Raw Response. */
	itemOptions?: ItemOptions;
	hints: string[];
}

const FIELD_PARAMETERS = fieldParameters.map(({ name }) => name);

/** AI: Extract (api-spec.md 4.4). Sends one request per input item. */
export const aiExtract: Operation<ExtractParameters> = {
	resource: { name: 'AI', value: 'ai' },
	option: {
		name: 'Extract',
		value: 'extract',
		action: 'Extract fields from text with AI',
		description: 'Turn text and files into fields with AI',
	},
	assistantNotes: [
		"OUTPUT: one item per input item, with the extracted fields at its top level. With items 'perElement' one item per list element: its columns and the other fields. With 'raw' { output; model; requestId; isCustomerModel; modelProviderUsage }. No field may be named issues, extraction or error.",
		'Text may be HTML. All fields of the list are required. Describe columns in the description of their list.',
		"A field that isn't found is null or blank and fails nothing. options.ifMissing 'failIfEmpty' fails its item, 'failIfMissing' only if the response lacks it.",
		"options.flagIssues adds issues, [] if there are none: { field: string; kind: 'missing' (not in the response) | 'empty' (null or blank) | 'notAllowed' | 'notConverted' | 'ambiguous' | 'notInText' | 'notChecked'; value: unknown; reason: string }[]. field is 'lines[0].price', with 'perElement' 'price', and 'lines' if the list is null or missing. Issues outside of the list are on each element. A null that the schema allows and an empty list are no issue. A value that isn't allowed is kept; convertTypes corrects its case. Numbers and dates are looked up by meaning: 1299 is in \"1,299.00 EUR\", but 3 isn't in \"three\". 'notChecked': not only text was sent. With 'fail' see details.issues and details.received.",
	],
	idempotency: 'repeatable',
	requestDefaults: { timeout: 300 },
	properties: [...inputParameters, ...fieldParameters, ...outputItemParameters, optionsParameter],

	readParameters(read, inputItem) {
		const options = read.collection('options');
		const { content, hints } = readInput(read, inputItem);
		const sendsSchema = options.boolean('sendJsonSchema');
		const fields = read.share(FIELD_PARAMETERS, `fields:${sendsSchema}`, () =>
			readFields(read, sendsSchema),
		);
		const itemOptions = readItemOptions(read, fields);
		const { outputStructure, instructions } = fields;
		return {
			inputItem,
			content,
			body: { outputStructure, ...readModelOptions(options, instructions) },
			itemOptions,
			hints: [...fields.hints, ...hints, ...(itemOptions ? hintUnknownNames(itemOptions) : [])],
		};
	},

	async execute({ content, body, itemOptions, inputItem }, api) {
		const input = await readFiles(content, inputItem);
		const response = await api.request({
			method: 'POST',
			path: '/api/ai/v1/extract',
			body: { input, ...body },
			parse: parseExtraction,
			...(body['sessionId'] !== undefined && IN_SESSION),
		});
		// If the execution fails or is stopped later, its error reports this item as done, with this ID.
		const completed = withoutUndefined<IDataObject>(pick(response, ['requestId']));
		if (!itemOptions) return { items: [response], completed };
		const texts = input.map(({ type, text }) => (type === 'TEXT' ? text?.toString() : undefined));
		const extraction = await convertWithPlaceholders(response.output, itemOptions, texts);
		if (itemOptions.flagsIssues) {
			const notFound = await lookUp(extraction.values, texts, itemOptions);
			// As arguments of `push`, very many issues would overflow the stack.
			extraction.issues = extraction.issues.concat(notFound);
		}
		return { ...toItems(extraction, itemOptions, inputItem.json, response), completed };
	},
};

/**
 * Converts an output, and a second time if a text has one of its placeholders as words: `unknown` is a value in
 * `Unknown Pleasures`. Placeholders are looked up between both, because other work can't run during a conversion.
 */
async function convertWithPlaceholders(
	output: IDataObject,
	options: ItemOptions,
	texts: Array<string | undefined>,
): Promise<Extraction> {
	const placeholders = new Set<string>();
	const collectOnly = (placeholder: string) => {
		placeholders.add(placeholder);
		// Whether the text has it isn't known yet, so the first conversion finds no value in it.
		return false;
	};
	const extraction = convertOutput(output, options.schema, options, texts, collectOnly);
	const given = texts.filter((text) => text !== undefined);
	const found = await findWords(placeholders, given);
	if (found.size === 0) return extraction;
	return convertOutput(output, options.schema, options, texts, (placeholder) =>
		found.has(placeholder),
	);
}

/** The API doesn't say whether a session keeps what is sent into it. */
const IN_SESSION = {
	unknownOutcome: { message: 'The session may contain this request' },
	repeatsOnlyIfAsked: true,
};

/**
 * Reads the options for the model. The API doesn't document what is inside Model Settings.
 * @param added what the model should know in addition to Instructions
 */
function readModelOptions(options: ParameterReader, added: string | undefined): IDataObject {
	const settings = options.jsonObject('modelSettingsJson') ?? {};
	const members = { modelConfiguration: 'object', reasoningConfig: 'object' } as const;
	const [unknown] = validateSchema(options.displayName('modelSettingsJson'), settings, members);
	if (unknown !== undefined) {
		const advice = 'Write it as {"modelConfiguration": { … }, "reasoningConfig": { … }}.';
		throw options.invalid('modelSettingsJson', `may not contain "${unknown}"`, advice);
	}
	const given = [options.text('instructions'), added];
	const instructions = given.filter((text) => text !== undefined);
	return withoutUndefined<IDataObject>({
		instructions: instructions.length > 0 ? instructions.join('\n\n') : undefined,
		model: options.name('model'),
		sessionId: options.uuid('sessionId'),
		...settings,
	});
}

/** Reads a response. The output may also be the JSON text of an object. */
function parseExtraction(response: unknown): ExtractResponse {
	const received = requireObject<ExtractResponse>(response);
	const output = parseJsonText(received.output);
	if (isObject(output)) return { ...received, output };
	const message = 'has no object "output"';
	if (!Object.hasOwn(received, 'output')) throw createUnexpectedJsonError(response, message);
	const advice =
		"The model didn't return fields. Try again, or change 'Model' or 'Instructions'. The response is in the details.";
	throw new ApiError(`The response ${message}`, advice, { kind: 'unexpectedResponse', received });
}
