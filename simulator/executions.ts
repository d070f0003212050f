import type { ConnectorExecution, RunRequest } from '../contract/types.ts';
import { Refusal } from './answer.ts';

/** The spec calls each of these an object and shows nothing of what is in it. */
const DETAILS =
	`retryExecution uploadId indexRequestKey createdAt modifiedAt latestPhase currentPhase
	cancelledBy dataTag peakMemoryUsedBytes peakMemoryCommittedBytes`.split(/\s+/);

const details = (executionId: number) =>
	Object.fromEntries(DETAILS.map((name) => [name, { simulated: executionId }]));

/** The connector executions that were started so far, numbered from 1. */
export function createExecutions() {
	const executions: ConnectorExecution[] = [];

	return {
		/** @throws Refusal 404 when the stream's id is not an integer, since the answer's `streamId` is one */
		start(streamId: string, { runType }: RunRequest): ConnectorExecution {
			if (!/^\d+$/.test(streamId) || !Number.isSafeInteger(Number(streamId))) {
				throw new Refusal(404, `There is no stream "${streamId}": a stream id is a number`);
			}
			const executionId = executions.length + 1;
			const execution: ConnectorExecution = {
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
			executions.push(execution);
			return execution;
		},

		list: (): ConnectorExecution[] => executions,
	};
}
