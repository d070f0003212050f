import { readFile } from 'node:fs/promises';
import formats from 'ajv-formats';
import type { Document, Request } from 'openapi-backend';
import { OpenAPIBackend } from 'openapi-backend';
import { parse } from 'yaml';
import type { OperationId } from '../contract/types.ts';
import { HttpError } from './response.ts';

type ValidationError = NonNullable<
	ReturnType<OpenAPIBackend['validator']['validateRequest']>['errors']
>[number];

export const CONTRACT_FILE = 'contract/openapi.yaml';

const backends = new Map<string, Promise<OpenAPIBackend>>();

/**
 * The contract as a router and a validator.
 *
 * @param basePath path prefix of the API, `/` for none
 */
export async function compileContract(
	basePath: string,
	ajvOpts?: OpenAPIBackend['ajvOpts'],
): Promise<OpenAPIBackend> {
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

function describeErrors(errors: ValidationError[]): string {
	const words = errors.map(({ instancePath, message, params }) => {
		const allowed = params.allowedValues ? `: ${params.allowedValues.join(', ')}` : '';
		return `${instancePath.replace(/^(?:\/requestBody)?/, 'body')} ${message}${allowed}`;
	});
	return [...new Set(words)].join('; ');
}

/**
 * Checks requests against the contract. Compiled once per base path.
 *
 * @param basePath path prefix of the API, `/` for none
 */
export async function loadContract(basePath: string) {
	if (!backends.has(basePath)) backends.set(basePath, compileContract(basePath));
	const { router, validator } = await backends.get(basePath)!;

	return {
		/**
		 * Finds the operation and its path parameters, decoded.
		 *
		 * @throws HttpError 404 for an unknown path, 405 for another method, 400 for a path that can't be decoded
		 */
		match(method: string, path: string) {
			const request = { method, path, headers: {} };
			try {
				const operation = router.matchOperation(request, true)!;
				return {
					operation: operation.operationId as OperationId,
					parameters: router.parseRequest(request, operation).params as Record<string, string>,
				};
			} catch (error) {
				if (error instanceof URIError)
					throw new HttpError(400, `The path ${path} isn't URL-encoded`);
				if ((error as Error).message.startsWith('405'))
					throw new HttpError(405, `${path} doesn't allow ${method}`);
				throw new HttpError(404, `This API has no path ${path}`);
			}
		},

		/** @throws HttpError 400 that names each violation */
		checkRequest(operation: OperationId, request: Request): void {
			const { errors } = validator.validateRequest(request, operation);
			if (errors)
				throw new HttpError(
					400,
					`The request doesn't match the contract: ${describeErrors(errors)}`,
				);
		},
	};
}

export type Contract = Awaited<ReturnType<typeof loadContract>>;
