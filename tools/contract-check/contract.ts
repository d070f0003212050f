import type { OperationId } from '../../contract/types.ts';
import { compileContract } from '../../simulator/contract.ts';
import type { Probe } from './probes.ts';

/** The parts of a response's schema that the check uses, with resolved references. */
export interface ResponseSchema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, ResponseSchema>;
	items?: ResponseSchema;
	'x-not-shown'?: string;
}

/** Loads the contract for the check of responses. */
export async function loadResponseContract() {
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
		/** The method and path of a probe. */
		targetOf({ operation, parameters = {} }: Probe) {
			const { method, path } = router.getOperation(operation)!;
			const filled = path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(parameters[name]));
			return { method, path: filled };
		},
		/** Members of a function that can be sorted by. */
		sortableFields: Object.keys(functions).filter(
			(name) => !['array', 'object'].includes(functions[name].type as string),
		),
		/** ajv's errors for the body of a successful response. */
		violations: (operation: OperationId, body: unknown) =>
			validator.validateResponse(body, operation, successOf(operation).status).errors ?? [],
	};
}

export type ResponseContract = Awaited<ReturnType<typeof loadResponseContract>>;
