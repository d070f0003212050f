import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { documentedOperations } from '../support/contract.ts';

interface Schema {
	description: string;
	properties?: Record<string, { type?: string | string[] }>;
	required?: string[];
}

const contract = parse(readFileSync('contract/openapi.yaml', 'utf8'));
const spec = readFileSync('contract/api-spec.md', 'utf8');
const schemas = Object.values<Schema>(contract.components.schemas);

/** The parts of the spec by number. A schema says which part describes it. */
const parts = new Map(spec.split(/^#+ (?=\d)/m).map((text) => [String(parseFloat(text)), text]));
const partOf = ({ description }: Schema) =>
	parts.get(/\bparts? (\d(?:\.\d)?)/.exec(description)?.[1] ?? '') ?? '';
const rowsOf = (text: string) => Array.from(text.matchAll(/^\|.*/gm), ([row]) => row);
const namesIn = (text: string) => Array.from(text.matchAll(/`(\w+)`/g), ([, name]) => name);

/** Values in the tables of the spec, not names of members. */
const VALUES = ['VALID', 'ILLEGAL_REFERENCE', 'CARD', 'DATA_SOURCE', 'TEXT', 'string'];
const TYPE = 'string|number|boolean|array|object';

/** The types in a row such as "| `name` | string |", "| string | `name`, `status` |" or "`name` (string)". */
function typesIn(row: string): Array<[name: string, type: string]> {
	const [, type] = new RegExp(`^\\| (${TYPE})\\b`).exec(row) ?? [];
	if (type !== undefined) return namesIn(row).map((name) => [name, type]);
	const single = Array.from(row.matchAll(/^\| `(\w+)` +\| (\w+)/g));
	const inline = Array.from(row.matchAll(new RegExp(`\`(\\w+)\` \\((${TYPE})\\b`, 'g')));
	return [...single, ...inline].map(([, name, found]) => [name, found]);
}

test('the contract has the members of the spec, and no others', () => {
	const named = rowsOf(spec).flatMap(namesIn);
	const known = schemas.flatMap(({ properties = {} }) => Object.keys(properties));
	const invented = schemas.flatMap((schema) => {
		const documented = namesIn(partOf(schema));
		return Object.keys(schema.properties ?? {}).filter((name) => !documented.includes(name));
	});

	expect(new Set(named).size).toBeGreaterThan(50);
	expect(named.filter((name) => !VALUES.includes(name) && !known.includes(name))).toEqual([]);
	expect(invented).toEqual([]);
	expect(JSON.stringify(contract)).not.toContain('"additionalProperties":false');
});

test('the members have the types of the spec, and are required if the spec says so', () => {
	const compared = schemas.flatMap((schema) =>
		rowsOf(partOf(schema)).flatMap((row) => {
			const { properties = {}, required = [] } = schema;
			const isRequired = /\| yes +\||\| required/.test(row);
			return typesIn(row)
				.filter(([name]) => properties[name])
				.map(([name, type]) => {
					// A type such as [number, null] is a number that may be missing.
					const [found] = [properties[name].type ?? 'object'].flat();
					return { name, type, found, isOptional: isRequired && !required.includes(name) };
				});
		}),
	);

	expect(compared.length).toBeGreaterThan(60);
	expect(compared.filter(({ type, found }) => found !== type)).toEqual([]);
	expect(compared.filter(({ isOptional }) => isOptional)).toEqual([]);
});

test('the endpoints and the header of the token are those of the spec', () => {
	const endpoints = Object.entries<object>(contract.paths).flatMap(([path, item]) =>
		Object.keys(item)
			.filter((key) => key !== 'parameters')
			.map((method) => `${method.toUpperCase()} {base_url}${path}`),
	);
	const documented = Array.from(spec.matchAll(/^`([A-Z]+ \{base_url\}.*)`$/gm), ([, each]) => each);

	expect(endpoints.sort()).toEqual(documented.sort());
	const { name } = contract.components.securitySchemes.developerToken;
	expect(spec).toContain(`needs the header \`${name}\``);
});

test('the node has every operation of the contract, with the same description', () => {
	const documented = documentedOperations().map(({ summary }) => summary);

	expect(documented.sort()).toEqual(operations.map(({ option }) => option.action).sort());
});
