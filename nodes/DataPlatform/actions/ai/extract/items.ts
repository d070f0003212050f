import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../../../helpers/exactJson';
import { groupBy, isObject, marksFailed, valueAt, withoutUnset } from '../../../helpers/values';
import { ApiError } from '../../../transport/failures';
import { isEmpty } from './convert';
import type { ConvertOptions, Evidence, Issue, Path } from './issues';
import { formatPath, isWithin, issuesFailure, listWords, quotePath, REASONS } from './issues';
import type { FieldSchema } from './schema';
import { propertyOf } from './schema';

/** A response of the platform (api-spec.md 2.8). */
export type ExtractResponse = IDataObject & { output: IDataObject };

/** What is known about an output: its fields in their types, and what is wrong with them. */
export interface Assessment {
	output: IDataObject;
	issues: Issue[];
	/** Those of the conversion. */
	conversion: Issue[];
	evidence: Evidence[];
}

export interface CheckOptions {
	/** The field that lists the issues. */
	field?: string;
	failsItem: boolean;
	/** The field that says where each value is in the text. */
	evidenceField?: string;
	inferredFields: ReadonlySet<unknown>;
	/** How often fields are asked for again at most. */
	askAgain: number;
}

/** What becomes of an extraction. */
export interface ItemOptions extends ConvertOptions {
	schema: FieldSchema;
	/** Whether the fields of the input item are included, and which side wins. */
	inputFields: 'none' | 'extractedWin' | 'inputWin';
	/** The names that lead to the list whose elements become items. */
	list?: string[];
	/** Whether a list without elements becomes an item without values. */
	keepsEmptyList: boolean;
	/** The field that gets model, request ID and usage. */
	detailsField?: string;
	checks?: CheckOptions;
}

/**
 * Fails an item by its issues, as its options say.
 * @throws ApiError with the response, because a second extraction costs as much again
 */
export function failByIssues(
	{ output, issues }: Assessment,
	options: ItemOptions,
	received: ExtractResponse,
): void {
	const { ifMissing, list, keepsEmptyList, checks } = options;
	const pathsOf = (kind: string, isMeant: boolean) =>
		isMeant ? issues.filter((issue) => issue.kind === kind).map(quotePath) : [];
	const failsIfEmpty = ifMissing === 'failIfEmpty';
	const missing = pathsOf('missing', failsIfEmpty || ifMissing === 'failIfMissing');
	const empty = pathsOf('empty', failsIfEmpty);
	if (missing.length + empty.length > 0) {
		const words = [
			missing.length > 0 && `lacks ${listWords(missing)}`,
			empty.length > 0 && `has no value for ${listWords(empty)}`,
		];
		throw issuesFailure(
			`The response ${words.filter(Boolean).join(' and ')}`,
			'Change If Fields Are Missing under Options, or describe the fields in more detail.',
			{ received },
		);
	}
	const failing = checks?.failsItem ? issues.filter(({ kind }) => kind !== 'notChecked') : [];
	if (failing.length > 0) {
		const words = failing.map(({ path, kind }) => `${formatPath(path)} ${kind}`);
		throw issuesFailure(
			`Checks found issues: ${listWords(words)}`,
			'To keep such items, open Checks, and set "If Issues Are Found" to "Keep Item".',
			{ received, checks: issues.map((issue) => formatIssue(issue)) },
		);
	}
	if (!list || keepsEmptyList || !isEmpty(valueAt(output, list))) return;
	throw issuesFailure(
		`The response has no list "${list.join('.')}"`,
		'To get an item with empty columns instead, set Output to One Item per List Element, at Least One.',
		{ received },
	);
}

/** An issue as an item shows it. */
function formatIssue({ kind, value, path }: Issue, itemPath = path): IDataObject {
	return {
		field: formatPath(itemPath),
		problem: kind,
		value: value as IDataObject,
		reason: REASONS[kind],
	};
}

function formatEvidence({ content, from, to, words }: Evidence, itemPath: Path): IDataObject {
	return { field: formatPath(itemPath), content, from, to, words };
}

