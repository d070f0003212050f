import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OperationId } from '../../contract/types.ts';

interface SchemaObject {
	properties?: Record<string, unknown>;
	required?: string[];
}

/** An operation of the contract. */
export interface DocumentedOperation {
	operationId: OperationId;
	/** With the names of its IDs in braces. */
	path: string;
	/** The same text as the action of the node's operation. */
	summary: string;
}

const contract: {
	paths: Record<string, Record<string, Omit<DocumentedOperation, 'path'>>>;
	components: { schemas: Record<string, SchemaObject> };
} = parse(readFileSync('contract/openapi.yaml', 'utf8'));

/** The member names of a schema in the contract, in order. */
export function membersOf(schema: string): string[] {
	return Object.keys(contract.components.schemas[schema].properties ?? {});
}

/** Every operation of the contract, in order. */
export function documentedOperations(): DocumentedOperation[] {
	return Object.entries(contract.paths).flatMap(([path, members]) =>
		Object.values(members)
			.filter(({ operationId }) => operationId !== undefined)
			.map((operation) => ({ ...operation, path })),
	);
}
