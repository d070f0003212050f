import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface SchemaObject {
	properties?: Record<string, unknown>;
	required?: string[];
}

const contract: { components: { schemas: Record<string, SchemaObject> } } = parse(
	readFileSync('contract/openapi.yaml', 'utf8'),
);

/** The member names that the contract gives one of its schemas, in its order. */
export function membersOf(schema: string): string[] {
	return Object.keys(contract.components.schemas[schema].properties ?? {});
}
