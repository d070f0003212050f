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
import { ApiError, type ApiErrorDetails } from '../../../transport/apiError';
import type { Result } from '../../operation';
import { isEmpty, isPlaceholder } from './convert';
import type { ConvertOptions, Issue, IssueKind } from './issues';
import type { FieldSchema } from './schema';

/** A response of the platform (api-spec.md 2.8). */
export type ExtractResponse = IDataObject & { output: IDataObject };

/** The output of a response after conversion, and its issues. */
export interface Extraction {
	output: IDataObject;
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

export interface ItemOptions extends ConvertOptions {
	schema: FieldSchema;
	/** Undefined if each input item becomes one output item. */
	list?: ItemList;
	/** Whether to include the input item's fields, and which value wins if names of fields collide. */
	inputFields: 'none' | 'extractedWin' | 'inputWin';
	/** Whether to add the field `extraction`, with details such as the model and the request ID. */
	addsDetails: boolean;
	/** Undefined if the node doesn't add the field `issues`. */
	flagIssues?: { failsItem: boolean; dontLookUp: ReadonlySet<string> };
}

/**
 * The names that the node uses itself, and whether it does with these options. A field to extract can't have
 * one of them. A field of the input with such a name isn't in the output, and a hint says so.
 */
export const OWN_FIELDS: Record<string, (options: ItemOptions) => boolean> = {
	issues: ({ flagIssues }) => flagIssues !== undefined,
	extraction: ({ addsDetails }) => addsDetails,
	// n8n treats an item with this field as failed, so the error of an earlier node isn't included.
	error: ({ inputFields }) => inputFields !== 'none',
};

/**
 * Creates the output items for one input item, with hints for the user.
 * @param input the `json` of the input item
 * @throws ApiError if issues or a missing list fail the item, or if a field "error" would make n8n treat an
 * output item as failed. The error contains the response, so that users needn't pay for it twice
 */
export function toItems(
	extraction: Extraction,
	options: ItemOptions,
	input: IDataObject,
	response: ExtractResponse,
): Result {
	throwIfUnusable(extraction, options, response);
	const { addsDetails, flagIssues, list } = options;
	const { shared, rows } = splitRows(extraction, options);
	const listIssues = createIssueLister(extraction.issues, list);
	const items = rows.map((row, index) => ({
		...includeInput({ ...shared, ...row }, input, options.inputFields),
		...(addsDetails && { extraction: detailsOf(response) }),
		...(flagIssues && { issues: listIssues(row, index) }),
	}));
	if (items.some(({ error }: IDataObject) => marksItemAsFailed(error))) {
		throw createIssuesError(
			'The response has a field "error": n8n treats an item with such a field as failed',
			'Set Items to Raw Response, or rename the field.',
			{ received: response },
		);
	}
	const hints = [...toHints(extraction, options), ...hintReplaced(options, input, rows)];
	return { items, hints };
}

/** The kinds of issues that fail the item, by the value of If Fields Are Missing. */
const KINDS_THAT_FAIL: Partial<Record<ConvertOptions['ifMissing'], IssueKind[]>> = {
	failIfMissing: ['missing'],
	failIfEmpty: ['missing', 'empty'],
};

function throwIfUnusable(
	{ output, issues }: Extraction,
	{ ifMissing, list, flagIssues }: ItemOptions,
	received: ExtractResponse,
): void {
	const missing = issues.filter(({ kind }) => KINDS_THAT_FAIL[ifMissing]?.includes(kind));
	if (missing.length > 0) {
		throw createIssuesError(
			`The response has no value for ${listWords(missing.map(({ path }) => `"${formatPath(path)}"`))}`,
			'Change "If Fields Are Missing" under Options, or describe the fields in more detail.',
			{ received },
		);
	}
	const failing = flagIssues?.failsItem ? issues.filter(isQuestionable) : [];
	if (failing.length > 0) {
		throw createIssuesError(
			`The extraction has issues: ${listWords(failing.map(({ path, kind }) => `${formatPath(path)} (${kind})`))}`,
			'To keep such items, open Flag Issues, and set "If Issues Are Found" to "Keep Item".',
			{ received, issues: issues.map((issue) => formatIssue(issue, issue.path)) },
		);
	}
	if (list && !list.keepsEmpty && isNoList(getValueAt(output, list.path))) {
		throw createIssuesError(
			`The response has no list "${list.path.join('.')}"`,
			'To get an item with empty columns instead, turn on Keep Empty Lists.',
			{ received },
		);
	}
}

/** Creates the error for an item whose extraction succeeded, but whose result can't be used. */
function createIssuesError(message: string, advice: string, details: ApiErrorDetails): ApiError {
	return new ApiError(
		message,
		`The extraction succeeded, and its response is in the details. ${advice}`,
		{ ...details, kind: 'issues' },
	);
}

/** Joins the first ten words with commas, and adds an ellipsis if there are more. */
function listWords(words: string[]): string {
	return words.slice(0, 10).join(', ') + (words.length > 10 ? ', …' : '');
}

/** Whether an issue can fail the item or cause a hint. `notChecked` can't: the value may be correct. */
function isQuestionable({ kind }: Issue): boolean {
	return kind !== 'notChecked';
}

/** @param path where the value is in the output item or, for an error, in the response */
function formatIssue({ kind, value, reason }: Issue, path: Path): IDataObject {
	return { field: formatPath(path), kind, value: value as IDataObject, reason };
}

/** Separates the fields that all items share from the fields of each item. */
function splitRows(
	{ output, issues }: Extraction,
	{ list, flagIssues }: ItemOptions,
): { shared: IDataObject; rows: IDataObject[] } {
	if (!list) return { shared: output, rows: [{}] };
	const elements = elementsOf(getValueAt(output, list.path));
	if (elements.length === 0 && list.keepsEmpty) {
		const empty = Object.fromEntries(list.columns.map((name) => [name, null]));
		elements.push(list.columns.length > 0 ? empty : null);
	} else if (elements.length === 0 && flagIssues && issues.length > 0) {
		// Without elements, no item would list the issues.
		elements.push({});
	}
	const rows = elements.map((element) =>
		isObject(element) ? element : { [list.path.at(-1)!]: element as IDataObject },
	);
	return { shared: omitPath(output, list.path), rows };
}

/** Whether a list is missing, empty text, or a placeholder such as `N/A`. */
function isNoList(value: unknown): boolean {
	return isEmpty(value) || isPlaceholder(value);
}

/** Returns the elements of a list, which may be JSON text. Another nonempty value counts as one element. */
function elementsOf(value: unknown): unknown[] {
	if (isNoList(value)) return [];
	const list = parseJsonText(value);
	return Array.isArray(list) ? [...list] : [value];
}

/** Returns a copy of the fields without the value at a path. */
function omitPath(fields: IDataObject, [name, ...inner]: string[]): IDataObject {
	const { [name]: value, ...rest } = fields;
	return inner.length > 0 && isObject(value) ? { ...rest, [name]: omitPath(value, inner) } : rest;
}

/** Returns a function that lists the issues of one item: of the fields that all items share, and its own. */
function createIssueLister(issues: Issue[], list: ItemList | undefined) {
	const pathInList = ({ path }: Issue) =>
		list && isInside(path, list.path) ? path.slice(list.path.length) : undefined;
	const byRow = groupBy(issues.map((issue) => [pathInList(issue)?.[0], issue]));
	const shared = [...byRow].flatMap(([row, ofRow]) => (typeof row === 'number' ? [] : ofRow));
	return (row: IDataObject, index: number): IDataObject[] =>
		[...shared, ...(byRow.get(index) ?? [])].flatMap((issue) => {
			const inside = pathInList(issue);
			if (inside) return [formatIssue(issue, pathInElement(inside, list!.path.at(-1)!))];
			// A column replaces a shared field of the same name, so the field's issues don't apply.
			return Object.hasOwn(row, issue.path[0]) ? [] : [formatIssue(issue, issue.path)];
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

function includeInput(
	item: IDataObject,
	input: IDataObject,
	inputFields: ItemOptions['inputFields'],
): IDataObject {
	if (inputFields === 'none') return item;
	const rest = omitPath(input, ['error']);
	return inputFields === 'inputWin' ? { ...item, ...rest } : { ...rest, ...item };
}

/** Returns the documented members of a response except `output`. */
function detailsOf(response: IDataObject): IDataObject {
	const names = ['model', 'requestId', 'isCustomerModel', 'modelProviderUsage'];
	return withoutUndefined<IDataObject>(pick(response, names));
}

/** Returns a hint for each field of the input or of a list element that isn't in the output items. */
function hintReplaced(options: ItemOptions, input: IDataObject, rows: IDataObject[]): string[] {
	const sources = [input, ...rows];
	return Object.keys(OWN_FIELDS)
		.filter((name) => OWN_FIELDS[name](options))
		.filter((name) => sources.some((source) => Object.hasOwn(source, name)))
		.map((name) => `A field "${name}" was left out, because the node uses this name itself`);
}

function toHints({ output, issues }: Extraction, options: ItemOptions): string[] {
	const { schema, convertTypes, list, flagIssues } = options;
	const isUnconverted = ({ kind }: Issue) => kind === 'notConverted' || kind === 'ambiguous';
	const unconverted = convertTypes ? issues.filter(isUnconverted) : [];
	const found = flagIssues ? issues.filter(isQuestionable) : unconverted;
	const names = Object.keys(schema.properties ?? {});
	const hasNoValue = names.every((name) => isEmpty(getValueAt(output, [name])));
	return [
		...[...new Set(found.map(fieldOf))].map((field) =>
			flagIssues
				? `Issues were found in "${field}"`
				: `Some values of "${field}" couldn't be converted and stayed unchanged`,
		),
		...(hasNoValue ? ['No field has a value. To see the request, use Show Request Only.'] : []),
		...(list ? createListHints(getValueAt(output, list.path), list.path.join('.')) : []),
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
