import type { IDataObject } from 'n8n-workflow';
import { writtenJson } from '../../../helpers/exactJson';
import { isObject } from '../../../helpers/values';
import { shapeOfAll } from './fromExample';
import { mergedShape } from './mergedShape';
import type { Shape } from './shape';
import { ANY } from './shape';

/** The fields that a JSON Schema describes, and what of it could not be taken over. */
export interface SchemaShapes {
	shapes: ReadonlyMap<string, Shape>;
	/** Places and keywords, such as `properties.total.allOf`. */
	left: string[];
}

/** Keywords that are taken over, or have nothing to say about the shape of a value. */
const UNDERSTOOD = new Set([
	'$ref',
	'type',
	'description',
	'enum',
	'const',
	'properties',
	'nullable',
	'$schema',
	'$id',
	'$defs',
	'$comment',
	'definitions',
	'title',
	'examples',
	'default',
	'required',
]);

/** Keywords that are understood with some values only. */
const PARTLY_UNDERSTOOD = new Map<string, (value: unknown) => boolean>([
	['items', (value) => value === true || isObject(value)],
	['additionalProperties', (value) => typeof value === 'boolean'],
]);

const RULES: Record<string, (value: unknown) => string> = {
	format: (value) => `in the format ${String(value)}`,
	pattern: (value) => `matching ${String(value)}`,
	minimum: (value) => `at least ${String(value)}`,
	maximum: (value) => `at most ${String(value)}`,
	minLength: (value) => `at least ${counted(value, 'character')}`,
	maxLength: (value) => `at most ${counted(value, 'character')}`,
	minItems: (value) => `at least ${counted(value, 'element')}`,
	maxItems: (value) => `at most ${counted(value, 'element')}`,
};

