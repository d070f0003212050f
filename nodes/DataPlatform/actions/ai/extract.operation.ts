import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ExtractAnswer } from './extract/answer';
import { extractAnswer } from './extract/answer';
import type { ExtractRequest } from '../../transport/contract';
import { InvalidParameterError } from '../../parameters/validators';
import type { ItemsWanted } from './extract/items';
import { itemsOf } from './extract/items';
import { askedAgain } from './extract/verify/askAgain';
import { PROBLEMS } from './extract/verify/findings';
import type { Content } from './extract/input';
import {
	charactersOf,
	extractInputFields,
	maxCharactersOption,
	readExtractInput,
	readFiles,
	refuseTooLong,
} from './extract/input';
import { modelSettings, readModelSettings } from './extract/modelSettings';
import { extractOutputFields, extractOutputOptions, readItemsWanted } from './extract/output';
import { outputStructureFields, readOutputStructure } from './extract/structure';
import { withoutUnset } from '../../helpers/values';
import type { Operation, Outcome } from '../operation';

interface ExtractParameters {
	content: Content[];
	/** The request beside it. */
	body: Omit<ExtractRequest, 'input'>;
	/** The most characters that may be sent; undefined for any number. */
	maxCharacters?: number;
	/** Fields of the incoming item. */
	input: IDataObject;
	/** Undefined for Raw Response. */
	wanted?: ItemsWanted;
	hints: string[];
}

const instructions: INodeProperties = {
	displayName: 'Instructions',
	name: 'instructions',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Amounts are in euros; leave out shipping',
	description: 'How to extract, in words for the model',
};

const fields: INodeProperties[] = [
	...extractInputFields,
	...outputStructureFields,
	...extractOutputFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		// The most used first; what only few need of the request is one entry.
		options: [instructions, ...extractOutputOptions, maxCharactersOption, modelSettings],
	},
];

/** AI → Extract (api-spec.md 4.4): one extraction for each input item. */
export const aiExtract: Operation<ExtractParameters, ExtractAnswer> = {
	resource: { name: 'AI', value: 'ai' },
	option: {
		name: 'Extract',
		value: 'extract',
		action: 'Extract fields from text with AI',
		description: 'Turn text and files into fields that you name, by a language model',
	},
	builderNotes: [
		"OUTPUT: one item for each input item, the extracted fields at its top level. With extractionFormat 'perElement' one item for each element of the extracted list: the element's fields, and the other extracted fields repeated. With 'raw' { output; model; requestId; isCustomerModel; modelProviderUsage }.",
		"A field or a column that was not found is null, and no error; with options.ifMissing 'raise' its item fails (with 'raiseMissing' null passes); a schema's required makes none fail. The model goes by names and descriptions; a column has its name alone.",
		`options.checks.settings.checksField names a field that lists what is doubtful, columns too, but no list without elements; empty when nothing is: { field: string; problem: '${PROBLEMS.join("' | '")}'; value: unknown; reason: string }[].`,
	],
	effect: 'generates',
	requestDefaults: { timeout: 300 },
	fields,

	parameters(read, item) {
		const options = read.collection('options');
		const { sendsJsonSchema, ...settings } = readModelSettings(options);
		const [{ content, hints }, structure] = readTogether(
			() => readExtractInput(read, item),
			() => readOutputStructure(read, sendsJsonSchema),
		);
		const isRaw = read.choice('extractionFormat') === 'raw';
		const maxCharacters = options.integer('maxCharacters', { min: 0 }) || undefined;
		refuseTooLong(
			content.flatMap(({ known, ofFile }) => (ofFile ? [] : [known])),
			maxCharacters,
		);
		return {
			content,
			maxCharacters,
			input: item.json,
			hints: [...structure.hints, ...hints],
			...(!isRaw && { wanted: readItemsWanted(read, structure.shapes) }),
			body: withoutUnset<Omit<ExtractRequest, 'input'>>({
				outputStructure: structure.definition,
				instructions: options.text('instructions'),
				...settings,
			}),
		};
	},

	hints: ({ hints }) => hints,

	async request({ content, maxCharacters, body }) {
		const input = await readFiles(content);
		refuseTooLong(input, maxCharacters);
		return {
			method: 'POST',
			path: '/api/ai/v1/extract',
			body: { input, ...body } satisfies ExtractRequest,
		};
	},

	shownBeside({ wanted }, { body }) {
		const times = wanted?.checks?.askAgain ?? 0;
		return {
			characters: charactersOf((body as ExtractRequest).input),
			...(times > 0 && {
				askAgain: `Fields that are missing or unfit are asked for again, up to ${times} times. Each time is an extraction of its own.`,
			}),
		};
	},

	answer: extractAnswer,

	async perform(parameters, send) {
		const { wanted, input } = parameters;
		if (!wanted?.checks) {
			const answer = await send(this.request(parameters));
			return outcomeOf(answer, wanted ? itemsOf(answer, input, wanted, []) : { items: [answer] });
		}
		const request = await this.request(parameters);
		const answer = await askedAgain(await send(request), request, wanted, send);
		const { input: contents } = request.body as ExtractRequest;
		return outcomeOf(answer, itemsOf(answer, input, wanted, contents));
	},
};

function outcomeOf({ requestId, furtherRequestIds }: ExtractAnswer, outcome: Outcome): Outcome {
	return { ...outcome, done: withoutUnset({ requestId, furtherRequestIds }) };
}

/** Both values. When both are refused, one message tells both: a new node lacks both. */
function readTogether<One, Other>(one: () => One, other: () => Other): [One, Other] {
	const refusals: InvalidParameterError[] = [];
	const values = [one, other].map((read: () => unknown) => {
		try {
			return read();
		} catch (reason) {
			refusals.push(asRefusal(reason));
			return undefined;
		}
	});
	if (refusals.length > 0) throw refusals.reduce((first, second) => first.and(second));
	return values as [One, Other];
}

function asRefusal(reason: unknown): InvalidParameterError {
	if (reason instanceof InvalidParameterError) return reason;
	throw reason;
}
