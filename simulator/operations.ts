import type * as api from '../contract/types.ts';
import { extract } from './extract.ts';
import type { SimulatedFunctions } from './functions.ts';
import { httpError, type SimulatedResponse } from './response.ts';

/** Executes a request. The platform has the numbers of started connector executions and of extractions. */
type ExecuteOperation = (
	platform: { functions: SimulatedFunctions; executions: number; extractions: number },
	body: never,
	parameters: Record<string, string>,
) => SimulatedResponse;

/** The operations of the contract, for requests that match the contract. */
export const simulatedOperations: Record<api.OperationId, ExecuteOperation> = {
	searchFunctions: ({ functions }, body) => ({ status: 200, body: functions.search(body) }),

	updateJob(_platform, _body, { applicationId, jobId }) {
		const message = `Job ${jobId} of application ${applicationId} is updated`;
		return { status: 200, body: { status: 'OK', code: 200, message } };
	},

	runConnector(platform, { runType }: api.RunRequest, { streamId }) {
		const stream = Number(streamId);
		if (!Number.isSafeInteger(stream) || !/^\d+$/.test(streamId))
			throw httpError(404, `There is no stream "${streamId}": a stream ID is a number`);
		return { status: 201, body: createExecution(++platform.executions, stream, runType) };
	},

	extractData: (platform, body) => ({ status: 200, body: extract(++platform.extractions, body) }),
};

/** Members of an execution that are objects. The spec doesn't show what's in them. */
const OBJECTS =
	`retryExecution uploadId indexRequestKey createdAt modifiedAt latestPhase currentPhase
	cancelledBy dataTag peakMemoryUsedBytes peakMemoryCommittedBytes`.split(/\s+/);

const createExecution = (
	executionId: number,
	streamId: number,
	runType: api.RunRequest['runType'],
): api.ConnectorExecution => ({
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
