import type { IDataObject } from 'n8n-workflow';
import { commonType, isObject } from '../../../../helpers/values';
import { DATE_SCHEMA } from '../jsonSchema';

/** Returns a JSON Schema for all values. It allows null if a value is null, and has no type if types differ. */
export function schemaOfExamples(values: unknown[]): IDataObject {
	const given = values.filter((value) => value !== null && value !== undefined);
	const schema = given.length > 0 ? schemaOfValues(given) : {};
	if (given.length === values.length) return schema;
	if (schema['type'] === undefined) return { nullable: true, ...schema };
	return { ...schema, type: [schema['type'], 'null'] as string[] };
}

function schemaOfValues(given: unknown[]): IDataObject {
	if (given.every(isObject)) return schemaOfObjects(given);
	if (given.every(Array.isArray)) {
		const items = schemaOfExamples(given.flat());
		return { type: 'array', items: items['type'] ? items : undefined };
	}
	const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
	return given.every(isDay) ? DATE_SCHEMA : { type: commonType(given) };
}

/** A member is required if all objects have it. */
function schemaOfObjects(objects: IDataObject[]): IDataObject {
	const names = [...new Set(objects.flatMap(Object.keys))];
	const objectsWith = (name: string) => objects.filter((object) => Object.hasOwn(object, name));
	const valuesOf = (name: string) => objectsWith(name).map((object) => object[name]);
	return {
		type: 'object',
		properties: Object.fromEntries(names.map((name) => [name, schemaOfExamples(valuesOf(name))])),
		required: names.filter((name) => objectsWith(name).length === objects.length),
	};
}
