import { readFile } from 'node:fs/promises';
import formats from 'ajv-formats';
import type { Document } from 'openapi-backend';
import { OpenAPIBackend } from 'openapi-backend';
import { parse } from 'yaml';
import type { OperationId } from '../../simulator/contract.ts';

export const CONTRACT_FILE = 'contract/openapi.yaml';

/** A response's schema, references resolved, as far as the check reads it. */
export interface Schema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	'x-not-shown'?: string;
}

/** One rule of a schema that a body breaks. */
export interface Violation {
	/** JSON pointer into the body. */
	pointer: string;
	keyword: string;
	message: string;
	params: Record<string, unknown>;
	/** The value at the pointer. */
	value: unknown;
}

/** The contract as the judge of an instance's answers. */
export async function loadContract() {
	const definition: Document = parse(await readFile(CONTRACT_FILE, 'utf8'));
	const backend = new OpenAPIBackend({
		definition,
		// The library's check of the document knows OpenAPI 3.0 only.
		quick: true,
		ajvOpts: { allErrors: true, verbose: true },
		customizeAjv: (ajv) => formats.default(ajv, ['uuid']),
	});
	await backend.init();
	const { router, validator } = backend;

	function responsesOf(operation: OperationId) {
		const { responses } = router.getOperation(operation)!;
		return responses as unknown as Record<
			string,
			{ content: { 'application/json': { schema: Schema } } }
		>;
	}

	/** The only status that the contract lists. */
	function successStatus(operation: OperationId): number {
		return Number(Object.keys(responsesOf(operation)).find((status) => status !== 'default'));
	}

	const successSchema = (operation: OperationId): Schema =>
		responsesOf(operation)[successStatus(operation)].content['application/json'].schema;

	const functions = successSchema('searchFunctions').properties!.results.items!.properties!;

	return {
		successStatus,
		successSchema,
		/** Members of a function whose values have an order. */
		sortableFields: Object.keys(functions).filter(
			(name) => !['array', 'object'].includes(functions[name].type as string),
		),
		/** Where the body of a success breaks the contract. */
		violations(operation: OperationId, body: unknown): Violation[] {
			const { errors } = validator.validateResponse(body, operation, successStatus(operation));
			return (errors ?? []).map(({ instancePath, keyword, message = '', params, data }) => ({
				pointer: instancePath,
				keyword,
				message,
				params,
				value: data,
			}));
		},
	};
}

export type Contract = Awaited<ReturnType<typeof loadContract>>;
