import type { OperationId } from '../../contract/types.ts';
import { compileContract } from '../../simulator/contract.ts';
import type { Probe } from './probes.ts';

/** A response's schema, references resolved, as far as the check reads it. */
export interface ResponseSchema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, ResponseSchema>;
	items?: ResponseSchema;
	'x-not-shown'?: string;
}

/** The contract as the judge of an instance's answers. */
export async function loadAnswerContract() {
	const { router, validator } = await compileContract('/', { allErrors: true, verbose: true });

	/** The only status that the contract lists for an operation, and the schema of the body. */
	function successOf(operation: OperationId) {
		const responses = Object.entries(router.getOperation(operation)!.responses!);
		const [status, response] = responses.find(([name]) => name !== 'default')!;
		const { content } = response as { content: Record<string, { schema: ResponseSchema }> };
		return { status: Number(status), schema: content['application/json'].schema };
	}

	const functions = successOf('searchFunctions').schema.properties!.results.items!.properties!;

	return {
		successOf,
		/** Where a probe goes. */
		targetOf({ operation, parameters = {} }: Probe) {
			const { method, path } = router.getOperation(operation)!;
			const filled = path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(parameters[name]));
			return { method, path: filled };
		},
		/** Members of a function whose values have an order. */
		sortableFields: Object.keys(functions).filter(
			(name) => !['array', 'object'].includes(functions[name].type as string),
		),
		/** Where the body of a success breaks the contract, in ajv's words. */
		violations: (operation: OperationId, body: unknown) =>
			validator.validateResponse(body, operation, successOf(operation).status).errors ?? [],
	};
}

export type AnswerContract = Awaited<ReturnType<typeof loadAnswerContract>>;
