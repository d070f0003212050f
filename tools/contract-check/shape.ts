import { isObject } from '../../nodes/DataPlatform/helpers/values.ts';

/** Objects with more members are data, such as a map with IDs or names. */
const MOST_MEMBERS = 40;
/** Words of an API. Text with spaces, other letters, or four digits may be data. */
const WORD = /^(?!(?:.*\d){4})[a-z_$][\w$-]{0,39}$/i;
const CONSTANT = /^(?!(?:.*\d){4})[A-Z][A-Z0-9_]{0,39}$/;

/** A member's name, or a placeholder if it may be data. */
export const memberName = (name: string): string => (WORD.test(name) ? name : '[name]');

/** A constant of the API, or a placeholder for other values. */
export const constant = (value: unknown): string =>
	typeof value === 'string' && CONSTANT.test(value) ? value : `[${describe([value])}]`;

/** The values of a member, from objects that have it. */
export function valuesOf(values: unknown[], name: string): unknown[] {
	const having = values.filter(isObject).filter((value) => Object.hasOwn(value, name));
	return having.map((value) => value[name]);
}

/**
 * The shape of all values at a path, without the values:
 * `{id: integer, name?: string, links: [{valid: string}]}`.
 */
export function describe(values: unknown[]): string {
	const objects = values.filter(isObject);
	const lists = values.filter(Array.isArray);
	const scalars = values.filter((value) => !isObject(value) && !Array.isArray(value));
	const shapes = [
		...scalars.map(scalarType),
		...(objects.length > 0 ? [describeObjects(objects)] : []),
		...(lists.length > 0 ? [`[${describe(lists.flat())}]`] : []),
	];
	return [...new Set(shapes)].join(' | ');
}

function describeObjects(objects: object[]): string {
	const names = [...new Set(objects.flatMap(Object.keys))];
	const shownName = names.length > MOST_MEMBERS ? () => '[name]' : memberName;
	const members = [...Map.groupBy(names, shownName)].map(([shown, same]) => {
		const found = same.flatMap((name) => valuesOf(objects, name));
		const isOptional = shown !== '[name]' && found.length < objects.length;
		return `${shown}${isOptional ? '?' : ''}: ${describe(found)}`;
	});
	return `{${members.join(', ')}}`;
}

function scalarType(value: unknown): string {
	if (value === null) return 'null';
	return Number.isInteger(value) ? 'integer' : typeof value;
}
