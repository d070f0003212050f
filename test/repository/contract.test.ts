import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ENDPOINTS, OBJECTS, OBSERVED, TOKEN_HEADER } from './apiSpecMembers.ts';

interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	description?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	additionalProperties?: unknown;
	oneOf?: Schema[];
	const?: string;
	enum?: string[];
	not?: { const: string };
	minimum?: number;
	maximum?: number;
	'x-not-shown'?: string;
}

interface Body {
	content: { 'application/json': { schema: Schema } };
}

interface Endpoint {
	requestBody: Body & { required: boolean };
	responses: Record<string, Body>;
}

type PathParameter = { name: string; in: string; required: boolean; schema: Schema };

const contract: {
	paths: Record<
		string,
		{ parameters?: PathParameter[] } & Record<'post' | 'put', Endpoint | undefined>
	>;
	components: {
		schemas: Record<string, Schema>;
		securitySchemes: { developerToken: { in: string; name: string } };
	};
} = parse(readFileSync('contract/openapi.yaml', 'utf8'));
const { schemas } = contract.components;

const nameOf = ({ $ref }: Schema): string => $ref!.split('/').at(-1)!;

/** Describes a schema like the table. */
function typeText(schema: Schema): string {
	if (schema.$ref) return nameOf(schema);
	const { type, format, items, minimum, maximum } = schema;
	const values = [schema.const, ...(schema.enum ?? [])].filter((value) => value !== undefined);
	return [
		[type].flat().join(' or '),
		...(format === 'uuid' ? ['(uuid)'] : []),
		...values,
		...(schema.not ? [`not ${schema.not.const}`] : []),
		...(minimum === undefined ? [] : [`${minimum} to ${maximum}`]),
		...(items && (items.$ref ?? items.type) ? [`of ${typeText(items)}`] : []),
	].join(' ');
}

const membersOf = ({ properties = {}, required = [] }: Schema): Record<string, string> =>
	Object.fromEntries(
		Object.entries(properties).map(([name, member]) => [
			name,
			`${typeText(member)}${required.includes(name) ? '!' : ''}`,
		]),
	);

test.each(Object.entries(OBJECTS))(
	'%s has the members of the spec, and the same ones are required',
	(name, { part, members }) => {
		expect(membersOf(schemas[name])).toEqual(members);
		expect(schemas[name].description).toMatch(
			new RegExp(`\\(parts? ${part.replace('.', '\\.')}\\b|part ${part}`),
		);
	},
);

test('every object is in the spec', () => {
	const withoutMembers = ['ErrorBody', 'MessageContent', 'OutputStructure'];

	expect(Object.keys(schemas).sort()).toEqual([...Object.keys(OBJECTS), ...withoutMembers].sort());
	expect(Object.keys(schemas.ErrorBody)).toEqual(['description', 'x-not-shown']);
	expect(schemas.MessageContent.oneOf?.map(nameOf)).toEqual(['TextContent', 'OtherContent']);
	expect(nameOf(schemas.OutputStructure.additionalProperties as Schema)).toBe(
		'ParameterDefinition',
	);
});

test("no object forbids other members, because the spec doesn't", () => {
	expect(JSON.stringify(contract)).not.toContain('"additionalProperties":false');
});

test.each([
	...['FilterItem', 'ExecutionResponse', 'Trigger', 'ExecutionDetail', 'OtherContent'],
	'ParameterDefinition',
])('%s allows other members, and marks them as not shown', (name) => {
	expect(schemas[name].additionalProperties).toBe(true);
	expect(schemas[name]['x-not-shown']).toBeDefined();
});

test('the endpoints are those of part 4', () => {
	const endpoints = Object.entries(contract.paths).flatMap(([path, { parameters = [], ...item }]) =>
		Object.entries(item).map(([method, endpoint]) => {
			const { requestBody, responses } = endpoint as Endpoint;
			const [[status, success]] = Object.entries(responses);
			const inPath = parameters.map(
				({ name, required, schema }) => `${name} ${schema.type as string}${required ? '!' : ''}`,
			);
			const schemaOf = ({ content }: Body) => nameOf(content['application/json'].schema);
			return `${method.toUpperCase()} ${path} (${inPath.join(', ')}) ${schemaOf(requestBody)} -> ${status} ${schemaOf(success)}`;
		}),
	);

	expect(endpoints).toEqual(ENDPOINTS);
});

test('the token is in its header', () => {
	const { developerToken } = contract.components.securitySchemes;

	expect([developerToken.in, developerToken.name]).toEqual(['header', TOKEN_HEADER]);
});

test.each(Object.entries(OBSERVED))(
	'%s names the observed values, but allows others',
	(place, values) => {
		const [object, member] = place.split('.');
		const schema = schemas[object].properties![member];

		expect(schema.description?.match(/\b[A-Z_]{3,}\b/g)).toEqual(values);
		expect(schema.enum).toBeUndefined();
		expect(schema['x-not-shown']).toBe('the complete set of values');
	},
);
