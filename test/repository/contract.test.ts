import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Schema {
	description?: string;
	properties?: Record<string, { type?: string }>;
	required?: string[];
}

const contract = parse(readFileSync('contract/openapi.yaml', 'utf8'));
const schemas: Array<[name: string, schema: Schema]> = Object.entries(contract.components.schemas);

/** The parts of the spec, by number. */
const parts = Object.fromEntries(
	readFileSync('contract/api-spec.md', 'utf8')
		.split(/^#+ (?=\d)/m)
		.map((text) => [parseFloat(text), text]),
);
const partOf = ({ description }: Schema) => /\bparts? (\d(?:\.\d)?)/.exec(description!)?.[1] ?? '';
const rows = Object.entries(parts).flatMap(([part, text]) =>
	Array.from(text.matchAll(/^\|.*/gm), ([row]) => ({ part, row })),
);
const namesIn = (text: string) => Array.from(text.matchAll(/`(\w+)`/g), ([, name]) => name);

/** Values in the tables of the spec, not names of members. */
const VALUES = ['VALID', 'ILLEGAL_REFERENCE', 'CARD', 'DATA_SOURCE', 'TEXT', 'string'];

const objects = schemas.filter(([, { properties }]) => properties);

test.each(objects)('every member of %s is in its part of the spec', (_, schema) => {
	const known = namesIn(parts[partOf(schema)]);

	expect(Object.keys(schema.properties!).filter((name) => !known.includes(name))).toEqual([]);
});

test('every member in the spec is in the contract, and required if the spec says so', () => {
	const named = rows.flatMap(({ row }) => namesIn(row)).filter((name) => !VALUES.includes(name));
	const known = objects.flatMap(([, { properties }]) => Object.keys(properties!));
	const required = rows.filter(({ row }) => /\| yes +\||\| required/.test(row));
	const optional = required.filter(({ part, row }) =>
		schemas.every(
			([, schema]) => partOf(schema) !== part || !schema.required?.includes(namesIn(row)[0]),
		),
	);

	expect(named.length).toBeGreaterThan(70);
	expect(named.filter((name) => !known.includes(name))).toEqual([]);
	expect(required.length).toBeGreaterThanOrEqual(8);
	expect(optional).toEqual([]);
});

/** The types in a row such as "| `name` | string |", "| string | `name`, `status` |" or "`name` (string)". */
function typesIn(row: string): Array<[name: string, type: string]> {
	const [, type] = /^\| (string|number|boolean|array|object)\b/.exec(row) ?? [];
	if (type !== undefined) return namesIn(row).map((name) => [name, type]);
	const single = Array.from(row.matchAll(/^\| `(\w+)` +\| (\w+)/g));
	const inline = Array.from(row.matchAll(/`(\w+)` \((string|number|boolean|array|object)\b/g));
	return [...single, ...inline].map(([, name, of]) => [name, of]);
}

test('the members have the types of the spec', () => {
	const compared = objects.flatMap(([, schema]) =>
		rows
			.filter(({ part }) => part === partOf(schema))
			.flatMap(({ row }) => typesIn(row))
			.filter(([name]) => schema.properties![name])
			.map(([name, type]) => {
				// A type such as [number, null] is a number that may be missing.
				const [found] = [schema.properties![name].type ?? 'object'].flat();
				return { name, type, found };
			}),
	);

	expect(compared.length).toBeGreaterThan(60);
	expect(compared.filter(({ type, found }) => found !== type)).toEqual([]);
});

test("no object forbids other members, because the spec doesn't", () => {
	expect(JSON.stringify(contract)).not.toContain('"additionalProperties":false');
});

test('the endpoints and the header of the token are those of the spec', () => {
	const spec = Object.values(parts).join('\n');
	const endpoints = Object.entries<object>(contract.paths).flatMap(([path, item]) =>
		Object.keys(item)
			.filter((key) => key !== 'parameters')
			.map((method) => `${method.toUpperCase()} {base_url}${path}`),
	);
	const { developerToken } = contract.components.securitySchemes;

	expect(endpoints.sort()).toEqual(
		Array.from(spec.matchAll(/^`([A-Z]+ \{base_url\}.*)`$/gm), ([, endpoint]) => endpoint).sort(),
	);
	expect(developerToken.in).toBe('header');
	expect(spec).toContain(`needs the header \`${developerToken.name}\``);
});
