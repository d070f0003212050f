import { readFile } from 'node:fs/promises';
import { type Document, OpenAPIBackend, type Request } from 'openapi-backend';
import { parse } from 'yaml';
import { httpError } from './response.ts';
import type { OperationId } from '../contract/types.ts';

export const CONTRACT_FILE = 'contract/openapi.yaml';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A contract as a router and a validator. The base path is `/` for none. */
export async function compileContract(
	basePath: string,
	ajvOpts?: OpenAPIBackend['ajvOpts'],
	file = CONTRACT_FILE,
) {
	const definition: Document = parse(await readFile(file, 'utf8'));
	const backend = new OpenAPIBackend({
		definition,
		apiRoot: basePath,
		// The library can only check OpenAPI 3.0 documents.
		quick: true,
		strict: true,
		ignoreTrailingSlashes: false,
		ajvOpts: { formats: { uuid: UUID, int64: true, double: true }, ...ajvOpts },
	});
	await backend.init();
	return backend;
}

const backends = new Map<string, Promise<OpenAPIBackend>>();

/** Checks requests against a contract. It's compiled once per base path. */
export async function loadContract(basePath: string, file?: string) {
	const key = `${basePath} ${file}`;
	const compiled = backends.get(key) ?? compileContract(basePath, undefined, file);
	backends.set(key, compiled);
	const backend = await compiled;
	const { router, validator } = backend;

	return {
		/** Finds the operation and its decoded path parameters, or throws an error with 404, 405, or 400. */
		match(method: string, path: string) {
			const request = { method, path, headers: {} };
			try {
				const operation = router.matchOperation(request, true)!;
				return {
					operation: operation.operationId as OperationId,
					parameters: router.parseRequest(request, operation).params as Record<string, string>,
				};
			} catch (error) {
				const { message } = error as Error;
				const [status = 400] = /^40[45]/.exec(message) ?? [];
				throw httpError(Number(status), `${method} ${path}: ${message}`);
			}
		},

		/** @throws Error with 400 that names each violation */
		checkRequest(operation: OperationId, request: Request): void {
			const { errors } = validator.validateRequest(request, operation);
			if (!errors) return;
			const words = errors.map(({ instancePath, message, params }) => {
				const allowed = params.allowedValues ? `: ${params.allowedValues.join(', ')}` : '';
				return `${instancePath.replace(/^(?:\/requestBody)?/, 'body')} ${message}${allowed}`;
			});
			throw httpError(400, `The request doesn't match the contract: ${words.join('; ')}`);
		},

		/** The example of a successful response, or a sample of its schema. */
		exampleOf: (operation: OperationId) => backend.mockResponseForOperation(operation),
	};
}

export type Contract = Awaited<ReturnType<typeof loadContract>>;
