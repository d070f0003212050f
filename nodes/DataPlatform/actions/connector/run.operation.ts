import type { IDataObject } from 'n8n-workflow';
import { requireObject, unexpectedJson } from '../../transport/response';
import type { RunRequest } from '../../transport/contract';
import type { ApiRequest } from '../../transport/request';
import { path } from '../../transport/request';
import { isoDate } from '../../helpers/isoDate';
import type { Output, ResultShape } from '../../parameters/output';
import { outputFields, readOutput, selectFields } from '../../parameters/output';
import type { ItemParameters, Operation } from '../operation';

interface RunParameters extends ItemParameters {
	streamId: string;
	/** The stream ID as it was given, a number too. */
	givenId: IDataObject[string];
	output: Output;
}

const simplify: ResultShape['simplify'] = (result) => ({
	executionId: result.executionId,
	streamId: result.streamId,
	currentState: result.currentState,
	runType: result.runType,
	startedAt: isoDate(result.startedAt),
	endedAt: isoDate(result.endedAt),
	updateMethod: result.updateMethod,
	rowsInserted: result.rowsInserted,
	bytesInserted: result.bytesInserted,
	errors: result.errors,
});

/** api-spec.md 2.6. Of its 29 members Simplified keeps those that tell what ran and how it went. */
export const executionResult: ResultShape = {
	id: 'executionId',
	simplify,
	members: [
		...Object.keys(simplify({})),
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

/** Connector → Run (api-spec.md 4.3): one execution started for each input item. */
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
		const result = output === 'simplified' ? { ...execution, streamId: givenId } : execution;
		return {
			items: [selectFields(result, output, executionResult)],
			hints: listsErrors(execution) ? [LISTS_ERRORS] : [],
			completed: { executionId: execution.executionId },
		};
	},
};

function startRun(streamId: string): ApiRequest<IDataObject> {
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

const LISTS_ERRORS =
	'Some runs started, but their responses already list "errors": see this field of the output.';

function listsErrors({ errors }: IDataObject): boolean {
	return Array.isArray(errors) && errors.length > 0;
}

/**
 * The execution that a connector run started (api-spec.md 2.6).
 * @throws ApiError if the response has no `executionId`
 */
export function parseExecution(response: unknown): IDataObject {
	const execution = requireObject(response);
	const { executionId } = execution;
	if (typeof executionId === 'number' || (typeof executionId === 'string' && executionId !== '')) {
		return execution;
	}
	throw unexpectedJson(response, 'has no "executionId"');
}
