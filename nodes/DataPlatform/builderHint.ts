import type { INodeTypeDescription } from 'n8n-workflow';
import type { Operation } from './actions/operation';
import { operations } from './actions/operations';
import type { FailureKind } from './transport/apiError';

const SEARCH_HINT =
	'All operations belong to one platform: get_node_types for one describes all. None lists streams, applications or jobs: get their IDs from the user or the input.';

const RELATED_NODES = {
	extractFromFile: 'Turns a PDF or a text file into text for AI extract',
	filter: 'Keeps functions with broken links: brokenLinkCount is larger than 0',
	dataTable: 'Stores stream IDs or job definitions, which no operation lists',
};

/** What each `details.kind` means, and which operations it is limited to. */
const KINDS: Record<FailureKind, string> = {
	invalid: 'nothing sent unless mayHaveRun: invalid credential or parameter',
	notSent:
		'the platform is down or only throttles, an equal run may have started, or a later item replaced the job',
	rejected: 'a 4xx such as 401 or 409',
	throttled: '429, or 403 or 503 with Retry-After',
	unavailable: '408, 5xx, timeout or network (run: no connection)',
	unexpectedResponse: '(except run) such as a login page or a redirect',
	unknownOutcome: '(run only)',
	incomplete: '(search only)',
	issues: '(extract only)',
	internal: 'a bug of the node',
};

/** Notes for AI assistants that apply to every operation. */
const COMMON = [
	"Input fields aren't passed on, unless options.inputFields of AI extract is set: read them with expr(\"{{ $('Node').item.json.field }}\"). Items are paired and keep the input order.",
	'For several instances, use a Switch and one node each, and check their credentials: n8n fills in the first one.',
	"FAILS: with onError 'continueRegularOutput' a failed item becomes the one in FAILED: test $json.error. With 'continueErrorOutput' it goes to .onError(), with the input item's fields. Otherwise the execution ends. error: string without final period; details: { kind: string; description: string, what to do; itemIndex: number; httpCode?: number; sent?: false, without a connection; mayHaveRun?: true; tries?: number }.",
	`KIND: ${Object.entries(KINDS)
		.map(([kind, meaning]) => `'${kind}' ${meaning}`)
		.join('; ')}.`,
	'SENDS AGAIN: except for connector run, the node retries after 408, 429, 500, 502, 503, 504, a timeout or a broken connection, so build no retry loop. It sends items in parallel, but those of one job or stream in turn.',
	"n8n silently drops properties that aren't listed here, also in rows and groups. Unlisted values fail before sending; JSON may have more members. An undefined member in an expression fails: to leave it out, use JSON.stringify.",
	"requestOptions limit one execution of the node: in a loop, one turn. showRequest sends nothing, but validates: an item is its IDs and { sent: false; method; path, relative to the Base URL; body }. maxRetries is 0 to 20, and throttled tries don't count.",
	'AS A TOOL a call returns its items as a JSON array, a failed call [{ error: "… Kind: rejected." }], without extracted values.',
];

/**
 * Creates the notes that n8n shows to AI assistants that build workflows. A test limits the length of what
 * n8n prints about the node.
 */
export function createBuilderHint(): INodeTypeDescription['builderHint'] {
	return {
		searchHint: SEARCH_HINT,
		relatedNodes: Object.entries(RELATED_NODES).map(([name, relationHint]) => ({
			nodeType: `n8n-nodes-base.${name}`,
			relationHint,
		})),
		extraTypeDefContent: [{ content: COMMON.join('\n') }, ...operations.map(createNotes)],
	};
}

function createNotes({ resource, option, assistantNotes, idParameters }: Operation) {
	const failed = idParameters
		? `FAILED: { ${idParameters.join('; ')}; error; details }, with the IDs as given`
		: 'FAILED: { itemIndex; error; details }';
	return {
		displayOptions: { show: { resource: [resource.value], operation: [option.value] } },
		content: [...assistantNotes, failed].join('\n'),
	};
}
