import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OperationId } from '../../contract/types.ts';

/** An operation of the contract. */
interface DocumentedOperation {
	operationId: OperationId;
	path: string;
	/** The same text as the action of the node's operation. */
	summary: string;
	responses: Record<string, { content: { 'application/json': { schema: object } } }>;
}

/** The whole contract. */
export const contract: {
	paths: Record<string, Record<string, Omit<DocumentedOperation, 'path'>>>;
	components: { schemas: Record<string, { properties?: Record<string, object> }> };
} = parse(readFileSync('contract/openapi.yaml', 'utf8'));

/** The member names of a schema in the contract, in order. */
export const membersOf = (schema: string): string[] =>
	Object.keys(contract.components.schemas[schema].properties ?? {});

/** Every operation of the contract, in order. */
export const documentedOperations = (): DocumentedOperation[] =>
	Object.entries(contract.paths).flatMap(([path, members]) =>
		Object.values(members).flatMap((each) => (each.operationId ? [{ ...each, path }] : [])),
	);
