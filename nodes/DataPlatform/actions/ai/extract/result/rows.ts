import type { IDataObject } from 'n8n-workflow';
import type { Extraction } from './convert';
import type { Issue } from './issues';
import type { ListOptions } from './itemOptions';
import { matchNames } from './matchNames';
import { isEmpty, isPlaceholder } from './missingValues';
import { parseJsonText } from '../../../../helpers/exactJson';
import { getValueAt, isInside } from '../../../../helpers/paths';
import { groupBy, isObject, mapMembers } from '../../../../helpers/values';
import { type FieldSchema, mayBe, propertyOf, typeOf } from '../request/jsonSchema';

/** What becomes an item, apart from the input's fields and the node's own. */
export interface Row {
	fields: IDataObject;
	/** The issues of these fields, with paths that start in the row. */
	issues: Issue[];
	/** Names of fields that are null only because the response lacks them. */
	filled: string[];
}

/**
 * Returns an output whose list has an element per row. A model may have written the list or its elements as JSON
 * text, in a list or an object of their own, or as a single object.
 */
export function unwrapList(output: IDataObject, schema: FieldSchema, list: ListOptions) {
	const hints: string[] = [];
	const unwrapped = changeAt(output, schema, list.path, (value, { items = {} }) => {
		const elements = toElements(value, items);
		const rows = Array.isArray(elements) ? elements.map((each) => toRow(each, items)) : elements;
		const isOdd = (row: unknown) => !isMissing(row) && lacksColumns(row, items);
		if ([rows].flat().some(isOdd)) {
			hints.push(
				`Some elements of the list "${list.name}" have none of its columns. To see them, choose 'Raw Response' under 'Items'.`,
			);
		}
		return rows;
	});
	return { output: unwrapped, hints };
}

/** Changes the value of the field at a path. */
function changeAt(
	holder: IDataObject,
	schema: FieldSchema,
	[field, ...inner]: string[],
	change: (value: unknown, schema: FieldSchema) => unknown,
): IDataObject {
	const { names } = matchNames(Object.keys(schema.properties ?? {}), holder);
	const fieldSchema = propertyOf(schema, field) ?? {};
	return mapMembers(holder, (value, member) => {
		if (names.get(member) !== field) return value;
		if (inner.length === 0) return change(value, fieldSchema);
		const object = parseJsonText(value);
		return isObject(object) ? changeAt(object, fieldSchema, inner, change) : value;
	}) as IDataObject;
}

function toElements(value: unknown, items: FieldSchema): unknown {
	const parsed = parseJsonText(value) ?? value;
	const isListOfLists = mayBe('array', items);
	if (Array.isArray(parsed)) return isListOfLists ? parsed : parsed.flat();
	if (!isObject(parsed)) return value;
	const [inner, ...others] = Object.values(parsed);
	const mayBeRow = items.properties ? !lacksColumns(parsed, items) : items.type === 'object';
	const isWrapped = Array.isArray(inner) && others.length === 0 && !mayBeRow && !isListOfLists;
	return isWrapped ? toElements(inner, items) : [parsed];
}

/** Reads an element that is JSON text, unless the schema allows text. */
function toRow(element: unknown, { type }: FieldSchema): unknown {
	const parsed = parseJsonText(element);
	const isRow = typeof parsed === 'object' && typeOf(parsed) === type;
	return isRow ? parsed : element;
}

const isMissing = (value: unknown) => isEmpty(value) || isPlaceholder(value);

/** Whether a value isn't a row, because it has other members instead of the columns. */
function lacksColumns(value: unknown, { properties, others }: FieldSchema): boolean {
	if (!properties || others) return false;
	if (!isObject(value)) return true;
	const { names } = matchNames(Object.keys(properties), value);
	return names.size === 0 && Object.keys(value).length > 0;
}

/** Returns the only row of an extraction without a list. */
export function toSingleRow({ output, issues }: Extraction): Row {
	return { fields: output, issues, filled: listMissing(issues) };
}

const listMissing = (issues: Issue[]) =>
	issues
		.filter(({ kind, path }) => kind === 'missing' && path.length === 1)
		.map(({ path }) => String(path[0]));

/**
 * Splits an extraction at its list. Each row has one element, the fields outside of the list, and the issues
 * of both.
 * @returns undefined if there is no list, unless Keep Empty Lists is on
 */
export function toRows(
	list: ListOptions,
	{ output, issues }: Extraction,
	flagsIssues: boolean,
): Row[] | undefined {
	const { path, columns, keepsEmpty } = list;
	const value = getValueAt(output, path);
	if (isMissing(value) && !keepsEmpty) return undefined;
	// Another value than a list counts as its only element.
	const elements: unknown[] = isMissing(value) ? [] : [value].flat();
	const rows = elements.map((element) => toColumns(element, list));
	// Without any row, no item would list the issues.
	if (rows.length === 0 && keepsEmpty) rows.push(toColumns(null, list));
	if (rows.length === 0 && flagsIssues && issues.length > 0) rows.push({});
	const issuesByRow = groupBy(issues.map((issue) => moveToRow(issue, path)));
	const others = omitPath(output, path);
	return rows.map((row, index) => {
		// A column replaces a shared field of the same name, so the field's issues don't apply.
		const shared = issuesByRow.get('all') ?? [];
		const outside = shared.filter((issue) => !Object.hasOwn(row, issue.path[0]));
		const own = [...outside, ...(issuesByRow.get(index) ?? [])];
		const filled = [...listMissing(own), ...(isObject(elements[index]) ? [] : columns)];
		return { fields: { ...others, ...row }, issues: own, filled };
	});
}

/** Returns the columns of an element. An element that isn't an object has the name of the list. */
function toColumns(element: unknown, { path, columns }: ListOptions): IDataObject {
	if (isObject(element)) return element;
	const names = columns.map((name) => [name, null]);
	const own = columns.length > 0 && isMissing(element) ? [] : [[path.at(-1), element]];
	return Object.fromEntries([...names, ...own]) as IDataObject;
}

/** Returns the row of an issue, and the issue with its path in the row: `price` for `lines[0].price`. */
function moveToRow(issue: Issue, list: string[]): readonly [number | 'all', Issue] {
	if (!isInside(issue.path, list)) return ['all', issue];
	const inner = issue.path.slice(list.length);
	// An issue of the list itself, or of a value instead of a list, is in the only row.
	const row = typeof inner[0] === 'number' ? Number(inner.shift()) : 0;
	return [row, { ...issue, path: typeof inner[0] === 'string' ? inner : [list.at(-1)!, ...inner] }];
}

function omitPath(fields: IDataObject, [name, ...inner]: string[]): IDataObject {
	const { [name]: value, ...rest } = fields;
	return inner.length > 0 && isObject(value) ? { ...rest, [name]: omitPath(value, inner) } : rest;
}
