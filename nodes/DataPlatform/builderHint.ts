import type { INodeTypeDescription } from 'n8n-workflow';
import type { Operation } from './actions/operation';
import { outputTypes } from './outputTypes';
import { FAILURE_KINDS } from './transport/apiError';

const SEARCH_HINT =
	'Four operations of one platform: get_node_types for one of them describes all. None lists streams, applications or jobs: get their IDs from the user or the input.';

/** Notes for AI assistants that apply to every operation. */
const COMMON = [
	"OUTPUT is all that an item has by default. Input fields aren't passed on (except with options.inputFields of AI extract): read them with expr(\"{{ $('Node').item.json.field }}\"). Items are paired and keep the input order.",
	"FAILS: with onError 'continueRegularOutput' a failed item becomes the one in FAILED: test $json.error. With 'continueErrorOutput' it goes to .onError(), with the input item's fields. Otherwise the execution ends. error is the reason; details has { description: string, what to do; itemIndex: number; kind: string; httpCode?: number }.",
	`kind: ${Object.entries(FAILURE_KINDS)
		.map(([kind, meaning]) => `'${kind}' ${meaning}`)
		.join('; ')}.`,
	'SENDS AGAIN: except for connector run, the node retries after 408, 429, 500, 502, 503, 504, a timeout or a broken connection, so build no retry loop. It sends items in parallel (runs not by default), but those of one job or stream in turn.',
	"n8n drops properties that aren't listed here, without an error. Unlisted values fail before sending; most JSON may have others.",
	'requestOptions.showRequest sends nothing: the item has { sent: false; method: string; path: string, relative to the Base URL; body: object }.',
	'AS A TOOL a failed call returns what happened, what to do and the kind as one text.',
];

/**
 * Creates the notes that n8n shows to AI assistants that build workflows. A test limits the total length of
 * the notes and the parameters to MOST_CHARACTERS_FOR_ASSISTANTS.
 */
export function createBuilderHint(operations: Operation[]): INodeTypeDescription['builderHint'] {
	return {
		searchHint: SEARCH_HINT,
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-base.extractFromFile',
				relationHint: 'Turns a PDF into text for AI extract',
			},
			{
				nodeType: 'n8n-nodes-base.dataTable',
				relationHint: 'Stores stream IDs or job definitions, which no operation lists',
			},
		],
		extraTypeDefContent: [{ content: COMMON.join('\n') }, ...operations.map(createNotes)],
	};
}

function createNotes({ resource, option, assistantNotes, idParameters }: Operation) {
	const type = outputTypes[`${resource.value}/${option.value}`];
	return {
		displayOptions: { show: { resource: [resource.value], operation: [option.value] } },
		content: [
			...(type ? [`OUTPUT: ${type}`] : []),
			...assistantNotes,
			idParameters
				? `FAILED: { ${idParameters.join('; ')}; error; details }, with the IDs as given`
				: 'FAILED: { itemIndex; error; details }',
		].join('\n'),
	};
}
