import { readFile } from 'node:fs/promises';
import formats from 'ajv-formats';
import type { Document, Request } from 'openapi-backend';
import { OpenAPIBackend } from 'openapi-backend';
import { parse } from 'yaml';
import type { OperationId } from '../contract/types.ts';
import { Refusal } from './answer.ts';

type ValidationError = NonNullable<
	ReturnType<OpenAPIBackend['validator']['validateResponse']>['errors']
>[number];

export const CONTRACT_FILE = 'contract/openapi.yaml';

const backends = new Map<string, Promise<OpenAPIBackend>>();

/**
 * The contract as a router and a validator.
 *
 * @param basePath where the API begins, `/` when the host's root
 * @param ajvOpts how the validator reports
 */
export async function compileContract(
	basePath: string,
	ajvOpts?: OpenAPIBackend['ajvOpts'],
): Promise<OpenAPIBackend> {
	const definition: Document = parse(await readFile(CONTRACT_FILE, 'utf8'));
	const backend = new OpenAPIBackend({
		definition,
		apiRoot: basePath,
		// The library's check of the document knows OpenAPI 3.0 only.
		quick: true,
		strict: true,
		ignoreTrailingSlashes: false,
		ajvOpts,
		customizeAjv: (ajv) => formats.default(ajv, ['uuid']),
	});
	await backend.init();
	backend.validator.preCompileRequestValidators();
	backend.validator.preCompileResponseValidators();
	return backend;
}

/** What a validator found, in words: where and which rule. */
function inWords(errors: ValidationError[]): string {
	const words = errors.map(({ instancePath, message, params }) => {
		const details = params.additionalProperty ?? params.allowedValues?.join(', ');
		return `${instancePath.replace(/^(?:\/requestBody)?/, 'body')} ${message}${details ? `: ${details}` : ''}`;
	});
	return [...new Set(words)].join('; ');
}

/**
 * The contract as the simulator's judge. It is compiled once per base path and process.
 *
 * @param basePath where the API begins, `/` when the host's root
 */
export async function loadContract(basePath: string) {
	if (!backends.has(basePath)) backends.set(basePath, compileContract(basePath));
	const { router, validator } = await backends.get(basePath)!;

	return {
		/**
		 * Finds the operation and its path parameters, decoded.
		 *
		 * @throws Refusal 404 for an unknown path, 405 for another method, 400 for a path that cannot be decoded
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
					throw new Refusal(400, `The path ${path} is not URL-encoded`);
				if ((error as Error).message.startsWith('405'))
					throw new Refusal(405, `${method} is not the method of ${path}`);
				throw new Refusal(404, `${path} is not a path of this API`);
			}
		},

		/** @throws Refusal 400 that names each place and rule the request breaks */
		checkRequest(operation: OperationId, request: Request): void {
			const { errors } = validator.validateRequest(request, operation);
			if (errors) throw new Refusal(400, `The request breaks the contract: ${inWords(errors)}`);
		},

		/** @returns each place and rule that the response body breaks, in words; undefined when there is none */
		responseFault(operation: OperationId, status: number, body: unknown): string | undefined {
			const { errors } = validator.validateResponse(body, operation, status);
			return errors ? inWords(errors) : undefined;
		},
	};
}

export type Contract = Awaited<ReturnType<typeof loadContract>>;
