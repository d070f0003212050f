import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import openapiTS, { astToString } from 'openapi-typescript';
import type { InterfaceDeclaration } from 'typescript';
import { parse } from 'yaml';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { documentedOperations } from '../../test/support/contract.ts';
import { executionShape } from '../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import type { Operation } from '../../nodes/DataPlatform/actions/operation.ts';
import type { ResultShape } from '../../nodes/DataPlatform/actions/output.ts';
import { CONTRACT_FILE } from '../../simulator/contract.ts';

/** A generated file in git. */
export interface Generated {
	file: string;
	make: () => string | Promise<string>;
}

const NODE = 'nodes/DataPlatform';
const BANNER = `// Generated from ${CONTRACT_FILE}: do not edit, run \`npm run docs\`.\n\n`;

interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	[keyword: string]: unknown;
}

/** How the first output item of an operation differs from its response, or from the items of the list in it. */
interface OutputItem {
	/** The member of the response that is the item. */
	member?: string;
	/** How Simplified changes it. */
	shape?: ResultShape<IDataObject>;
	/** Identifiers that keep their input type, text or number. */
	given?: string[];
	/** Texts that the node adds at the start. */
	texts?: string[];
}

const OUTPUTS: Record<string, OutputItem> = {
	'function/search': { shape: functionShape },
	'job/update': { given: ['applicationId', 'jobId'], texts: ['jobName'] },
	'connector/run': { shape: executionShape, given: ['streamId'] },
	'ai/extract': { member: 'output' },
};

const contract = parse(readFileSync(CONTRACT_FILE, 'utf8'));
const schemas: Record<string, Schema> = contract.components.schemas;

const resolve = (schema: Schema) =>
	schema.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;

/** Unused declarations of openapi-typescript. */
const UNREAD = ['paths', 'webhooks', '$defs', 'operations'];

/** The types of all schemas. */
async function contractTypes(): Promise<string> {
	const options = { rootTypes: true, rootTypesNoSchemaPrefix: true };
	const declarations = await openapiTS(contract, options);
	const read = declarations.filter(
		(each) => !UNREAD.includes((each as InterfaceDeclaration).name.text),
	);
	const ids = documentedOperations().map(({ operationId }) => `'${operationId}'`);
	return `${BANNER}${astToString(read)}export type OperationId = ${ids.join(' | ')};\n`;
}

/** The schema of the response to an operation, or of the items of the list in it. */
function itemSchema(action: string | undefined, member?: string): Schema {
	const { responses } = documentedOperations().find(({ summary }) => summary === action)!;
	const [response] = Object.values(responses);
	const schema = resolve(response.content['application/json'].schema);
	if (member) return resolve(schema.properties![member]);
	const list = Object.values(schema.properties ?? {}).find(({ items }) => items?.$ref);
	return resolve(list?.items ?? schema);
}

const pathOf = ({ resource, option }: Operation) => `${resource.value}/${option.value}`;

function outputSchema(operation: Operation): Schema {
	const { member, shape, given = [], texts = [] } = OUTPUTS[pathOf(operation)] ?? {};
	const { properties = {} } = itemSchema(operation.option.action, member);
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
	{ simplify }: ResultShape<IDataObject>,
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
	{ file: 'contract/types.ts', make: contractTypes },
	...operations.map((operation) => ({
		file: `${NODE}/__schema__/v1.0.0/${pathOf(operation)}.json`,
		make: () => JSON.stringify({ ...outputSchema(operation), version: 1 }),
	})),
];
