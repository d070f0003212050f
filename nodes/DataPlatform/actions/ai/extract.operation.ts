import type { IDataObject } from 'n8n-workflow';
import { isObject, withoutUnset } from '../../helpers/values';
import { InvalidParameterError } from '../../parameters/validators';
import { requireObject, unexpectedJson } from '../../transport/response';
import type { ExtractRequest } from '../../transport/contract';
import type { ItemParameters, Operation, Result } from '../operation';
import type { ExtractionRequest } from './extract/askAgain';
import { askAgain } from './extract/askAgain';
import { convert } from './extract/convert';
import { readFields } from './extract/fields';
import type { Content } from './extract/input';
import { charactersOf, inputParameters, readFiles, readInput, textOf } from './extract/input';
import { ISSUE_KINDS } from './extract/issues';
import type { Assessment, ExtractResponse, ItemOptions } from './extract/items';
import { failByIssues, toHints, toItems } from './extract/items';
import { readItemOptions, readModelOptions } from './extract/options';
import { otherParameters } from './extract/parameters';
import { verify } from './extract/verify';

interface ExtractParameters extends ItemParameters {
	content: Content[];
	/** The other members of the request. */
	body: Omit<ExtractRequest, 'input'>;
	/** Fields of the input item. */
	input: IDataObject;
	/** Undefined for Raw Response. */
	items?: ItemOptions;
}

/** AI: Extract (api-spec.md 4.4). One extraction for each input item. */
export const aiExtract: Operation<ExtractParameters> = {
	resource: { name: 'AI', value: 'ai' },
	option: {
		name: 'Extract',
		value: 'extract',
		action: 'Extract fields from text with AI',
		description: 'Turn text and files into fields with a language model',
	},
	assistantNotes: [
		"OUTPUT: one item per input item, the extracted fields at its top level. With extractionFormat 'perElement' one item per element of the list: the element's fields, and the other extracted fields repeated. With 'raw' { output; model; requestId; isCustomerModel; modelProviderUsage }.",
		"EMPTY LIST: with 'perElement' an empty list gives no item, a missing or null list fails the item. With 'perElementOrEmpty' both give one item whose columns are null.",
		"A field or column that was not found is null, and no error. With options.ifMissing 'raise' its item fails ('raiseMissing': null passes). A schema's required fails no item. The model goes by names and descriptions.",
		'options.convertTypes converts only what is certain: "1.234" and "03/04/2026" stay text unless numberFormat and dateOrder say what they mean. Allowed values are sent; "Billing" becomes "billing". Checks compare before conversion.',
		`options.checks.settings.checksField names a field that lists questionable values, empty if there are none: { field: string; problem: '${ISSUE_KINDS.join("' | '")}'; value: unknown; reason: string }[], such as { field: 'lines[0].price', problem: 'ambiguous', value: '1,234', reason: '…' }.`,
	],
	idempotency: 'repeatable',
	requestDefaults: { timeout: 300 },
	properties: [...inputParameters, ...otherParameters],

	readParameters(read, item) {
		const options = read.collection('options');
		const [{ content, hints }, { schema, outputStructure, ...understood }] = readBoth(
			() => readInput(read, item),
			() => readFields(read, options.boolean('sendJsonSchema')),
		);
		return {
			content,
			input: item.json,
			hints: [...understood.hints, ...hints],
			items: readItemOptions(read, schema),
			body: withoutUnset<Omit<ExtractRequest, 'input'>>({
				outputStructure,
				instructions: options.text('instructions'),
				...readModelOptions(options),
			}),
		};
	},

	async execute({ content, body, items: options, input }, api) {
		const request = extraction({ input: await readFiles(content), ...body }, options);
		const first = await api.request(request);
		if (!options) return withRequestIds(first, { items: [first] });
		const texts = options.checks ? request.body.input.map(textOf) : [];
		const assess = (output: IDataObject) => assessOutput(output, texts, options);
		const { response, assessment } = await askAgain(
			{ response: first, assessment: assess(first.output) },
			request,
			options,
			assess,
			api,
		);
		failByIssues(assessment, options, response);
		return withRequestIds(response, {
			items: toItems(assessment, options, input, response),
			hints: toHints(assessment, options),
		});
	},
};

function extraction(body: ExtractRequest, options?: ItemOptions): ExtractionRequest {
	const times = options?.checks?.askAgain ?? 0;
	return {
		method: 'POST',
		path: '/api/ai/v1/extract',
		body,
		parse: parseExtraction,
		policy: { idempotency: 'repeatable' },
		previewFields: () => ({
			characters: charactersOf(body.input),
			...(times > 0 && {
				askAgain: `Missing or invalid fields are requested again, up to ${times} times. Each time is a separate extraction.`,
			}),
		}),
	};
}

function parseExtraction(response: unknown): ExtractResponse {
	const received = requireObject(response);
	const { output, ...rest } = received;
	if (!isObject(output)) throw unexpectedJson(response, 'has no object "output"', received);
	return { ...rest, output };
}

/** Converts an output, and with checks compares it with the text. */
function assessOutput(
	output: IDataObject,
	texts: Array<string | undefined>,
	options: ItemOptions,
): Assessment {
	const converted = convert(output, options.schema, options);
	if (!options.checks) return { ...converted, evidence: [] };
	const { notFromText } = options.checks;
	const verified = verify(output, options.schema, texts, { ...options, notFromText });
	const issues = [...converted.issues, ...verified.issues];
	return { output: converted.output, issues, evidence: verified.evidence };
}

/** The request IDs are reported if the execution ends early. */
function withRequestIds(response: ExtractResponse, result: Result): Result {
	const { requestId, furtherRequests } = response;
	const further = (furtherRequests as IDataObject[] | undefined)?.map((each) => each['requestId']);
	const completed = withoutUnset<IDataObject>({
		requestId,
		furtherRequestIds: further as string[],
	});
	return { ...result, completed };
}

/** Reads two things. If both are invalid, one error names both, because a new node lacks both. */
function readBoth<One, Other>(one: () => One, other: () => Other): [One, Other] {
	const errors: InvalidParameterError[] = [];
	const values = [one, other].map((read: () => unknown) => {
		try {
			return read();
		} catch (reason) {
			return void errors.push(asInvalidParameter(reason));
		}
	});
	if (errors.length > 0) throw errors.reduce((first, second) => first.and(second));
	return values as [One, Other];
}

function asInvalidParameter(reason: unknown): InvalidParameterError {
	if (reason instanceof InvalidParameterError) return reason;
	throw reason;
}
