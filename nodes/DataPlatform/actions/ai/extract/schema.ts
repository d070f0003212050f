/**
 * JSON Schema, as far as the node uses it: the one internal form of all ways to name fields. References
 * are inlined, `allOf` is merged, and null is a value where `nullable` is true or `enum` has it.
 */
export interface FieldSchema {
	/** A type of JSON Schema, or a name that only the platform knows. Undefined: any type. */
	type?: string;
	/** `date` asks for YYYY-MM-DD. */
	format?: string;
	description?: string;
	enum?: unknown[];
	items?: FieldSchema;
	/** May have names such as `__proto__` and `constructor`: read it with `propertyOf`. */
	properties?: Record<string, FieldSchema>;
	/** Properties that must be there; all of them when undefined. */
	required?: string[];
	nullable?: boolean;
}

/** The schema of a property. Own properties only. */
export function propertyOf(schema: FieldSchema | undefined, name: string): FieldSchema | undefined {
	const properties = schema?.properties;
	return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

export function isDate({ type, format }: FieldSchema): boolean {
	return format === 'date' && (type === 'string' || type === undefined);
}

/** Whether null is a value. */
export function allowsNull(schema: FieldSchema): boolean {
	return (
		schema.nullable === true || schema.type === 'null' || schema.enum?.includes(null) === true
	);
}
