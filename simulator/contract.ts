import { readFile } from 'node:fs/promises';
import formats from 'ajv-formats';
import type { Document, Operation, Request } from 'openapi-backend';
import { OpenAPIBackend } from 'openapi-backend';
import { parse } from 'yaml';
import type { OperationId } from '../nodes/DataPlatform/api/contract.ts';
import { Refusal } from './answer.ts';
import { cacheOf, rememberedOfFrozen } from './remember.ts';

/** The operations of `contract/openapi.yaml` by their operationId. */
export type { OperationId };

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
	const operationsById = new Map(router.getOperations().map((each) => [each.operationId, each]));

	const judges = cacheOf<(body: unknown) => string | undefined>(Infinity);
	const judgeOf = (operation: OperationId, status: number) =>
		judges(`${operation} ${status}`, () =>
			rememberedOfFrozen((body) => {
				const { errors } = validator.validateResponse(body, operationsById.get(operation)!, status);
				return errors ? inWords(errors) : undefined;
			}),
		);

	return {
		/**
		 * Finds the operation and its path parameters, decoded.
		 *
		 * @throws Refusal 404 for an unknown path, 405 for another method, 400 for a path that cannot be decoded
		 */
		match(
			method: string,
			path: string,
		): { operation: OperationId; parameters: Record<string, string> } {
			const request = { method, path, headers: {} };
			try {
				const operation: Operation = router.matchOperation(request, true)!;
				const { params } = router.parseRequest(request, operation);
				return {
					operation: operation.operationId as OperationId,
					parameters: params as Record<string, string>,
				};
			} catch (error) {
				const { message } = error as Error;
				if (message.startsWith('405')) {
					throw new Refusal(405, `${method} is not the method of ${path}`);
				}
				if (error instanceof URIError)
					throw new Refusal(400, `The path ${path} is not URL-encoded`);
				throw new Refusal(404, `${path} is not a path of this API`);
			}
		},

		/** @throws Refusal 400 that names each place and rule the request breaks */
		checkRequest(operation: OperationId, request: Request): void {
			const { errors } = validator.validateRequest(request, operationsById.get(operation)!);
			if (errors) throw new Refusal(400, `The request breaks the contract: ${inWords(errors)}`);
		},

		/** @returns each place and rule that the response body breaks, in words; undefined when there is none */
		responseFault(operation: OperationId, status: number, body: unknown): string | undefined {
			return judgeOf(operation, status)(body);
		},
	};
}

export type Contract = Awaited<ReturnType<typeof loadContract>>;
