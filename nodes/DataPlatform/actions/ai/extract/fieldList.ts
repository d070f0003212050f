import { shapeOfAll } from './fromExample';
import type { Shape } from './shape';
import { FIRST_TYPE, OTHER_TYPE } from './fieldRow';
import { withoutUnset } from '../../../helpers/values';
import { InvalidParameterError, parseText } from '../../../parameters/validators';
import { parseList, detectValue, parseJsonArray } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';

/** Types whose allowed values are typed as text but are none. */
const WRITTEN_OUT = new Set(['boolean', 'integer', 'number']);

/**
 * The fields of the list, in order. Rows into which nobody wrote anything do not count, nor do
 * columns without a name.
 * @returns their shapes, and what the user should know of them
 * @throws InvalidParameterError for a field without a name, or a name twice
 */
export function readFieldList(read: ParameterReader): {
	shapes: Map<string, Shape>;
	hints: string[];
} {
	const rows = read.rows('outputStructure').filter((row) => !isBlankField(row));
	const shapes = shapesOf(rows, read.displayName('outputStructure'), readShape);
	const unnamed = [...shapes].flatMap(([name, shape]) => unnamedIn(name, shape));
	const hints = unnamed.map(
		(path) =>
			`Nothing names what "${path}" holds: name its columns, or say it in the Description of the field.`,
	);
	return { shapes, hints };
}

/** The lists and objects of which nothing says what they hold, by their paths. */
function unnamedIn(path: string, shape: Shape): string[] {
	const { type, items, members = items?.members, description, furtherMembers } = shape;
	if (description !== undefined || furtherMembers !== undefined) return [];
	if (members) return [...members].flatMap(([name, each]) => unnamedIn(`${path}.${name}`, each));
	const isOpen = type === 'array' ? (items?.type ?? 'object') === 'object' : type === 'object';
	return isOpen ? [path] : [];
}

function shapesOf(
	rows: ParameterReader[],
	list: string,
	toShape: (row: ParameterReader) => Shape,
): Map<string, Shape> {
	const shapes = new Map<string, Shape>();
	for (const row of rows) {
		for (const name of namesIn(row)) {
			if (shapes.has(name)) row.inPlace(() => refuseTwice(list, name));
			shapes.set(name, toShape(row));
		}
	}
	return shapes;
}

/** Typed names of the same type may share a row; what an expression gives is one name. */
function namesIn(row: ParameterReader): string[] {
	const text = row.requiredText('name');
	if (row.isExpression('name') || !text.includes(',')) return [text];
	const names = text.split(',').map((name) => name.trim());
	return names.filter((name) => name !== '');
}

function refuseTwice(parameter: string, name: string): never {
	throw new InvalidParameterError(
		parameter,
		`names the field "${name}" twice`,
		'Give each field a name of its own.',
	);
}

/** n8n begins with such a row, and brings the last one back that is deleted. */
function isBlankField(row: ParameterReader): boolean {
	const type = row.value('type') ?? FIRST_TYPE;
	const { length: options } = Object.keys(row.value('options') ?? {});
	const isDescribed = row.value('description') !== undefined || options > 0;
	return isNameless(row) && type === FIRST_TYPE && !isDescribed;
}

/** Without a name, and without an expression that may give one to other items. */
function isNameless(row: ParameterReader): boolean {
	return row.value('name') === undefined && !row.isExpression('name');
}

function readShape(row: ParameterReader): Shape {
	const type = row.text('type') ?? FIRST_TYPE;
	const options = row.collection('options');
	const values = readSeparated(options, 'values');
	const isList = type === 'array';
	return withoutUnset<Shape>({
		type: type === OTHER_TYPE ? row.requiredText('otherType') : type,
		description: row.text('description'),
		furtherMembers: options.jsonObject('furtherPropertiesJson'),
		notFromText: options.boolean('notFromText') || undefined,
		items: isList ? readElement(row, values) : undefined,
		members: type === 'object' ? readColumns(row) : undefined,
		values: isList ? undefined : valuesOfType(type, values),
	});
}

/** What the elements of a list look like, where anything says it. */
function readElement(row: ParameterReader, values: unknown[] | undefined): Shape | undefined {
	const chosen = row.text('elementType');
	const members = chosen === undefined || chosen === 'object' ? readColumns(row) : undefined;
	const type = members ? 'object' : (chosen ?? (values && shapeOfAll(values).type));
	if (type === undefined) return undefined;
	return withoutUnset<Shape>({ type, members, values: valuesOfType(type, values) });
}

function readColumns(row: ParameterReader): Map<string, Shape> | undefined {
	const rows = row.rows('columns').filter((column) => !isNameless(column));
	const columns = shapesOf(rows, row.displayName('columns'), (column) => ({
		type: column.text('type') ?? FIRST_TYPE,
	}));
	return columns.size === 0 ? undefined : columns;
}

function valuesOfType(type: string, values: unknown[] | undefined): unknown[] | undefined {
	return WRITTEN_OUT.has(type) ? values?.map((value) => detectValue(value)) : values;
}

/** Texts separated by commas, or a list by expression. */
export function readSeparated(read: ParameterReader, name: string): unknown[] | undefined {
	const value = read.value(name);
	if (value === undefined) return undefined;
	const parameter = read.displayName(name);
	return read.inPlace(() =>
		Array.isArray(value)
			? parseJsonArray(parameter, value)
			: parseList(parameter, parseText(parameter, value)),
	);
}
