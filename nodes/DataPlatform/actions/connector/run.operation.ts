import type { IDataObject } from 'n8n-workflow';
import { requireObject, unexpectedJson } from '../../transport/response';
import type { RunRequest } from '../../transport/contract';
import { path } from '../../transport/request';
import { isoDate } from '../../helpers/isoDate';
import type { Output, ResultShape } from '../../parameters/output';
import { outputFields, readOutput, shaped } from '../../parameters/output';
import type { Operation } from '../operation';

interface RunParameters {
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

/** api-spec.md 2.6. Of its 29 members, Simplified keeps those about what ran and its state. */
export const execution: ResultShape = {
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
export const connectorRun: Operation<RunParameters, IDataObject> = {
	resource: { name: 'Connector', value: 'connector' },
	option: {
		name: 'Run',
		value: 'run',
		action: 'Start connector run',
		description: 'Start a manual run of the connector that is attached to a data stream',
	},
	builderNotes: [
		'One item per started run; currentState is its state at the start. selectedFields takes names of the raw response, such as those of OUTPUT. No operation reports how a run ends, so never poll with this node.',
		"SENDS AGAIN only after 429 or 503 with Retry-After (never with after429Or503 'unknownOutcome') or if it can't connect. After a timeout, a broken connection, 408, 5xx or an unreadable response kind is 'unknownOutcome': don't run it again without asking the user. After another 4xx, such as 409, kind is 'rejected' and the run didn't start.",
		'AS A TOOL: tell the agent to start one run per turn and to wait for its result.',
	],
	idempotency: 'nonIdempotent',
	changes: ({ streamId }) => streamId,
	mayHaveHappened: ({ streamId }) => ({
		what: `The run of stream ${streamId} may have started`,
		whereToLook: 'Check in the platform whether it has started before you run it again.',
	}),
	identifiedBy: ['streamId'],
	requestDefaults: { maxConcurrency: 1, timeout: 60 },
	fields: [
		{
			displayName: 'Stream ID',
			name: 'streamId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 4711',
			description: 'The stream of the dataset whose connector to run',
		},
		{
			displayName:
				'Tell the agent to start one run per turn and to wait for its result, because approval in a chat hangs with two',
			name: 'oneRunNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { '@tool': [true] } },
		},
		...outputFields(execution),
	],

	parameters: (read) => ({
		streamId: read.pathSegment('streamId'),
		givenId: read.value('streamId') as IDataObject[string],
		output: readOutput(read, execution),
	}),

	request: ({ streamId }) => ({
		method: 'POST',
		path: path`/api/data/v1/streams/${streamId}/executions`,
		body: { runType: 'MANUAL' } satisfies RunRequest,
	}),

	answer: executionAnswer,

	async perform(parameters, send) {
		const started = await send(this.request(parameters));
		const { givenId, output } = parameters;
		const result = output === 'simplified' ? { ...started, streamId: givenId } : started;
		return {
			items: [shaped(result, output, execution)],
			hints: listsErrors(started) ? [LISTS_ERRORS] : [],
			done: { executionId: started.executionId },
		};
	},
};

const LISTS_ERRORS = 'The run started, but "errors" in its response isn\'t empty';

function listsErrors({ errors }: IDataObject): boolean {
	return Array.isArray(errors) && errors.length > 0;
}

/**
 * The execution that a connector run started (api-spec.md 2.6).
 * @throws ApiError when the answer has no `executionId`
 */
export function executionAnswer(answer: unknown): IDataObject {
	const execution = requireObject(answer);
	const { executionId } = execution;
	if (typeof executionId === 'number' || (typeof executionId === 'string' && executionId !== '')) {
		return execution;
	}
	throw unexpectedJson(answer, 'has no "executionId"');
}
