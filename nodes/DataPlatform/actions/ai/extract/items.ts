import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../../../helpers/exactJson';
import { formatPath, getValueAt, isInside, type Path } from '../../../helpers/paths';
import {
	groupBy,
	isObject,
	marksItemAsFailed,
	pick,
	withoutUndefined,
} from '../../../helpers/values';
import type { Result } from '../../operation';
import { isEmpty } from './convert';
import type { ConvertOptions, Issue, IssueKind } from './issues';
import type { FieldSchema } from './schema';
import { ApiError, type ApiErrorDetails } from '../../../transport/apiError';

/** A response of the platform (api-spec.md 2.8). */
export type ExtractResponse = IDataObject & { output: IDataObject };

/** The output of a response, and what conversion and checks found. */
export interface Assessment {
	/** The output before conversion. */
	received: IDataObject;
	/** The output after conversion. */
	converted: IDataObject;
	issues: Issue[];
}

/** The list whose elements become items. */
export interface ItemList {
	/** Names of the fields that lead to the list. */
	path: string[];
	/** Names of the columns that the schema describes; empty if it describes none. */
	columns: string[];
	/** Whether an empty or missing list becomes one item, whose columns are null. */
	keepsEmpty: boolean;
}

/** The parameters of the option Checks. */
export interface CheckOptions {
	/** Name of the field that lists the issues. */
	field?: string;
	failsItem: boolean;
	dontLookUp: ReadonlySet<string>;
}

export interface ItemOptions extends ConvertOptions {
	checks?: CheckOptions;
	schema: FieldSchema;
	/** Whether to include the input item's fields, and which value wins if names of fields collide. */
	inputFields: 'none' | 'extractedWin' | 'inputWin';
	/** Undefined if each input item becomes one output item. */
	list?: ItemList;
	/** Name of the field for details such as the model and the request ID. Undefined: no such field. */
	detailsField?: string;
}

/**
 * Creates the output items for one input item, with hints for the user.
 * @throws ApiError if issues or a missing list fail the item, or if a field "error" would make n8n treat an
 * output item as failed. The error contains the response, so that users needn't pay for it twice
 */
export function toItems(
	assessment: Assessment,
	options: ItemOptions,
	input: IDataObject,
	response: ExtractResponse,
): Result {
	throwIfUnusable(assessment, options, response);
	const { issues } = assessment;
	const { detailsField, checks, list } = options;
	const issuesOf = createRowFormatter(issues, list, formatIssue);
	const { shared, rows } = splitRows(assessment, options);
	const items = rows.map((ownFields, index) => ({
		...includeInput({ ...shared, ...ownFields }, input, options.inputFields),
		...(detailsField && { [detailsField]: detailsOf(response) }),
		...(checks?.field && { [checks.field]: issuesOf(ownFields, index) }),
	}));
	if (items.some((item) => marksItemAsFailed(item['error']))) {
		throw createIssuesError(
			'The response has a field "error": n8n treats an item with such a field as failed',
			'Set Output to Raw Response, or rename the field.',
			{ received: response },
		);
	}
	const hints = [detailsField, checks?.field]
		.filter((name) => name && rows.some((row) => Object.hasOwn(row, name)))
		.map((name) => `The node's own field "${name}" replaced the extracted field`);
	return { items, hints: [...toHints(assessment, options), ...hints] };
}

/** The kinds of issues that fail the item, by the value of If Fields Are Missing. */
const KINDS_THAT_FAIL: Partial<Record<ConvertOptions['ifMissing'], IssueKind[]>> = {
	failIfMissing: ['missing'],
	failIfEmpty: ['missing', 'empty'],
};

function throwIfUnusable(
	{ converted, issues }: Assessment,
	{ ifMissing, list, checks }: ItemOptions,
	received: ExtractResponse,
): void {
	const kinds = KINDS_THAT_FAIL[ifMissing];
	const missing = issues.filter(({ kind }) => kinds?.includes(kind));
	if (missing.length > 0) {
		throw createIssuesError(
			`The response has no value for ${listWords(missing.map(({ path }) => `"${formatPath(path)}"`))}`,
			'Change "If Fields Are Missing" under Options, or describe the fields in more detail.',
			{ received },
		);
	}
	const failing = checks?.failsItem ? issues.filter(needsAttention) : [];
	if (failing.length > 0) {
		const words = failing.map(({ path, kind }) => `${formatPath(path)} (${kind})`);
		throw createIssuesError(
			`Checks found issues: ${listWords(words)}`,
			'To keep such items, open Checks, and set "If Issues Are Found" to "Keep Item".',
			{ received, checks: issues.map((issue) => formatIssue(issue, issue.path)) },
		);
	}
	if (!list || list.keepsEmpty || !isEmpty(getValueAt(converted, list.path))) return;
	throw createIssuesError(
		`The response has no list "${list.path.join('.')}"`,
		'To get an item with empty columns instead, set Output to "One Item per List Element, at Least One".',
		{ received },
	);
}

/** Formats an issue. `itemPath` leads to its value in the output item or, for an error, in the response. */
function formatIssue({ kind, value, reason }: Issue, itemPath: Path): IDataObject {
	return { field: formatPath(itemPath), problem: kind, value: value as IDataObject, reason };
}

