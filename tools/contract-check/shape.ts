import { isObject } from '../../nodes/DataPlatform/helpers/values.ts';

/** More members than this are no structure but data: a map from ids or names to something. */
const MOST_MEMBERS = 40;
/** Words of an API; with blanks, other letters or four digits it may be somebody's data. */
const WORD = /^(?!(?:.*\d){4})[a-z_$][\w$-]{0,39}$/i;
const CONSTANT = /^(?!(?:.*\d){4})[A-Z][A-Z0-9_]{0,39}$/;

/** A member's name, or a placeholder where it may be data. */
export const memberName = (name: string): string => (WORD.test(name) ? name : '[name]');

/** A value of an enumeration, which is a word of the API; a placeholder for every other text. */
export const constant = (value: unknown): string =>
	typeof value === 'string' && CONSTANT.test(value) ? value : `[${describe([value])}]`;

/** The values that a member has, in the objects that have it. */
export function valuesOf(values: unknown[], name: string): unknown[] {
	const having = values.filter(isObject).filter((value) => Object.hasOwn(value, name));
	return having.map((value) => value[name]);
}

/**
 * The shape of all the values that were seen at one place, without the values:
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
