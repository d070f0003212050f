import type { INodeTypeDescription } from 'n8n-workflow';
import type { Operation } from './operations/operation';
import { outputTypes } from './outputTypes';

const SEARCH_HINT =
	'Four operations of one platform. No operation lists streams, applications or jobs: their IDs come from the user or the input.';

/** What holds for every operation. */
const COMMON = [
	'OUTPUT names all that an item holds; fields of the input item do not come along: read them with expr("{{ $(\'Node\').item.json.field }}"), items are paired.',
	"FAILED ITEMS: with onError 'continueRegularOutput' FAILED stands in the item's place: tell it by $json.error. With 'continueErrorOutput' it leaves by .onError(), the input item's fields beside it. Otherwise the run ends. details is { description: string; httpCode?: string; uncertain?: true }.",
	'The node sends requests again by itself after faults that may pass.',
	"An option that says 'Left out' is not in force until it is set, whatever its @default.",
	'requestOptions.showRequest sends nothing: the item is { sent: false; method: string; path: string; body: object }.',
	'Items that change the same job or stream are sent one after another, in their order.',
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
				relationHint: 'Makes text of a PDF for AI extract, which reads text',
			},
			{
				nodeType: 'n8n-nodes-base.dataTable',
				relationHint: 'Holds stream IDs or job definitions, which no operation lists',
			},
		],
		extraTypeDefContent: [{ content: COMMON.join('\n') }, ...operations.map(notesOf)],
	};
}

function notesOf({ resource, option, builderNotes, identifiedBy = ['itemIndex'] }: Operation) {
	const type = outputTypes[`${String(resource.value)}/${String(option.value)}`];
	return {
		displayOptions: {
			show: { resource: [resource.value as string], operation: [option.value as string] },
		},
		content: [
			...(type ? [`OUTPUT: ${type}`] : []),
			...builderNotes,
			`FAILED: { ${[...identifiedBy, 'error', 'details'].join('; ')} }`,
		].join('\n'),
	};
}
