import type {
	ConnectorExecution,
	ExtractRequest,
	OperationId,
	RunRequest,
	SearchRequest,
} from '../contract/types.ts';
import { extract } from './extraction/extract.ts';
import type { createFunctions } from './functions.ts';
import { HttpError, type SimulatedResponse } from './response.ts';

/** The state of the simulated platform. */
export interface SimulatedPlatform {
	functions: ReturnType<typeof createFunctions>;
	/** The numbers of started connector executions and of extractions. */
	executions: number;
	extractions: number;
}

type ExecuteOperation = (
	platform: SimulatedPlatform,
	body: unknown,
	parameters: Record<string, string>,
) => SimulatedResponse;

/** The operations of the contract, for requests that match the contract. */
export const simulatedOperations: Record<OperationId, ExecuteOperation> = {
	searchFunctions: ({ functions }, body) => ({
		status: 200,
		body: functions.search(body as SearchRequest),
	}),

	updateJob: (_, _body, { applicationId, jobId }) => {
		const message = `Job ${jobId} of application ${applicationId} is updated`;
		return { status: 200, body: { status: 'OK', code: 200, message } };
	},

	runConnector: (platform, body, { streamId }) => {
		if (!Number.isSafeInteger(Number(streamId)) || !/^\d+$/.test(streamId)) {
			throw new HttpError(404, `There is no stream "${streamId}": a stream ID is a number`);
		}
		const { runType } = body as RunRequest;
		const execution = createExecution(++platform.executions, Number(streamId), runType);
		return { status: 201, body: execution };
	},

	extractData: (platform, body) => ({
		status: 200,
		body: extract(++platform.extractions, body as ExtractRequest),
	}),
};

/** Members of an execution that are objects. The spec doesn't show what's in them. */
const OBJECTS =
	`retryExecution uploadId indexRequestKey createdAt modifiedAt latestPhase currentPhase
	cancelledBy dataTag peakMemoryUsedBytes peakMemoryCommittedBytes`.split(/\s+/);

const createExecution = (
	executionId: number,
	streamId: number,
	runType: RunRequest['runType'],
): ConnectorExecution => ({
	streamId,
	executionId,
	toe: `toe-${executionId}`,
	startedAt: Date.now() + 0.25,
	endedAt: null,
	updateMethod: 'REPLACE',
	index: true,
	retryCount: 0,
	containerManagerId: 'simulator',
	currentState: 'ACTIVE',
	runType,
	removed: false,
	rowsInserted: 0,
	bytesInserted: 0,
	startedBy: 'simulator',
	exportable: false,
	manualIndex: false,
	errors: [],
	...Object.fromEntries(OBJECTS.map((name) => [name, { simulated: executionId }])),
});
