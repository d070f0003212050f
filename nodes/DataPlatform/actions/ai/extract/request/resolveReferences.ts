import type { IDataObject } from 'n8n-workflow';
import { getValueAt, parseJsonPointer } from '../../../../helpers/paths';
import { isObject, mapMembers, withoutUndefined } from '../../../../helpers/values';
import { parseType } from '../jsonSchema';

/**
 * Keywords whose value is a schema or a list of schemas: those of the meta-schemas of JSON Schema 2020-12, and
 * `additionalItems` of draft-07.
 */
const SCHEMA_KEYWORDS = new Set(
	(
		'additionalItems additionalProperties allOf anyOf contains contentSchema else if items not oneOf ' +
		'prefixItems propertyNames then unevaluatedItems unevaluatedProperties'
	).split(' '),
);

/** Keywords whose value has schemas by name. In `dependencies` of draft-07, some may be lists of names. */
const NAMED_SCHEMA_KEYWORDS = new Set(
	'dependencies dependentSchemas patternProperties properties'.split(' '),
);

/** What isn't sent: a model may return an example or a default as its result, and the rest isn't for models. */
const NOT_SENT = new Set(
	'default example examples $comment $schema $id $anchor $defs definitions components'.split(' '),
);

/** A JSON Schema with each `$ref` filled in. */
interface ResolvedSchema {
	schema: IDataObject;
	/** About circular references, and about types that JSON Schema doesn't have. */
	hints: string[];
	/**
	 * Returns a field's schema with each `$ref` inside of it as the user wrote it: `{"items": {"$ref": …}}` for
	 * `{"items": {"type": "object", …}}`. Its own `$ref` stays filled in, so that the field has keywords.
	 */
	withReferences: (part: unknown) => unknown;
}

/**
 * Prepares a JSON Schema to be sent: fills in each `$ref`, except those that lead back to themselves, reads
 * `{"a": "number"}` as `{"a": {"type": "number"}}`, and leaves out examples and defaults.
 * @param invalid creates the error to throw if the schema is too large or too deep, or has a broken reference
 */
export function resolveReferences(
	root: IDataObject,
	invalid: (reason: string, advice: string) => Error,
): ResolvedSchema {
	const circular = new Set<string>();
	const unknownTypes = new Set<string>();
	/**
	 * What the user wrote, by the object that was created from it (not by an equal one):
	 * `{"$ref": "#/$defs/Line"}` by the object that has the keywords of Line. `readSchema` must pass these
	 * objects on as `source`, without copying them.
	 */
	const writtenBySchema = new Map<unknown, unknown>();
	let count = 0;

	/**
	 * @param place the path of the schema, such as `properties.lines.items.`
	 * @param outer the schemas that contain this one or refer to it
	 */
	function resolve(schema: unknown, place: string, outer: unknown[]): unknown {
		if (!isObject(schema)) return schema;
		if (outer.length >= 100) {
			throw invalid('is nested more than 100 levels deep', 'Leave out the innermost levels.');
		}
		// Nested references can make a small schema huge.
		if (++count > 5000) {
			const reason = 'has more than 5,000 parts, with each $ref filled in';
			throw invalid(reason, "Leave out fields that you don't need.");
		}
		const path = [...outer, schema];
		const { $ref, ...rest } = schema;
		if (![schema['type'] ?? []].flat().every(parseType)) unknownTypes.add(`${place}type`);
		const keywords = typeof $ref === 'string' ? rest : schema;
		const members = mapMembers(keywords, (value, keyword) =>
			resolveKeyword(keyword, value, place, path),
		);
		const others = withoutUndefined(members as IDataObject);
		if (typeof $ref !== 'string') return others;
		const target = findTarget($ref);
		if (path.includes(target)) {
			circular.add(`${place}$ref (it leads back to itself)`);
			return others;
		}
		const resolved = addKeywords(resolve(target, place, path), others);
		if (isObject(resolved)) writtenBySchema.set(resolved, { $ref, ...others });
		return resolved;
	}

	function resolveKeyword(keyword: string, value: unknown, place: string, path: unknown[]) {
		const step = `${place}${keyword}.`;
		if (NOT_SENT.has(keyword)) return undefined;
		if (NAMED_SCHEMA_KEYWORDS.has(keyword) && isObject(value)) {
			return mapMembers(value, (given, name) => {
				const schema = typeof given === 'string' ? { type: given } : given;
				return resolve(schema, `${step}${name}.`, path);
			});
		}
		if (!SCHEMA_KEYWORDS.has(keyword)) return value;
		if (!Array.isArray(value)) return resolve(value, step, path);
		return value.map((schema, at) => resolve(schema, `${step}${at}.`, path));
	}

	function findTarget(reference: string): unknown {
		const isPointer = /^#(\/|$)/.test(reference);
		const target = isPointer ? getValueAt(root, parseJsonPointer(reference)) : undefined;
		if (isObject(target) || typeof target === 'boolean') return target;
		const reason = `refers to "${reference}", which it doesn't contain`;
		throw invalid(reason, 'Copy the target of each "$ref" into it, such as into "$defs".');
	}

	/** Puts the `$ref`s back inside of a part. Doesn't look up the part itself, so its own `$ref` stays filled in. */
	function withReferences(part: unknown): unknown {
		if (Array.isArray(part)) return part.map(toWritten);
		return isObject(part) ? mapMembers(part, toWritten) : part;
	}
	// Keywords next to a `$ref` may also contain parts with a `$ref`.
	const toWritten = (part: unknown): unknown => withReferences(writtenBySchema.get(part) ?? part);

	// A copy, so that a `$ref` to the root is filled in once before it counts as circular.
	const schema = resolve({ ...root }, '', []) as IDataObject;
	const hints = [
		...listPlaces('The node left out these parts of the JSON Schema', circular),
		...listPlaces(
			"JSON Schema doesn't have these types, so their values stay unchanged",
			unknownTypes,
		),
	];
	return { schema, hints, withReferences };
}

/** Adds the keywords next to a `$ref` to its target. If both have a keyword, both count. */
function addKeywords(target: unknown, others: IDataObject): unknown {
	const names = Object.keys(others);
	if (names.length === 0) return target;
	const isSimple = isObject(target) && !names.some((name) => Object.hasOwn(target, name));
	return isSimple ? { ...target, ...others } : { allOf: [target, others] };
}

function listPlaces(what: string, places: Set<string>): string[] {
	return places.size === 0 ? [] : [`${what}: ${[...places].join(', ')}.`];
}
