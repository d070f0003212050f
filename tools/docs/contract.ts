import type { IDataObject } from 'n8n-workflow';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { InterfaceDeclaration } from 'typescript';
import { executionShape } from '../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import type { Operation } from '../../nodes/DataPlatform/actions/operation.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import type { ResultShape } from '../../nodes/DataPlatform/actions/resultFormat.ts';
import { CONTRACT_FILE } from '../../simulator/contract.ts';
import { contract, documentedOperations } from '../../test/support/contract.ts';

/** A generated file in git. */
export interface Generated {
	file: string;
	make: () => string | Promise<string>;
}

interface Schema {
	$ref?: string;
	type?: string | string[];
	properties?: Properties;
	items?: Schema;
}

type Properties = Record<string, Schema>;

const BANNER = `// Generated from ${CONTRACT_FILE}: do not edit, run \`npm run docs\`.\n\n`;

/** Unused declarations of openapi-typescript. */
const UNREAD = ['paths', 'webhooks', '$defs', 'operations'];

const { schemas }: { schemas: Properties } = contract.components;

const resolve = (schema: Schema) =>
	schema.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;

/** The types of all schemas. */
async function contractTypes(): Promise<string> {
	const options = { rootTypes: true, rootTypesNoSchemaPrefix: true };
	const declarations = await openapiTS(contract as object as OpenAPI3, options);
	const read = declarations.filter(
		(each) => !UNREAD.includes((each as InterfaceDeclaration).name.text),
	);
	const ids = documentedOperations().map(({ operationId }) => `'${operationId}'`);
	return `${BANNER}${astToString(read)}export type OperationId = ${ids.join(' | ')};\n`;
}

/** An identifier that keeps its input type. */
const GIVEN_ID: Schema = { type: ['string', 'number'] };

/** How output items differ from the response, or from the items of the list in it. */
const OUTPUTS: Record<string, (properties: Properties) => Properties> = {
	'function/search': (properties) => simplified(properties, functionShape),
	'job/update': (properties) => ({
		applicationId: GIVEN_ID,
		jobId: GIVEN_ID,
		jobName: { type: 'string' },
		...properties,
	}),
	'connector/run': (properties) => ({
		...simplified(properties, executionShape),
		streamId: GIVEN_ID,
	}),
	// The extracted fields.
	'ai/extract': () => ({}),
};

const pathOf = ({ resource, option }: Operation) => `${resource.value}/${option.value}`;

function outputSchema(operation: Operation): Schema {
	const { action } = operation.option;
	const { responses } = documentedOperations().find(({ summary }) => summary === action)!;
	const [response] = Object.values(responses);
	const { properties = {} } = resolve(response.content['application/json'].schema);
	const list = Object.values(properties).find(({ items }) => items?.$ref);
	const ofItem = list ? resolve(list.items!).properties! : properties;
	const output = OUTPUTS[pathOf(operation)]?.(ofItem) ?? ofItem;
	const plain = Object.entries(output).map(([name, schema]) => [
		name,
		{ type: resolve(schema).type },
	]);
	return { type: 'object', properties: Object.fromEntries(plain) };
}

/** A number that Simplified treats as a time. */
const A_TIME = Date.UTC(2026, 0, 1);

/** Whole numbers above 2^53 become text. Only IDs are likely to be that large. */
const IS_ID = /^(id|owner)$|Id$/;

/** The members that Simplified keeps, in its order. Numbers that look like times become text. */
function simplified(properties: Properties, { simplify }: ResultShape<IDataObject>): Properties {
	const sample = Object.entries(properties).map(([name, { type }]) => [
		name,
		type === 'array' ? [] : A_TIME,
	]);
	const kept = Object.entries(simplify(Object.fromEntries(sample)));
	const types = kept.map(([name, value]) => {
		const { type } = properties[name] ?? {};
		if (type === undefined) return [name, typeof value === 'number' ? 'integer' : 'string'];
		if (typeof value === 'string') return [name, ['string', type].flat()];
		return [name, IS_ID.test(name) ? [type, 'string'].flat() : type];
	});
	return Object.fromEntries(types.map(([name, type]) => [name, { type }]));
}

/** Files generated from the contract: types, and output schemas for n8n's editor. */
export const contractFiles: Generated[] = [
	{ file: 'contract/types.ts', make: contractTypes },
	...operations.map((operation) => ({
		file: `nodes/DataPlatform/__schema__/v1.0.0/${pathOf(operation)}.json`,
		make: () => JSON.stringify({ ...outputSchema(operation), version: 1 }),
	})),
];
