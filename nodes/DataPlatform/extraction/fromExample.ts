import { isObject } from '../values';
import type { Shape } from './shape';

const KINDS: Array<{ holds: (value: unknown) => boolean; shape: (value: unknown) => Shape }> = [
	{ holds: Array.isArray, shape: (value) => listShape(value as unknown[]) },
	{
		holds: isObject,
		shape: (value) => ({ type: 'object', members: shapesOfExample(value as object) }),
	},
	{ holds: (value) => typeof value === 'number', shape: () => ({ type: 'number' }) },
	{ holds: (value) => typeof value === 'boolean', shape: () => ({ type: 'boolean' }) },
	{ holds: (value) => value === null, shape: () => ({ type: 'string', nullable: true }) },
];

/** The fields of an example object, each with the shape of its value. */
export function shapesOfExample(example: object): Map<string, Shape> {
	return new Map(Object.entries(example).map(([name, value]) => [name, shapeOfExample(value)]));
}

function shapeOfExample(value: unknown): Shape {
	return KINDS.find(({ holds }) => holds(value))?.shape(value) ?? { type: 'string' };
}

/** A list looks like its elements together: an object of a list may lack members that another has. */
function listShape(elements: unknown[]): Shape {
	if (elements.length === 0) return { type: 'array' };
	if (elements.every(isObject)) return { type: 'array', items: shapeOfExample(merged(elements)) };
	const shapes = elements.map(shapeOfExample);
	const isOneKind = shapes.every(({ type }) => type === shapes[0].type);
	return { type: 'array', ...(isOneKind && { items: shapes[0] }) };
}

/** One object with every member of the objects, each with the first value that it has. */
function merged(objects: object[]): object {
	const members = new Map<string, unknown>();
	for (const [name, value] of objects.flatMap((object) => Object.entries(object))) {
		if (!members.has(name)) members.set(name, value);
	}
	return Object.fromEntries(members);
}

/** Whether something that was given as an example is a JSON Schema instead. */
export function isJsonSchema(example: unknown): boolean {
	if (!isObject(example)) return false;
	if (typeof example.$schema === 'string') return true;
	return example.type === 'object' && isObject(example.properties);
}
