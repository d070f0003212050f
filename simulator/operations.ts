import type * as api from '../contract/types.ts';
import { extract } from './extract.ts';
import type { SimulatedFunctions } from './functions.ts';
import { httpError } from './response.ts';

/** Executes a request. The platform has the numbers of started connector executions and of extractions. */
type ExecuteOperation = (
	platform: { functions: SimulatedFunctions; executions: number; extractions: number },
	body: never,
	parameters: Record<string, string>,
	/** The body of the example in the contract. */
	example: unknown,
) => object;

/**
 * The bodies of responses to requests that match the contract. For other operations, the response is the example in
 * the contract, or a sample of its schema.
 */
export const simulatedOperations: Partial<Record<string, ExecuteOperation>> = {
	searchFunctions: ({ functions }, body) => functions.search(body),

	updateJob(_platform, _body, { applicationId, jobId }) {
		const message = `Job ${jobId} of application ${applicationId} is updated`;
		return { status: 'OK', code: 200, message };
	},

	runConnector(platform, { runType }: api.RunRequest, { streamId }, example) {
		const stream = Number(streamId);
		if (!Number.isSafeInteger(stream) || !/^\d+$/.test(streamId))
			throw httpError(404, `There is no stream "${streamId}": a stream ID is a number`);
		const executionId = ++platform.executions;
		const own = { streamId: stream, executionId, toe: `toe-${executionId}`, runType };
		return { ...(example as object), ...own, startedAt: Date.now() + 0.25 };
	},

	extractData: (platform, body) => extract(++platform.extractions, body),
};
