import type { IDataObject } from 'n8n-workflow';
import { formatIsoDate } from '../../helpers/isoDate';
import { pick } from '../../helpers/values';
import { type ConnectorExecution, EXECUTION_MEMBERS } from '../../transport/contract';
import { path } from '../../transport/request';
import { createOutputWithFields } from '../common.descriptions';
import type { ItemParameters, Operation } from '../operation';
import { createUnexpectedJsonError, readId, requireObject } from '../responseMembers';
import { formatResult, type Output, readOutput, type ResultShape } from '../resultFormat';

const showOnlyForRun = { resource: ['connector'], operation: ['run'] };

interface RunParameters extends ItemParameters {
	streamId: string;
	/** The stream ID for the output item. It stays a number if the parameter is a number. */
	givenId: IDataObject[string];
	output: Output;
}

// prettier-ignore
const SIMPLIFIED = [
	'executionId', 'streamId', 'currentState', 'runType', 'startedAt', 'endedAt', 'updateMethod',
	'rowsInserted', 'bytesInserted', 'errors',
];

/** The fields of a connector execution (api-spec.md 2.6), and its Simplified form with ISO 8601 dates. */
export const executionShape: ResultShape<ConnectorExecution> = {
	id: 'executionId',
	simplify: (execution) => ({
		...pick(execution, SIMPLIFIED),
		startedAt: formatIsoDate(execution.startedAt),
		endedAt: formatIsoDate(execution.endedAt),
	}),
	members: EXECUTION_MEMBERS,
};

/** Connector: Run (api-spec.md 4.3). Starts one connector run per input item. */
export const connectorRun: Operation<RunParameters> = {
	resource: { name: 'Connector', value: 'connector' },
	option: {
		name: 'Run',
		value: 'run',
		action: 'Run connector',
		description: 'Run the connector of a data stream, for example to refresh its dataset',
	},
	assistantNotes: [
		'OUTPUT: { executionId: number | string; streamId: string | number; currentState: string; runType: string; startedAt: string (ISO 8601); endedAt: string | null; updateMethod: string; rowsInserted: number; bytesInserted: number; errors: unknown[] }',
		"One item per started run. All values, such as currentState, are from the start. If errors isn't [], the run still started: show them to the user. No operation reports how a run ends, so never poll with this node.",
		"SENDS AGAIN only after 429, after 403 or 503 with Retry-After, or if it can't connect. After a timeout, broken connection, 408, other 5xx or unexpected response, kind is 'unknownOutcome': the run may have started, so ask the user before running it again. With any other kind but 'internal', this item started no run.",
		"After an unknown outcome, other streams go on. After three in a row, the rest gets 'notSent', until the execution ends.",
		"AS A TOOL: tell the agent to make at most one call that needs approval per chat message: n8n's chat hangs at a second one. To ask a person first, connect this tool to a node of a type …HitlTool, not to the agent.",
	],
	idempotency: 'nonIdempotent',
	idParameters: ['streamId'],
	requestDefaults: { maxConcurrency: 1, timeout: 60 },
	properties: [
		{
			displayName: 'Stream ID',
			name: 'streamId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 4711',
			description:
				'ID of the data stream whose connector to run. Your platform administrator knows it.',
			displayOptions: { show: showOnlyForRun },
		},
		{
			displayName:
				"Tell the agent to make at most one call that needs approval per chat message. A second one hangs in n8n's chat.",
			name: 'oneRunNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { ...showOnlyForRun, '@tool': [true] } },
		},
		...createOutputWithFields(executionShape, showOnlyForRun),
	],

	readParameters(read) {
		const streamId = read.pathSegment('streamId');
		return {
			streamId,
			givenId: read.id('streamId'),
			...readOutput(read, executionShape),
			orderKey: streamId,
		};
	},

	async execute({ streamId, givenId, output }, api) {
		const execution = await api.request({
			method: 'POST',
			path: path`/api/data/v1/streams/${streamId}/executions`,
			body: { runType: 'MANUAL' },
			parse: parseExecution,
			unknownOutcome: {
				message: `The run of stream ${streamId} may have started`,
				description: 'Before you run it again, check in the platform whether it has started.',
			},
		});
		const { executionId, errors } = execution;
		const hasErrors = Array.isArray(errors) && errors.length > 0;
		const item = formatResult(execution, output, executionShape);
		return {
			items: [output === 'simplified' ? { ...item, streamId: givenId } : item],
			hints: hasErrors ? ['The run started, but "errors" in its response isn\'t empty'] : [],
			completed: { executionId },
		};
	},
};

/**
 * Returns a response as a connector execution (api-spec.md 2.6).
 * @throws ApiError unless the response is an object whose `executionId` is a whole number, or text that isn't blank
 */
export function parseExecution(response: unknown): ConnectorExecution {
	const execution = requireObject<ConnectorExecution>(response);
	if (readId(execution, 'executionId') !== undefined) return execution;
	throw createUnexpectedJsonError(response, 'has no "executionId"');
}
