import type { IDataObject } from 'n8n-workflow';
import { requireObject, unexpectedJson } from '../../transport/response';
import type { ConnectorExecution, RunRequest } from '../../transport/contract';
import type { ApiRequest } from '../../transport/request';
import { path } from '../../transport/request';
import { isoDate } from '../../helpers/isoDate';
import type { Output, ResultShape } from '../../parameters/output';
import { outputFields, readOutput, selectFields } from '../../parameters/output';
import { pick } from '../../helpers/values';
import type { ItemParameters, Operation } from '../operation';

interface RunParameters extends ItemParameters {
	streamId: string;
	/** The stream ID as it was given, a number too. */
	givenId: IDataObject[string];
	output: Output;
}

const SIMPLIFIED = [
	'executionId',
	'streamId',
	'currentState',
	'runType',
	'startedAt',
	'endedAt',
	'updateMethod',
	'rowsInserted',
	'bytesInserted',
	'errors',
] as const satisfies Array<keyof ConnectorExecution>;

/** An execution (api-spec.md 2.6). Simplified keeps what ran, and how it went. */
export const executionResult: ResultShape<ConnectorExecution> = {
	id: 'executionId',
	simplify: (execution) => ({
		...pick(execution, SIMPLIFIED),
		startedAt: isoDate(execution.startedAt),
		endedAt: isoDate(execution.endedAt),
	}),
	members: [
		...SIMPLIFIED,
		'toe',
		'index',
		'retryCount',
		'containerManagerId',
		'removed',
		'startedBy',
		'exportable',
		'manualIndex',
		'retryExecution',
		'uploadId',
		'indexRequestKey',
		'createdAt',
		'modifiedAt',
		'latestPhase',
		'currentPhase',
		'cancelledBy',
		'dataTag',
		'peakMemoryUsedBytes',
		'peakMemoryCommittedBytes',
	],
};

/** Connector: Run (api-spec.md 4.3): one execution started for each input item. */
export const connectorRun: Operation<RunParameters> = {
	resource: { name: 'Connector', value: 'connector' },
	option: {
		name: 'Run',
		value: 'run',
		action: 'Start a connector run',
		description: 'Start the connector that is attached to a data stream, as a manual run',
	},
	assistantNotes: [
		'One item for each run that was started; currentState is that of the start. No operation tells how a run goes on: do not poll with this node.',
		'A failed run with details.kind "unknownOutcome" may have started: the node does not send it again, and neither must the workflow, unasked.',
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
			description: 'The stream of the dataset whose connector is to run',
		},
		...outputFields(executionResult),
	],

	readParameters(read) {
		const streamId = read.pathSegment('streamId');
		return {
			streamId,
			givenId: read.value('streamId') as IDataObject[string],
			output: readOutput(read, executionResult),
			orderKey: streamId,
		};
	},

	async execute({ streamId, givenId, output }, api) {
		const execution = await api.request(startRun(streamId));
		const item = selectFields(execution, output, executionResult);
		return {
			items: [output === 'simplified' ? { ...item, streamId: givenId } : item],
			hints: hasErrors(execution) ? [HAS_ERRORS] : [],
			completed: { executionId: execution.executionId },
		};
	},
};

function startRun(streamId: string): ApiRequest<ConnectorExecution> {
	return {
		method: 'POST',
		path: path`/api/data/v1/streams/${streamId}/executions`,
		body: { runType: 'MANUAL' } satisfies RunRequest,
		parse: parseExecution,
		policy: {
			idempotency: 'nonIdempotent',
			unknownOutcome: {
				message: `The run of stream ${streamId} may have started`,
				description:
					'Find out in the platform whether it has started before you run it again. This execution does not send it a second time.',
			},
		},
	};
}

const HAS_ERRORS =
	'Some runs started, but their responses already list "errors": see this field of the output.';

function hasErrors({ errors }: ConnectorExecution): boolean {
	return Array.isArray(errors) && errors.length > 0;
}

/**
 * Parses the execution that was started.
 * @throws ApiError if it has no `executionId`
 */
export function parseExecution(response: unknown): ConnectorExecution {
	const execution = requireObject<ConnectorExecution>(response);
	const id: unknown = execution.executionId;
	if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return execution;
	throw unexpectedJson(response, 'has no "executionId"');
}