/** Returns a function that formats an item's issues or evidence, including those of the shared fields. */
function createRowFormatter<Entry extends { path: Path }>(
	entries: Entry[],
	list: ItemList | undefined,
	format: (entry: Entry, itemPath: Path) => IDataObject,
): (ownFields: IDataObject, index: number) => IDataObject[] {
	const pathInList = ({ path }: Entry) =>
		list && isInside(path, list.path) ? path.slice(list.path.length) : undefined;
	const rows = groupBy(entries.map((entry) => [pathInList(entry)?.[0], entry]));
	const shared = [...rows].flatMap(([row, ofRow]) => (typeof row === 'number' ? [] : ofRow));
	return (ownFields, index) =>
		[...shared, ...(rows.get(index) ?? [])].flatMap((entry) => {
			const inside = pathInList(entry);
			if (inside) return [format(entry, pathInElement(inside, list!.path.at(-1)!))];
			// A column replaces a shared field of the same name, so the field's entries don't apply.
			return Object.hasOwn(ownFields, entry.path[0]) ? [] : [format(entry, entry.path)];
		});
}

/**
 * Converts a path in the list to a path in the output item: `[0].price` to `price`. An element that isn't
 * an object is in a field with the name of the list, so `[0]` becomes `lines`.
 */
function pathInElement(path: Path, listName: string): Path {
	const inner = typeof path[0] === 'number' ? path.slice(1) : path;
	return typeof inner[0] === 'string' ? inner : [listName, ...inner];
}

/** Separates the fields that all items share from the fields of each item. */
function splitRows(
	{ converted, issues }: Assessment,
	{ list, checks }: ItemOptions,
): { shared: IDataObject; rows: IDataObject[] } {
	if (!list) return { shared: converted, rows: [{}] };
	const elements = elementsOf(getValueAt(converted, list.path));
	if (elements.length === 0 && list.keepsEmpty) {
		const empty = Object.fromEntries(list.columns.map((name) => [name, null]));
		elements.push(list.columns.length > 0 ? empty : null);
	} else if (elements.length === 0 && checks?.field && issues.length > 0) {
		// Without elements, no item would list the issues.
		elements.push({});
	}
	const rows = elements.map((element) =>
		isObject(element) ? element : { [list.path.at(-1)!]: element as IDataObject },
	);
	return { shared: omitPath(converted, list.path), rows };
}

/** Returns the elements of a list, which may be JSON text. Another nonempty value counts as one element. */
function elementsOf(value: unknown): unknown[] {
	if (isEmpty(value)) return [];
	const list = parseJsonText(value);
	return Array.isArray(list) ? [...list] : [value];
}

/** Returns a copy of the fields without the value at a path. */
function omitPath(fields: IDataObject, [name, ...inner]: string[]): IDataObject {
	const { [name]: value, ...rest } = fields;
	return inner.length > 0 && isObject(value) ? { ...rest, [name]: omitPath(value, inner) } : rest;
}

function includeInput(
	item: IDataObject,
	input: IDataObject,
	inputFields: ItemOptions['inputFields'],
): IDataObject {
	if (inputFields === 'none') return item;
	// n8n treats an item with a field "error" as failed, so the error of an earlier node is left out.
	const rest = omitPath(input, ['error']);
	return inputFields === 'inputWin' ? { ...item, ...rest } : { ...rest, ...item };
}

/** Returns the documented members of a response except `output`, and the members that Ask Again added. */
export function detailsOf(response: IDataObject): IDataObject {
	const names = ['model', 'requestId', 'furtherRequests', 'askAgainFailed', 'isCustomerModel'];
	return withoutUndefined<IDataObject>(pick(response, [...names, 'modelProviderUsage']));
}

function toHints({ converted, issues }: Assessment, options: ItemOptions): string[] {
	const { schema, convertTypes, list, checks } = options;
	const isUnconverted = ({ kind }: Issue) => kind === 'notConverted' || kind === 'ambiguous';
	const unconverted = convertTypes ? issues.filter(isUnconverted) : [];
	const found = checks ? issues.filter(needsAttention) : unconverted;
	const fields = [...new Set(found.map(fieldOf))];
	const names = Object.keys(schema.properties ?? {});
	const hasNoValue = names.every((name) => isEmpty(getValueAt(converted, [name])));
	return [
		...fields.map((field) =>
			checks
				? `Checks found issues with "${field}"`
				: `Some values of "${field}" couldn't be converted and stayed unchanged`,
		),
		...(hasNoValue ? ['No field has a value. To see the request, use Show Request Only.'] : []),
		...(list ? createListHints(getValueAt(converted, list.path), list.path.join('.')) : []),
	];
}

/** Returns the field of an issue without positions in lists: `lines.price` for `lines[0].price`. */
function fieldOf({ path }: Issue): string {
	return path.filter((step) => typeof step === 'string').join('.');
}

function createListHints(value: unknown, list: string): string[] {
	const elements = elementsOf(value);
	if (elements.length === 0) return [`The list "${list}" is empty or missing`];
	return elements[0] === value ? [`"${list}" isn't a list, so its value became one item`] : [];
}

/** Whether an issue can fail the item or cause a hint. `notChecked` can't: the value may be correct. */
function needsAttention({ kind }: Issue): boolean {
	return kind !== 'notChecked';
}

/** Joins the first `most` words with commas, and adds an ellipsis if there are more. */
function listWords(words: string[], most = 10): string {
	return words.slice(0, most).join(', ') + (words.length > most ? ', …' : '');
}

/** Creates the error for an item whose extraction succeeded, but whose result can't be used. */
function createIssuesError(message: string, advice: string, details: ApiErrorDetails): ApiError {
	return new ApiError(
		message,
		`The extraction succeeded, and its response is in the details. ${advice}`,
		{ ...details, kind: 'issues' },
	);
}
