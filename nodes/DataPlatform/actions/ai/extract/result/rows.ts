import type { IDataObject } from 'n8n-workflow';
import type { Extraction } from '../extraction';
import type { Issue } from '../issues';
import type { ListOptions } from '../itemOptions';
import { hasNoValue } from './missingValues';
import { getValueAt, isInside } from '../../../../helpers/paths';
import { groupBy, isObject } from '../../../../helpers/values';

/** What becomes an item, apart from the input's fields and the node's own. */
export interface Row {
	fields: IDataObject;
	/** The issues of these fields, with paths that start in the row. */
	issues: Issue[];
	/** Columns that are null only because the row's element isn't an object. The input's fields may replace them. */
	emptyColumns: string[];
}

/**
 * Splits an extraction at its list. Each row has one element, the fields outside of the list, and the issues of both.
 * @returns undefined if there is no list, unless Keep Empty Lists is on
 */
export function toRows(
	list: ListOptions,
	{ output, issues }: Extraction,
	flagsIssues: boolean,
): Row[] | undefined {
	const { path, columns, keepsEmpty } = list;
	const value = getValueAt(output, path);
	if (hasNoValue(value) && !keepsEmpty) return undefined;
	// Another value than a list counts as its only element.
	const elements: unknown[] = hasNoValue(value) ? [] : [value].flat();
	const columnsByRow = elements.map((element) => toColumns(element, list));
	if (columnsByRow.length === 0 && keepsEmpty) columnsByRow.push(toColumns(null, list));
	// No other item would list the issues of an empty list. This row has no columns, because a null in them would replace
	// an outer field.
	if (columnsByRow.length === 0 && flagsIssues && issues.length > 0) columnsByRow.push({});
	const outerFields = Object.entries(omitPath(output, path));
	const issuesByRow = groupBy(issues.map((issue) => moveToRow(issue, path)));
	const outerIssues = issuesByRow.get('all') ?? [];
	return columnsByRow.map((own, index) => {
		const isObjectElement = isObject(elements[index]);
		// A column replaces a field of the same name, and its issues, even if an object lacks it. The row of any other element
		// has all columns.
		const isReplaced = (name: unknown) =>
			Object.hasOwn(own, String(name)) || (isObjectElement && columns.includes(String(name)));
		const keptFields = outerFields.filter(([name]) => !isReplaced(name));
		const keptIssues = outerIssues.filter(({ path: [name] }) => !isReplaced(name));
		return {
			fields: { ...Object.fromEntries(keptFields), ...own },
			issues: [...keptIssues, ...(issuesByRow.get(index) ?? [])],
			emptyColumns: isObjectElement ? [] : columns.filter((name) => own[name] === null),
		};
	});
}

/** Returns the columns of an element. An element that isn't an object has the name of the list. */
function toColumns(element: unknown, { path, columns }: ListOptions): IDataObject {
	if (isObject(element)) return element;
	const names = columns.map((name) => [name, null]);
	const value = columns.length > 0 && hasNoValue(element) ? [] : [[path.at(-1), element]];
	return Object.fromEntries([...names, ...value]) as IDataObject;
}

/**
 * Returns the row of an issue, and the issue with its path in the row. With the list `order.lines`:
 * - `order.lines[2].price`: `price` in row 2
 * - `order.lines[2]`, an element that isn't an object: `lines` in row 2
 * - `order.lines`: `lines` in the first row
 * - `total`, outside of the list: in all rows
 */
function moveToRow(issue: Issue, list: string[]): readonly [number | 'all', Issue] {
	if (!isInside(issue.path, list)) return ['all', issue];
	// Without a position, the issue is about the list. An object instead of the list has become its only element.
	const [position, ...inner] = issue.path.slice(list.length);
	const row = typeof position === 'number' ? position : 0;
	const isInColumn = typeof inner[0] === 'string';
	return [row, { ...issue, path: isInColumn ? inner : [list.at(-1)!, ...inner] }];
}

function omitPath(fields: IDataObject, [name, ...inner]: string[]): IDataObject {
	const { [name]: value, ...rest } = fields;
	return inner.length > 0 && isObject(value) ? { ...rest, [name]: omitPath(value, inner) } : rest;
}