/** The fields of one item, and where a value of the output is in it. */
interface Row {
	fields: IDataObject;
	/** Undefined for a value that is not in the item. */
	toItemPath(path: Path): Path | undefined;
}

/**
 * The items that an extraction becomes.
 * @throws ApiError when a field is called "error"
 */
export function toItems(
	{ output, issues, evidence }: Assessment,
	options: ItemOptions,
	input: IDataObject,
	response: ExtractResponse,
): IDataObject[] {
	const { detailsField, checks, inputFields } = options;
	const issuesOf = entriesByRow(issues, options.list, formatIssue);
	const evidenceOf = entriesByRow(evidence, options.list, formatEvidence);
	const items = toRows(output, issues, options).map((row, index) => ({
		...includeInput(row.fields, input, inputFields),
		...(detailsField && { [detailsField]: detailsOf(response) }),
		...(checks?.field && { [checks.field]: issuesOf(row, index) }),
		...(checks?.evidenceField && { [checks.evidenceField]: evidenceOf(row, index) }),
	}));
	if (!items.some((item) => marksFailed(item['error']))) return items;
	throw new ApiError(
		'The response has a field "error": n8n treats an item with such a field as failed',
		'The extraction succeeded, and its response is in the details. Set Output to Raw Response, or rename the field.',
		{ kind: 'issues', received: response },
	);
}

/** The entries of each row and those that all rows share, found once for all rows. */
function entriesByRow<Entry extends { path: Path }>(
	entries: Entry[],
	list: string[] | undefined,
	format: (entry: Entry, itemPath: Path) => IDataObject,
): (row: Row, index: number) => IDataObject[] {
	const rowOf = ({ path }: Entry) => (list && isWithin(path, list) ? path[list.length] : undefined);
	const rows = groupBy(entries.map((entry) => [rowOf(entry), entry]));
	const shared = [...rows].flatMap(([row, own]) => (typeof row === 'number' ? [] : own));
	return ({ toItemPath }, index) =>
		[...shared, ...(rows.get(index) ?? [])].flatMap((entry) => {
			const path = toItemPath(entry.path);
			return path ? [format(entry, path)] : [];
		});
}

function toRows(output: IDataObject, issues: Issue[], options: ItemOptions): Row[] {
	const { list, keepsEmptyList, checks } = options;
	if (!list) return [{ fields: output, toItemPath: (path) => path }];
	const { value, rest } = takeOut(output, list);
	const elements = elementsOf(value);
	if (elements.length === 0 && keepsEmptyList) elements.push(emptyElement(options.schema, list));
	// Issues must not vanish with the elements.
	else if (elements.length === 0 && checks?.field && issues.length > 0) elements.push({});
	return elements.map((element) => toRow(element, rest, list));
}

function toRow(element: unknown, rest: IDataObject, list: string[]): Row {
	const single = list.at(-1)!;
	const own = isObject(element) ? element : { [single]: element as IDataObject };
	return {
		fields: { ...rest, ...own },
		toItemPath(path) {
			// A column may have replaced a shared field of the same name.
			if (!isWithin(path, list)) return Object.hasOwn(own, path[0]) ? undefined : path;
			const [position, ...inner] = path.slice(list.length);
			if (position === undefined) return [single];
			if (typeof position === 'string') return [position, ...inner];
			return typeof inner[0] === 'string' ? inner : [single, ...inner];
		},
	};
}

/** A value that is no list becomes one item. */
function elementsOf(value: unknown): unknown[] {
	if (isEmpty(value)) return [];
	const list = parseJsonText(value);
	return Array.isArray(list) ? [...list] : [value];
}

/** The value at a path, and the fields without it. */
function takeOut(
	fields: IDataObject,
	[name, ...inner]: string[],
): { value?: unknown; rest: IDataObject } {
	const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
	const rest = Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
	if (inner.length === 0) return { value, rest };
	if (!isObject(value)) return { rest };
	const inside = takeOut(value, inner);
	return { value: inside.value, rest: { ...rest, [name]: inside.rest } };
}

