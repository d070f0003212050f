import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeParameterResourceLocator,
	INodeProperties,
} from 'n8n-workflow';
import type { Shape } from './shape';
import { ANY } from './shape';
import { outputStructureFields, readOutputStructure } from './structure';
import { isObject } from '../../../helpers/values';
import { InvalidParameterError } from '../../../parameters/validators';
import { ParameterReader } from '../../../parameters/reader';

type Shapes = ReadonlyMap<string, Shape>;

/** Types that cannot hold a list. What has another name may be one. */
const NO_LISTS = new Set(['boolean', 'date', 'integer', 'number', 'object', 'string']);

/** Which list becomes items. */
export const listField: INodeProperties = {
	displayName: 'List',
	name: 'list',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The extracted list whose elements become items; empty for the only one there is',
	displayOptions: { show: { extractionFormat: ['perElement'] } },
	modes: [
		{
			displayName: 'From the Fields',
			name: 'list',
			type: 'list',
			placeholder: 'The only list',
			typeOptions: {
				searchListMethod: 'listsToExtract',
				searchable: true,
				skipCredentialsCheckInRLC: true,
			},
		},
		{
			displayName: 'By Path',
			name: 'path',
			type: 'string',
			placeholder: 'e.g. order.lines',
			hint: 'The name of the field, behind those of the objects that it stands in',
		},
	],
};

/** What the panel offers as List: the lists among its fields as they stand there now. */
export async function listsToExtract(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const values = this.getCurrentNodeParameters() ?? {};
	const read = new ParameterReader((name) => values[name], outputStructureFields);
	const paths = pathsOfLists(readOutputStructure(read, false).shapes).map((path) => path.join('.'));
	const wanted = filter.toLowerCase();
	return {
		results: paths
			.filter((path) => path.toLowerCase().includes(wanted))
			.map((path) => ({ name: path, value: path })),
	};
}

/**
 * The names that lead to the list whose elements become items.
 * @throws InvalidParameterError when there is none, when there are several to choose from, and for what is no list
 */
export function readList(read: ParameterReader, shapes: Shapes): string[] {
	const given = read.value('list') as INodeParameterResourceLocator | string | undefined;
	const name = isObject(given) ? given.value : given;
	return name ? namedList(read, String(name), shapes) : onlyList(read, shapes);
}

function onlyList(read: ParameterReader, shapes: Shapes): string[] {
	const paths = pathsOfLists(shapes);
	if (paths.length === 1) return paths[0];
	const lists = paths.map((path) => path.join('.')).join(', ');
	throw new InvalidParameterError(
		read.displayName('list'),
		lists ? `is empty, and there are several lists: ${lists}` : 'is empty, and no field is a list',
		lists ? 'Choose one of them.' : 'Make a field a list, or choose another Output.',
	);
}

function namedList(read: ParameterReader, name: string, shapes: Shapes): string[] {
	const isNamed = (path: string[]) => path.join('.') === name;
	const path = shapes.has(name) ? [name] : (pathsOfLists(shapes).find(isNamed) ?? name.split('.'));
	const found = shapeAt(path, shapes);
	if (found && !NO_LISTS.has(found.type)) return path;
	const reason = found
		? `names "${name}", which is no list`
		: `names "${name}", which is none of the fields to extract: ${[...shapes.keys()].join(', ')}`;
	throw new InvalidParameterError(
		read.displayName('list'),
		reason,
		'Name a field of the type List, or a list inside an object by its path, such as order.lines.',
	);
}

/** What stands at a path. Members that nobody described may be there, and be of any type. */
export function shapeAt([name, ...inner]: string[], shapes: Shapes): Shape | undefined {
	const shape = shapes.get(name);
	if (shape === undefined || inner.length === 0) return shape;
	if (shape.members) return shapeAt(inner, shape.members);
	const { type } = shape;
	const hasNoMembers = type === 'array' || (type !== 'object' && NO_LISTS.has(type));
	return hasNoMembers ? undefined : { type: ANY };
}

function pathsOfLists(shapes: Shapes): string[][] {
	return [...shapes].flatMap(([name, { type, members = new Map() }]) =>
		type === 'array' ? [[name]] : pathsOfLists(members).map((inner) => [name, ...inner]),
	);
}
