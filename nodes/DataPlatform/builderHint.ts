import type { INodeTypeDescription } from 'n8n-workflow';
import type { Operation } from './actions/operation';
import { outputTypes } from './outputTypes';

const SEARCH_HINT =
	'Four operations of one platform. No operation lists streams, applications or jobs: their IDs come from the user or the input.';

/** What holds for every operation. */
const COMMON = [
	'OUTPUT names all that an item holds; fields of the input item do not come along (but by options.inputFields of AI extract): read them with expr("{{ $(\'Node\').item.json.field }}"), items are paired.',
	"FAILED ITEMS: with onError 'continueRegularOutput' FAILED stands in the item's place: tell it by $json.error. With 'continueErrorOutput' it leaves by .onError(), the input item's fields beside it. Otherwise the run ends. error is the reason, a text; details is { description: string, how to go on; itemIndex: number; kind: string; httpCode?: number }.",
	'The node sends requests again by itself after faults that may pass.',
	"An option that says 'Left out' is not in force until it is set, whatever its @default.",
	'requestOptions.showRequest sends nothing: the item is { sent: false; method: string; path: string; body: object }.',
	'Several items are sent at a time, those of the same job or stream one after another; all come out in the order of the input.',
];

/** What n8n tells an assistant that builds workflows, beside the panel. */
export function builderHint(
	operations: Operation[],
): NonNullable<INodeTypeDescription['builderHint']> {
	return {
		searchHint: SEARCH_HINT,
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-base.extractFromFile',
				relationHint: 'Turns a PDF into text for AI extract: TEXT is the only documented content',
			},
			{
				nodeType: 'n8n-nodes-base.dataTable',
				relationHint: 'Holds stream IDs or job definitions, which no operation lists',
			},
		],
		extraTypeDefContent: [{ content: COMMON.join('\n') }, ...operations.map(notesOf)],
	};
}

function notesOf({ resource, option, assistantNotes, idParameters }: Operation) {
	const type = outputTypes[`${String(resource.value)}/${String(option.value)}`];
	return {
		displayOptions: {
			show: { resource: [resource.value as string], operation: [option.value as string] },
		},
		content: [
			...(type ? [`OUTPUT: ${type}`] : []),
			...assistantNotes,
			idParameters
				? `FAILED: { ${idParameters.join('; ')}; error; details }, each ID as it was given`
				: 'FAILED: { itemIndex; error; details }',
		].join('\n'),
	};
}
