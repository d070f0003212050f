import { groupBy, isObject } from '../../../helpers/values';
import type { Shape } from './shape';
import { ANY } from './shape';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

const KINDS: Array<{ type: string; holds: (value: unknown) => boolean }> = [
	{ type: 'array', holds: Array.isArray },
	{ type: 'object', holds: isObject },
	{ type: 'number', holds: (value) => ['number', 'bigint'].includes(typeof value) },
	{ type: 'boolean', holds: (value) => typeof value === 'boolean' },
	{ type: 'date', holds: (value) => typeof value === 'string' && DATE.test(value) },
	{ type: 'string', holds: (value) => typeof value === 'string' },
];

/** The fields of an example object, each with the shape of its value. */
export function shapesOfExample(example: object): Map<string, Shape> {
	return membersOfAll([example]);
}

/**
 * What values look like together: null is a value where one of them is null, an object may lack
 * members that another has, and values of several kinds leave the type open.
 */
export function shapeOfAll(values: unknown[]): Shape {
	const given = values.filter((value) => value !== null);
	const isNullable = given.length < values.length;
	return { ...shapeOfGiven(given), ...(isNullable && { nullable: true }) };
}

function shapeOfGiven(values: unknown[]): Shape {
	const kind = KINDS.find(({ holds }) => values.length > 0 && values.every(holds));
	const type = kind?.type ?? ANY;
	if (type === 'object') return { type, members: membersOfAll(values as object[]) };
	const items = type === 'array' ? shapeOfAll(values.flat()) : undefined;
	return { type, ...(items && items.type !== ANY && { items }) };
}

function membersOfAll(objects: object[]): Map<string, Shape> {
	const values = groupBy(objects.flatMap((object) => Object.entries(object)));
	return new Map(
		[...values].map(([name, ofAll]) => {
			const isOptional = ofAll.length < objects.length;
			return [name, { ...shapeOfAll(ofAll), ...(isOptional && { optional: true }) }];
		}),
	);
}

/** Whether something that was given as an example is a JSON Schema instead. */
export function isJsonSchema(example: unknown): boolean {
	if (!isObject(example)) return false;
	if (typeof example.$schema === 'string') return true;
	return example.type === 'object' && isObject(example.properties);
}