function counted(value: unknown, noun: string): string {
	return `${String(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** What a schema may come to, in characters, far more than a model reads. */
const LARGEST_SCHEMA = 500_000;

/** About what the name and the type of a field take. */
const SMALLEST_SHAPE = 50;

/** A schema that describes no object or too much, or refers to something that is not in it. */
export class UnusableSchema extends Error {}

/**
 * The fields of a JSON Schema for an object. Local references are followed; the schemas of `allOf` are
 * merged, where two say different things the later one wins and it is noted; `anyOf` and `oneOf` with
 * null mean that null is a value. References that lead to the same places again and again multiply what
 * is sent, so there is a bound. What has no type in the schema has none here, unless its members,
 * elements or allowed values say it.
 * @throws UnusableSchema
 */
export function shapesOfSchema(schema: IDataObject): SchemaShapes {
	const reading = new Reading(schema);
	const { members: shapes } = reading.shape(schema, '');
	if (!shapes) {
		throw new UnusableSchema(
			'does not describe an object: it needs "type": "object" and "properties"',
		);
	}
	return { shapes, left: [...reading.left] };
}

class Reading {
	readonly left = new Set<string>();

	private readonly root: IDataObject;

	/** References on the way from the root to here, so that a circle is noticed. */
	private readonly followed: string[] = [];

	/** What it has come to so far, in characters. */
	private size = 0;

	constructor(root: IDataObject) {
		this.root = root;
	}

	shape(schema: IDataObject, place: string): Shape {
		if (typeof schema.$ref === 'string') return this.referred(schema.$ref, schema, place);
		const { allOf, ...beside } = schema;
		if (isMergeable(allOf)) return this.merged(allOf, beside, place);
		const alternative = onlyAlternative(schema);
		if (alternative) {
			const shape = this.shape(alternative.schema, place);
			return alternative.orNull ? { ...shape, nullable: true } : shape;
		}
		this.noteUnknown(schema, place);
		const types = [schema.type].flat().filter((type) => typeof type === 'string');
		const type = this.typeOf(schema, types, place);
		const words = { ...described(schema), ...constrained(schema) };
		this.grow(writtenJson(words).length);
		return {
			...words,
			type: type === 'string' && schema.format === 'date' ? 'date' : type,
			...((types.includes('null') || schema.nullable === true) && { nullable: true }),
			...(isObject(schema.items) && { items: this.shape(schema.items, `${place}items.`) }),
			...(isObject(schema.properties) && {
				members: this.members(schema.properties, schema.required, place),
			}),
		};
	}

	private grow(characters: number): void {
		this.size += SMALLEST_SHAPE + characters;
		if (this.size <= LARGEST_SCHEMA) return;
		throw new UnusableSchema(
			`describes too much: with its references followed, it comes to more than ${LARGEST_SCHEMA} characters`,
		);
	}

	/** What all of the schemas say, and what stands beside them. */
	private merged(schemas: unknown[], beside: IDataObject, place: string): Shape {
		const objects = schemas.filter(isObject);
		if (objects.length === 1) return this.shape({ ...objects[0], ...beside }, place);
		const parts = [...objects, beside].map((part) => this.shape(part, place));
		return parts.reduce((merged, part) =>
			mergedShape(merged, part, (what) => this.left.add(`${place}allOf (${what})`)),
		);
	}

	private typeOf(schema: IDataObject, types: string[], place: string): string {
		const [type, ...others] = types.filter((name) => name !== 'null');
		if (type === undefined) return impliedType(schema);
		if (others.length === 0) return type;
		this.left.add(`${place}type (more than one)`);
		return ANY;
	}

	/** The API knows no optional fields (api-spec.md 2.7): those that are not required may be null. */
	private members(properties: IDataObject, required: unknown, place: string): Map<string, Shape> {
		const isOptional = (name: string) => Array.isArray(required) && !required.includes(name);
		return new Map(
			Object.entries(properties).map(([name, property]) => {
				const member = isObject(property) ? property : {};
				const shape = this.shape(member, `${place}properties.${name}.`);
				return [name, isOptional(name) ? { ...shape, nullable: true } : shape];
			}),
		);
	}

	private referred(reference: string, schema: IDataObject, place: string): Shape {
		const target = this.target(reference);
		if (this.followed.includes(reference)) {
			this.left.add(`${place}$ref (it leads back to itself)`);
			const type = typeof target.type === 'string' ? target.type : ANY;
			return { type, ...described(target), ...described(schema) };
		}
		this.followed.push(reference);
		const shape = this.shape({ ...target, ...schema, $ref: target.$ref }, place);
		this.followed.pop();
		return shape;
	}

	private target(reference: string): IDataObject {
		if (!reference.startsWith('#')) {
			throw new UnusableSchema(`refers to "${reference}", which is not part of it`);
		}
		let target: unknown = this.root;
		for (const part of reference.slice(1).split('/').filter(Boolean)) {
			const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
			target = isObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
		}
		if (isObject(target)) return target;
		throw new UnusableSchema(`refers to "${reference}", which it does not have`);
	}

	private noteUnknown(schema: IDataObject, place: string): void {
		for (const [keyword, value] of Object.entries(schema)) {
			const isKnown = UNDERSTOOD.has(keyword) || Object.hasOwn(RULES, keyword);
			const isUnderstood = PARTLY_UNDERSTOOD.get(keyword)?.(value) ?? isKnown;
			if (!isUnderstood) this.left.add(`${place}${keyword}`);
		}
	}
}

/** A part of a reference; one that is no valid percent encoding stands for itself. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

function isMergeable(allOf: unknown): allOf is unknown[] {
	return Array.isArray(allOf) && allOf.every((schema) => schema === true || isObject(schema));
}

/** The only schema of `anyOf` or `oneOf`, not counting `{type: "null"}`. */
function onlyAlternative({ anyOf, oneOf, ...beside }: IDataObject) {
	const lists = [anyOf, oneOf].filter((list) => list !== undefined);
	if (lists.length !== 1 || !Array.isArray(lists[0])) return undefined;
	const [list] = lists;
	const others = list.filter((schema) => !isObject(schema) || schema.type !== 'null');
	if (others.length !== 1 || !isObject(others[0])) return undefined;
	return { schema: { ...others[0], ...beside }, orNull: list.length > 1 };
}

function impliedType(schema: IDataObject): string {
	if (isObject(schema.properties)) return 'object';
	if (schema.items !== undefined) return 'array';
	return shapeOfAll(allowedValues(schema) ?? []).type;
}

function allowedValues(schema: IDataObject): unknown[] | undefined {
	if (schema.const !== undefined) return [schema.const];
	return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function described({ description, title }: IDataObject): Pick<Shape, 'description'> {
	const words = [description, title].find((text) => typeof text === 'string' && text !== '');
	return words === undefined ? {} : { description: words as string };
}

function constrained(schema: IDataObject): Pick<Shape, 'values' | 'rules'> {
	const values = allowedValues(schema);
	const rules = Object.keys(RULES)
		.filter((keyword) => Object.hasOwn(schema, keyword))
		.filter((keyword) => !(keyword === 'format' && schema.format === 'date'))
		.map((keyword) => RULES[keyword](schema[keyword]));
	return {
		...(values && { values }),
		...(rules.length > 0 && { rules }),
	};
}
