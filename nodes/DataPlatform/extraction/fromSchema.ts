import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import type { Shape } from './shape';

/** The fields that a JSON Schema describes, and what of it could not be taken over. */
export interface SchemaShapes {
	shapes: Map<string, Shape>;
	/** Places and keywords, such as `properties.total.allOf`. */
	left: string[];
}

/** Keywords that have nothing to say about the shape of a value. */
const SILENT = new Set([
	'$schema',
	'$id',
	'$defs',
	'$comment',
	'definitions',
	'title',
	'examples',
	'default',
	'additionalProperties',
	// Every field counts as required (api-spec.md 2.7).
	'required',
]);

const TAKEN_OVER = new Set([
	'$ref',
	'type',
	'description',
	'enum',
	'const',
	'items',
	'properties',
	'nullable',
]);

const RULES: Record<string, (value: unknown) => string> = {
	format: (value) => `in the format ${String(value)}`,
	pattern: (value) => `matching ${String(value)}`,
	minimum: (value) => `at least ${String(value)}`,
	maximum: (value) => `at most ${String(value)}`,
	minLength: (value) => `at least ${String(value)} characters`,
	maxLength: (value) => `at most ${String(value)} characters`,
	minItems: (value) => `at least ${String(value)} elements`,
	maxItems: (value) => `at most ${String(value)} elements`,
};

/** A schema that describes no object, or refers to something that is not in it. */
export class UnusableSchema extends Error {}

/**
 * The fields of a JSON Schema for an object. Local references are followed; `anyOf` and `oneOf` with
 * null mean that null is a value.
 * @throws UnusableSchema
 */
export function shapesOfSchema(schema: IDataObject): SchemaShapes {
	const left: string[] = [];
	const root = new Reading(schema, left).shape(schema, '');
	if (!root.members) {
		throw new UnusableSchema(
			'does not describe an object: it needs "type": "object" and "properties"',
		);
	}
	return { shapes: new Map(root.members), left };
}

class Reading {
	private readonly root: IDataObject;

	private readonly left: string[];

	/** References on the way from the root to here, so that a circle is noticed. */
	private readonly followed: readonly string[];

	constructor(root: IDataObject, left: string[], followed: readonly string[] = []) {
		this.root = root;
		this.left = left;
		this.followed = followed;
	}

	shape(schema: IDataObject, place: string): Shape {
		if (typeof schema.$ref === 'string') return this.referred(schema.$ref, schema, place);
		const withNull = alternativeToNull(schema);
		if (withNull) return { ...this.shape(withNull, place), nullable: true };

		this.noteUnknown(schema, place);
		const types = [schema.type].flat().filter((type) => typeof type === 'string');
		const type = types.find((name) => name !== 'null') ?? impliedType(schema);
		return {
			...described(schema),
			...constrained(schema),
			...(type === 'string' && schema.format === 'date' ? { type: 'date' } : { type }),
			...((types.includes('null') || schema.nullable === true) && { nullable: true }),
			...(isObject(schema.items) && { items: this.shape(schema.items, `${place}items.`) }),
			...(isObject(schema.properties) && { members: this.members(schema.properties, place) }),
		};
	}

	private members(properties: IDataObject, place: string): Map<string, Shape> {
		return new Map(
			Object.entries(properties).map(([name, property]) => [
				name,
				this.shape(isObject(property) ? property : {}, `${place}properties.${name}.`),
			]),
		);
	}

	private referred(reference: string, schema: IDataObject, place: string): Shape {
		if (this.followed.includes(reference)) {
			this.left.push(`${place}$ref (it leads back to itself)`);
			return { type: 'object', ...described(schema) };
		}
		const target = this.target(reference);
		const deeper = new Reading(this.root, this.left, [...this.followed, reference]);
		return { ...deeper.shape(target, place), ...described(schema) };
	}

	private target(reference: string): IDataObject {
		if (!reference.startsWith('#')) {
			throw new UnusableSchema(`refers to "${reference}", which is not part of it`);
		}
		let target: unknown = this.root;
		for (const part of reference.slice(1).split('/').filter(Boolean)) {
			const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
			target = isObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
		}
		if (isObject(target)) return target;
		throw new UnusableSchema(`refers to "${reference}", which it does not have`);
	}

	private noteUnknown(schema: IDataObject, place: string): void {
		for (const keyword of Object.keys(schema)) {
			if (SILENT.has(keyword) || TAKEN_OVER.has(keyword) || Object.hasOwn(RULES, keyword)) continue;
			this.left.push(`${place}${keyword}`);
		}
	}
}

/** The other alternative of `anyOf: [something, {type: "null"}]`. */
function alternativeToNull({ anyOf, oneOf, ...rest }: IDataObject): IDataObject | undefined {
	const alternatives = anyOf ?? oneOf;
	if (!Array.isArray(alternatives) || alternatives.length !== 2) return undefined;
	const others = alternatives.filter(
		(alternative) => isObject(alternative) && alternative.type !== 'null',
	) as IDataObject[];
	return others.length === 1 ? { ...rest, ...others[0] } : undefined;
}

function impliedType(schema: IDataObject): string {
	if (isObject(schema.properties)) return 'object';
	return schema.items === undefined ? 'string' : 'array';
}

function described({ description }: IDataObject): Pick<Shape, 'description'> {
	return typeof description === 'string' && description !== '' ? { description } : {};
}

function constrained(schema: IDataObject): Pick<Shape, 'values' | 'rules'> {
	const values = schema.const === undefined ? schema.enum : [schema.const];
	const rules = Object.keys(RULES)
		.filter((keyword) => Object.hasOwn(schema, keyword))
		.filter((keyword) => !(keyword === 'format' && schema.format === 'date'))
		.map((keyword) => RULES[keyword](schema[keyword]));
	return {
		...(Array.isArray(values) && { values }),
		...(rules.length > 0 && { rules }),
	};
}
