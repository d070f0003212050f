import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';

/**
 * Writes what is made from the contract: the node's types and the output schemas of n8n's editor.
 *
 *     node tools/generate-contract.ts           writes the files
 *     node tools/generate-contract.ts --check   writes nothing, exits 1 and names each file that is stale
 */

const CONTRACT = 'contract/openapi.yaml';
const TYPES = 'nodes/DataPlatform/api/contract.ts';
const REQUEST_SCHEMAS = 'nodes/DataPlatform/api/requestSchemas.ts';
const SCHEMAS = 'nodes/DataPlatform/__schema__/v1.0.0';
const BANNER = `// Generated from ${CONTRACT}: do not edit, run \`npm run contract:generate\`.\n\n`;

interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	additionalProperties?: boolean | Schema;
	oneOf?: Schema[];
	not?: Schema;
	[keyword: string]: unknown;
}

/** The parts of requests that users may give as JSON; the node checks them before it sends anything. */
const REQUESTS = ['Job', 'FilterItem', 'MessageContent', 'OutputStructure'];

/** What a check needs of a schema; descriptions and marks stay behind. */
const KEYWORDS = ['type', 'const', 'enum', 'required'];

/** Epoch milliseconds that the node's Simplified output turns into ISO 8601. */
const asDate = { type: 'string', format: 'date-time' };
const asDateOrNull = { type: ['string', 'null'], format: 'date-time' };

/** The first item that each operation puts out, as a schema of the contract and what the node makes of it. */
const OUTPUTS: Record<string, { from: string; fields?: Record<string, Schema | undefined> }> = {
	'function/search': {
		from: 'Function',
		fields: {
			id: undefined,
			name: undefined,
			status: undefined,
			owner: undefined,
			created: asDate,
			lastModified: asDate,
			locked: undefined,
			global: undefined,
			archived: undefined,
			links: undefined,
		},
	},
	'job/update': {
		from: 'JobUpdateResult',
		fields: {
			applicationId: { type: 'string' },
			jobId: { type: 'string' },
			jobName: { type: 'string' },
			status: undefined,
			code: undefined,
			message: undefined,
		},
	},
	'connector/run': {
		from: 'ConnectorExecution',
		fields: {
			executionId: undefined,
			streamId: undefined,
			currentState: undefined,
			runType: undefined,
			startedAt: asDate,
			endedAt: asDateOrNull,
			updateMethod: undefined,
			rowsInserted: undefined,
			bytesInserted: undefined,
			errors: undefined,
		},
	},
	'ai/extract': { from: 'ExtractResponse.output' },
};

const schemas: Record<string, Schema> = parse(await readFile(CONTRACT, 'utf8')).components.schemas;

/** The schema without references and with nothing but what n8n's editor reads. */
function plain(schema: Schema): Schema {
	if (schema.$ref) return plain(schemas[schema.$ref.split('/').at(-1)!]);
	return {
		...(schema.type && { type: schema.type }),
		...(schema.format === 'date-time' && { format: schema.format }),
		...(schema.properties && {
			properties: Object.fromEntries(
				Object.entries(schema.properties).map(([name, property]) => [name, plain(property)]),
			),
		}),
		...((schema.items?.$ref ?? schema.items?.type) && { items: plain(schema.items!) }),
	};
}

/** The schema without references, with nothing but what a check needs. */
function checkable(schema: Schema): Schema {
	if (schema.$ref) return checkable(schemas[schema.$ref.split('/').at(-1)!]);
	const { properties, items, additionalProperties, oneOf, not } = schema;
	return {
		...Object.fromEntries(Object.entries(schema).filter(([name]) => KEYWORDS.includes(name))),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, property]) => [name, checkable(property)]),
			),
		}),
		...(items && { items: checkable(items) }),
		...(additionalProperties !== undefined && {
			additionalProperties:
				typeof additionalProperties === 'boolean'
					? additionalProperties
					: checkable(additionalProperties),
		}),
		...(oneOf && { oneOf: oneOf.map(checkable) }),
		...(not && { not: checkable(not) }),
	};
}

function requestSchemas(): string {
	const entries = REQUESTS.map((name) => `${name}: ${JSON.stringify(checkable(schemas[name]))}`);
	return `import type { Schema } from './schema';\n\nexport const requestSchemas = {${entries.join(',')}} satisfies Record<string, Schema>;\n`;
}

function outputSchema({ from, fields }: (typeof OUTPUTS)[string]): object {
	const [name, member] = from.split('.');
	const source = member ? schemas[name].properties![member] : schemas[name];
	const properties = fields
		? Object.entries(fields).map(([field, made]) => [field, made ?? source.properties![field]])
		: Object.entries(source.properties ?? {});
	return { ...plain({ type: 'object', properties: Object.fromEntries(properties) }), version: 1 };
}

async function generated(): Promise<Map<string, string>> {
	const types = astToString(
		await openapiTS(pathToFileURL(CONTRACT), { rootTypes: true, rootTypesNoSchemaPrefix: true }),
	);
	const sources = new Map([
		[TYPES, BANNER + types],
		[REQUEST_SCHEMAS, BANNER + requestSchemas()],
	]);
	for (const [operation, output] of Object.entries(OUTPUTS)) {
		sources.set(`${SCHEMAS}/${operation}.json`, JSON.stringify(outputSchema(output)));
	}

	const files = new Map<string, string>();
	for (const [path, source] of sources) {
		files.set(path, await format(source, { ...(await resolveConfig(path)), filepath: path }));
	}
	return files;
}

async function write(path: string, text: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
	console.log(`wrote ${path}`);
}

async function check(path: string, text: string): Promise<void> {
	const current = await readFile(path, 'utf8').catch(() => undefined);
	if (current === text) return;
	console.error(`${path} is stale: run \`npm run contract:generate\` and commit the result.`);
	process.exitCode = 1;
}

const handle = process.argv.includes('--check') ? check : write;
for (const [path, text] of await generated()) await handle(path, text);
