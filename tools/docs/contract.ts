import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import type { InterfaceDeclaration } from 'typescript';
import { parse } from 'yaml';
import { documentedOperations } from '../../test/support/contract.ts';
import { executionShape } from '../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import type { ResultShape } from '../../nodes/DataPlatform/actions/output.ts';
import { CONTRACT_FILE } from '../../simulator/contract.ts';
import type { Generated } from './generated.ts';

const NODE = 'nodes/DataPlatform';
const BANNER = `// Generated from ${CONTRACT_FILE}: do not edit, run \`npm run docs\`.\n\n`;

interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	properties?: Record<string, Schema>;
	[keyword: string]: unknown;
}

/** The parts of requests that users may give as JSON. */
const REQUESTS = ['Job', 'FilterItem', 'MessageContent', 'OutputStructure'];

interface OutputItem {
	/** A schema of the contract. */
	from: string;
	/** How Simplified changes it. */
	shape?: ResultShape<Record<string, unknown>>;
	/** Identifiers that keep their input type, text or number. */
	given?: string[];
	/** Texts that the node adds at the start. */
	texts?: string[];
}

/** The first output item of each operation. */
const OUTPUTS: Record<string, OutputItem> = {
	'function/search': { from: 'Function', shape: functionShape },
	'job/update': {
		from: 'JobUpdateResult',
		given: ['applicationId', 'jobId'],
		texts: ['jobName'],
	},
	'connector/run': { from: 'ConnectorExecution', shape: executionShape, given: ['streamId'] },
	'ai/extract': { from: 'ExtractResponse.output' },
};

const contract = parse(readFileSync(CONTRACT_FILE, 'utf8'));
const schemas: Record<string, Schema> = contract.components.schemas;

const resolve = (schema: Schema) =>
	schema.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;

/** Unused declarations of openapi-typescript. */
const UNREAD = ['paths', 'webhooks', '$defs', 'operations'];

async function typesOf(ofSchemas: Record<string, Schema>): Promise<string> {
	const components = { ...contract.components, schemas: ofSchemas };
	const options = { rootTypes: true, rootTypesNoSchemaPrefix: true };
	const declarations = await openapiTS({ ...contract, components }, options);
	const read = declarations.filter(
		(each) => !UNREAD.includes((each as InterfaceDeclaration).name.text),
	);
	return `${BANNER}${astToString(read)}`;
}

/** The types of all schemas, for the simulator, the tools and the tests. */
async function allTypes(): Promise<string> {
	const ids = documentedOperations().map(({ operationId }) => `'${operationId}'`);
	return `${await typesOf(schemas)}export type OperationId = ${ids.join(' | ')};\n`;
}

/** Results whose members users can select. */
const RESULTS = ['ConnectorExecution', 'Function'];

/** The types for the node, and the names of all members of results. Responses have no other members, so that a typo doesn't compile. */
async function nodeTypes(): Promise<string> {
	const ofRequests = closureOf(REQUESTS);
	const types = Object.entries(schemas).map(([name, schema]): [string, Schema] => {
		const { additionalProperties: _, ...closed } = schema;
		return [name, schema.properties && !ofRequests.includes(name) ? closed : schema];
	});
	const members = RESULTS.map(
		(name) => `${name}: ${JSON.stringify(Object.keys(schemas[name].properties!))}`,
	);
	return `${await typesOf(Object.fromEntries(types))}\nexport const resultMembers = {${members.join(', ')}} as const;\n`;
}

/** The schemas and all schemas that they refer to. */
function closureOf(names: string[]): string[] {
	const found = new Set(names);
	for (const name of found) {
		const references = JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g);
		for (const [, other] of references) found.add(other);
	}
	return [...found];
}

function outputSchema({ from, shape, given = [], texts = [] }: OutputItem): Schema {
	const [name, member] = from.split('.');
	const { properties = {} } = member ? schemas[name].properties![member] : schemas[name];
	const members: Array<[string, Schema]> = [
		...given.filter((name) => !properties[name]).map((name): [string, Schema] => [name, {}]),
		...texts.map((text): [string, Schema] => [text, { type: 'string' }]),
		...(shape ? simplifyProperties(properties, shape) : Object.entries(properties)),
	];
	const plain = members.map(([name, schema]) => {
		const { type } = resolve(schema);
		return [name, { type: given.includes(name) ? ['string', 'number'] : type }];
	});
	return { type: 'object', properties: Object.fromEntries(plain) };
}

/** A number that Simplified treats as a time. */
const A_TIME = Date.UTC(2026, 0, 1);

/** Whole numbers above 2^53 become text. Only IDs are likely to be that large. */
const IS_ID = /^(id|owner)$|Id$/;

/** The members that Simplified keeps, in its order. Numbers that look like times become text. */
function simplifyProperties(
	properties: Record<string, Schema>,
	{ simplify }: ResultShape<Record<string, unknown>>,
) {
	const sample = Object.entries(properties).map(([name, { type }]) => [
		name,
		type === 'array' ? [] : A_TIME,
	]);
	const kept = Object.entries(simplify(Object.fromEntries(sample)));
	return kept.map(([name, value]): [string, Schema] => {
		const member = properties[name];
		if (!member) return [name, { type: typeof value === 'number' ? 'integer' : 'string' }];
		if (typeof value === 'string') return [name, { type: ['string', ...[member.type!].flat()] }];
		return [name, IS_ID.test(name) ? { type: [...[member.type!].flat(), 'string'] } : member];
	});
}

/** Files generated from the contract: types, and output schemas for n8n's editor. */
export const contractFiles: Generated[] = [
	{ file: 'contract/types.ts', make: allTypes },
	{ file: `${NODE}/transport/contract.ts`, make: nodeTypes },
	...Object.entries(OUTPUTS).map(([operation, output]) => ({
		file: `${NODE}/__schema__/v1.0.0/${operation}.json`,
		make: () => JSON.stringify({ ...outputSchema(output), version: 1 }),
	})),
];
