import {
	ALL_TYPES,
	type FieldSchema,
	hasType,
	impliedTypes,
	propertyOf,
	withType,
} from './jsonSchema';
import { isSameJson, mapMembers, withoutUndefined } from '../../../../helpers/values';

/** Returns a schema for the values that match both schemas. */
export function intersect(one: FieldSchema, other: FieldSchema): FieldSchema {
	const types = join(one.types, other.types, intersectTypes);
	const isPossible = (value: unknown) => !types || value === null || hasType(value, types);
	return withoutUndefined<FieldSchema>({
		types,
		format: one.format ?? other.format,
		enum: join(one.enum, other.enum, intersectAllowed)?.filter(isPossible),
		nullable: join(one.nullable, other.nullable, (some, others) => some && others),
		items: join(one.items, other.items, intersectValues),
		properties: join(one.properties, other.properties, (some, others) => ({
			...some,
			...mapMembers(others, (property, name) => {
				return intersectValues(propertyOf(one, name) ?? {}, property);
			}),
		})),
		required: join(one.required, other.required, (some, others) => [...some, ...others]),
		others: join(one.others, other.others, (some, others) => {
			if (some === true) return others;
			return others === true ? some : intersectValues(some, others);
		}),
		isDecimalText: one.isDecimalText ?? other.isDecimalText,
	});
}

/** Joins what two schemas say. If only one of them says something, it counts. */
function join<Part>(
	one: Part | undefined,
	other: Part | undefined,
	both: (a: Part, b: Part) => Part,
) {
	return one === undefined || other === undefined ? (one ?? other) : both(one, other);
}

function intersectValues(one: FieldSchema, other: FieldSchema): FieldSchema {
	if (one.source === undefined) return other;
	return withType({ ...intersect(one, other), source: { allOf: [one.source, other.source] } });
}

function intersectTypes(some: string[], others: string[]): string[] {
	const isIn = (types: string[]) => (type: string) =>
		types.includes(type) || (type === 'integer' && types.includes('number'));
	return [...new Set([...some.filter(isIn(others)), ...others.filter(isIn(some))])];
}

function intersectAllowed(some: unknown[], others: unknown[]): unknown[] {
	return some.filter((value) => others.some((other) => isSameJson(value, other)));
}

/** Returns a schema for the values that match at least one of the alternatives. */
export function unite(alternatives: FieldSchema[]): FieldSchema {
	const notNull = alternatives.filter(({ types }) => types?.length !== 0);
	const nullable = alternatives.map((each) => each.nullable);
	const elements = allOf(notNull.filter(mayBe('array')), 'items');
	return withoutUndefined<FieldSchema>({
		types: uniteTypes(notNull),
		format: allOf(notNull, 'format')?.[0],
		enum: allOf(alternatives, 'enum')?.flat(),
		nullable: nullable.includes(true) || (nullable.includes(undefined) ? undefined : false),
		items: elements && uniteValues(elements),
		isDecimalText: allOf(notNull.filter(mayBe('string')), 'isDecimalText')?.includes(true),
		...uniteObjects(notNull.filter(mayBe('object'))),
	});
}

/** Returns what each schema says, or undefined if one of them doesn't say anything. */
function allOf<Name extends keyof FieldSchema>(schemas: FieldSchema[], name: Name) {
	const parts = schemas.map((schema) => schema[name]);
	return parts.includes(undefined) ? undefined : (parts as Array<NonNullable<FieldSchema[Name]>>);
}

const mayBe = (type: string) => (schema: FieldSchema) => schema.types?.includes(type) !== false;

function uniteTypes(alternatives: FieldSchema[]): string[] {
	// An alternative without any type allows all of them, whatever the others imply.
	const types = alternatives.flatMap((each) => each.types ?? impliedTypes(each) ?? ALL_TYPES);
	const isNeeded = (type: string) => type !== 'integer' || !types.includes('number');
	return [...new Set(types)].filter(isNeeded);
}

function uniteValues(schemas: FieldSchema[]): FieldSchema | undefined {
	const sources = schemas.map(({ source }) => source);
	if (sources.every((source) => isSameJson(source, sources[0]))) return schemas[0];
	return withType({ ...unite(schemas), source: { anyOf: sources } });
}

/** A property that only one of the objects has isn't required, and has that object's schema. */
function uniteObjects(objects: FieldSchema[]): FieldSchema {
	const isOpen = objects.some(({ properties, others }) => !properties && !others);
	const others = objects.flatMap((each) => each.others ?? []);
	const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
	if (names.size === 0) return {};
	const properties = [...names].map((name) => {
		const given = objects.flatMap(
			(each) => propertyOf(each, name) ?? each.others ?? (each.properties ? [] : true),
		);
		const united = uniteValues(given.filter((each) => each !== true));
		return [name, given.includes(true) ? { source: united?.source } : united];
	});
	const required = objects.map((each) => each.required ?? Object.keys(each.properties ?? {}));
	return {
		properties: Object.fromEntries(properties) as Record<string, FieldSchema>,
		required: required.reduce((some, more) => some.filter((name) => more.includes(name))),
		others: isOpen || others.includes(true) || uniteValues(others.filter((each) => each !== true)),
	};
}
