import { readFile } from 'node:fs/promises';
import formats from 'ajv-formats';
import { type Document, type Request, OpenAPIBackend } from 'openapi-backend';
import { parse } from 'yaml';
import type { OperationId } from '../contract/types.ts';
import { httpError } from './response.ts';

export const CONTRACT_FILE = 'contract/openapi.yaml';

const backends = new Map<string, Promise<OpenAPIBackend>>();

/** The contract as a router and a validator. The base path is `/` for none. */
export async function compileContract(basePath: string, ajvOpts?: OpenAPIBackend['ajvOpts']) {
	const definition: Document = parse(await readFile(CONTRACT_FILE, 'utf8'));
	const backend = new OpenAPIBackend({
		definition,
		apiRoot: basePath,
		// The library can only check OpenAPI 3.0 documents.
		quick: true,
		strict: true,
		ignoreTrailingSlashes: false,
		ajvOpts,
		customizeAjv: (ajv) => formats.default(ajv, ['uuid']),
	});
	await backend.init();
	return backend;
}

/** Checks requests against the contract. Compiled once per base path. */
export async function loadContract(basePath: string) {
	if (!backends.has(basePath)) backends.set(basePath, compileContract(basePath));
	const { router, validator } = await backends.get(basePath)!;

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
	};
}

export type Contract = Awaited<ReturnType<typeof loadContract>>;
