import type {
	ExtractRequest,
	Job,
	OperationId,
	RunRequest,
	SearchRequest,
} from '../contract/types.ts';
import type { SimulatedResponse } from './response.ts';
import { createExecutions } from './executions.ts';
import { createExtractions } from './extraction/extract.ts';
import type { createFunctions } from './functions.ts';
import { createJobs } from './jobs.ts';

/** The data of the simulated platform. Functions are read-only, so a reset keeps them. */
export function createPlatform(functions: ReturnType<typeof createFunctions>) {
	return {
		functions,
		jobs: createJobs(),
		executions: createExecutions(),
		extractions: createExtractions(),
	};
}

export type SimulatedPlatform = ReturnType<typeof createPlatform>;

type ExecuteOperation = (
	platform: SimulatedPlatform,
	body: unknown,
	parameters: Record<string, string>,
) => SimulatedResponse;

/** The operations of the contract, for requests that match the contract. */
export const simulatedOperations: Record<OperationId, ExecuteOperation> = {
	searchFunctions: ({ functions }, body) => {
		const page = functions.search(body as SearchRequest);
		const ids = page.results.map(({ id }) => id);
		const items = { count: ids.length, first: ids[0], last: ids.at(-1) };
		return { status: 200, body: page, items };
	},

	updateJob: ({ jobs }, body, { applicationId, jobId }) => ({
		status: 200,
		body: jobs.update(applicationId, jobId, body as Job),
		items: { applicationId, jobId },
	}),

	runConnector: ({ executions }, body, { streamId }) => {
		const execution = executions.start(streamId, body as RunRequest);
		const { executionId } = execution;
		return { status: 201, body: execution, items: { streamId, executionId } };
	},

	extractData: ({ extractions }, body) => {
		const extraction = extractions.extract(body as ExtractRequest);
		const { requestId, output } = extraction;
		return { status: 200, body: extraction, items: { requestId, fields: Object.keys(output) } };
	},
};
