import type { ExtractRequest, OperationId, RunRequest, SearchRequest } from '../contract/types.ts';
import type { SimulatedResponse } from './response.ts';
import { startExecution } from './executions.ts';
import { extract } from './extraction/extract.ts';
import type { createFunctions } from './functions.ts';

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
	searchFunctions: ({ functions }, body) => {
		const page = functions.search(body as SearchRequest);
		const ids = page.results.map(({ id }) => id);
		const items = { count: ids.length, first: ids[0], last: ids.at(-1) };
		return { status: 200, body: page, items };
	},

	updateJob: (_, _body, { applicationId, jobId }) => {
		const message = `Job ${jobId} of application ${applicationId} is updated`;
		const items = { applicationId, jobId };
		return { status: 200, body: { status: 'OK', code: 200, message }, items };
	},

	runConnector: (platform, body, { streamId }) => {
		const executionId = platform.executions + 1;
		const execution = startExecution(executionId, streamId, body as RunRequest);
		platform.executions = executionId;
		return { status: 201, body: execution, items: { streamId, executionId } };
	},

	extractData: (platform, body) => {
		const extraction = extract(++platform.extractions, body as ExtractRequest);
		const { requestId, output } = extraction;
		return { status: 200, body: extraction, items: { requestId, fields: Object.keys(output) } };
	},
};