function emptyElement(schema: FieldSchema, list: string[]): IDataObject | null {
	const found = list.reduce<FieldSchema | undefined>(propertyOf, schema);
	const columns = Object.keys(found?.items?.properties ?? {});
	return columns.length > 0 ? Object.fromEntries(columns.map((name) => [name, null])) : null;
}

function includeInput(
	item: IDataObject,
	input: IDataObject,
	inputFields: ItemOptions['inputFields'],
): IDataObject {
	if (inputFields === 'none') return item;
	// n8n takes an item with "error" for a failed one: the error of an earlier node must not mark this one.
	const rest = Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'error'));
	return inputFields === 'inputWin' ? { ...item, ...rest } : { ...rest, ...item };
}

const DETAILS = [
	'model',
	'requestId',
	'furtherRequests',
	'askAgainFailed',
	'isCustomerModel',
	'modelProviderUsage',
];

/** Everything about a response except its output. */
export function detailsOf(response: IDataObject): IDataObject {
	return withoutUnset<IDataObject>(
		Object.fromEntries(DETAILS.map((name) => [name, response[name]])),
	);
}

/** What the user should know about an extraction that didn't fail. */
export function toHints(
	{ output, issues, conversion }: Assessment,
	options: ItemOptions,
): string[] {
	const { schema, convertTypes, list, checks } = options;
	const isUnconverted = ({ kind }: Issue) => kind === 'notConverted' || kind === 'ambiguous';
	const unconverted = new Set(conversion.filter(isUnconverted).map(({ path: [name] }) => name));
	const names = Object.keys(schema.properties ?? {});
	return [
		...(convertTypes ? [...unconverted] : []).map(
			(name) => `Some values of "${name}" couldn't be converted and stayed unchanged`,
		),
		...(checks?.field ? issueHints(issues.filter(({ kind }) => kind !== 'notChecked')) : []),
		...(names.every((name) => isEmpty(valueAt(output, [name]))) ? [NOTHING_EXTRACTED] : []),
		...(list ? listHints(valueAt(output, list), list.join('.'), options) : []),
	];
}

function issueHints(issues: Issue[]): string[] {
	const fields = new Set(
		issues.map(({ path }) => path.filter((step) => typeof step === 'string').join('.')),
	);
	return [...fields].map((field) => `Checks found issues with "${field}"`);
}

/** The fields and columns without a value in any of the items; undefined if no field has one. */
export function emptyFields(
	items: IDataObject[],
	{ schema, list = [] }: ItemOptions,
): string[] | undefined {
	const found = list.reduce<FieldSchema | undefined>(propertyOf, schema);
	const columns = list.length > 0 ? Object.keys(found?.items?.properties ?? {}) : [];
	const names = Object.keys(schema.properties ?? {}).filter((name) => name !== list[0]);
	const all = [...new Set([...names, ...columns])];
	const empty = all.filter((name) => items.every((item) => isEmpty(item[name])));
	return items.length === 0 || empty.length === all.length ? undefined : empty;
}

const NOTHING_EXTRACTED =
	'No field of the item has a value. To see what was requested, use Show Request Only under Request Options.';

function listHints(value: unknown, list: string, options: ItemOptions): string[] {
	const elements = elementsOf(value);
	if (elements.length === 0) {
		return [`The list "${list}" is empty, so the node returned no list element`];
	}
	const isList = Array.isArray(parseJsonText(value));
	// Elements without described columns may have any fields.
	const { detailsField, checks } = options;
	const replaced = [detailsField, checks?.field, checks?.evidenceField].filter(
		(name) => name && elements.some((each) => isObject(each) && Object.hasOwn(each, name)),
	);
	return [
		...(isList ? [] : [`"${list}" isn't a list, so its value became one item`]),
		...replaced.map(
			(name) => `The node replaced the extracted field "${name}" with the field that it adds`,
		),
	];
}
