import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OperationId } from '../../simulator/contract.ts';

interface SchemaObject {
	properties?: Record<string, unknown>;
	required?: string[];
}

/** An operation that the contract documents. */
export interface DocumentedOperation {
	operationId: OperationId;
	/** The same words as the action of the node's operation. */
	summary: string;
}

const contract: {
	paths: Record<string, Record<string, DocumentedOperation>>;
	components: { schemas: Record<string, SchemaObject> };
} = parse(readFileSync('contract/openapi.yaml', 'utf8'));

/** The member names that the contract gives one of its schemas, in its order. */
export function membersOf(schema: string): string[] {
	return Object.keys(contract.components.schemas[schema].properties ?? {});
}

/** Every operation of the contract, in its order. */
export function documentedOperations(): DocumentedOperation[] {
	return Object.values(contract.paths).flatMap((path) =>
		Object.values(path).filter(({ operationId }) => operationId !== undefined),
	);
}
