import type { ConnectorExecution, RunRequest } from '../contract/types.ts';
import { HttpError } from './response.ts';

/** Objects whose members the spec doesn't show. */
const DETAILS =
	`retryExecution uploadId indexRequestKey createdAt modifiedAt latestPhase currentPhase
	cancelledBy dataTag peakMemoryUsedBytes peakMemoryCommittedBytes`.split(/\s+/);

const details = (executionId: number) =>
	Object.fromEntries(DETAILS.map((name) => [name, { simulated: executionId }]));

/**
 * Starts a connector execution.
 *
 * @throws HttpError 404 when the stream ID isn't an integer, because `streamId` in the response is one
 */
export function startExecution(
	executionId: number,
	streamId: string,
	{ runType }: RunRequest,
): ConnectorExecution {
	if (!/^\d+$/.test(streamId) || !Number.isSafeInteger(Number(streamId))) {
		throw new HttpError(404, `There is no stream "${streamId}": a stream ID is a number`);
	}
	return {
		streamId: Number(streamId),
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
		...details(executionId),
	};
}
