import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../../../helpers/exactJson';
import {
	groupBy,
	isObject,
	marksFailed,
	pick,
	getValueAt,
	withoutUndefined,
} from '../../../helpers/values';
import type { Result } from '../../operation';
import { isEmpty } from './convert';
import type { ConvertOptions, Evidence, Issue, IssueKind, Path } from './issues';
import { formatPath, isWithin, issuesFailure, listWords, quotePath, REASONS } from './issues';
import type { FieldSchema } from './schema';

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

/** The list whose elements become items. */
export interface ItemList {
	/** The names that lead to it. */
	path: string[];
	/** The described columns of its elements. */
	columns: string[];
	/** Whether a list without elements becomes an item without values. */
	keepsEmpty: boolean;
}

/** What becomes of an extraction. */
export interface ItemOptions extends ConvertOptions {
	schema: FieldSchema;
	/** Whether the fields of the input item are included, and which side wins. */
	inputFields: 'none' | 'extractedWin' | 'inputWin';
	/** Undefined for one item per input. */
	list?: ItemList;
	/** The field that gets model, request ID and usage. */
	detailsField?: string;
	checks?: CheckOptions;
}

/**
 * Makes items of an extraction.
 * @returns the items, and what the user should know about them
 * @throws ApiError with the response, because a second extraction costs as much again, if the options say that
 * the issues fail the item, or if a field is called "error"
 */
export function toItems(
	assessment: Assessment,
	options: ItemOptions,
	input: IDataObject,
	response: ExtractResponse,
): Result {
	failByIssues(assessment, options, response);
	const { issues, evidence } = assessment;
	const { detailsField, checks, list } = options;
	const issuesOf = entriesByRow(issues, list, formatIssue);
	const evidenceOf = entriesByRow(evidence, list, (entry, path) => {
		const { content, from, to, words } = entry;
		return { field: formatPath(path), content, from, to, words };
	});
	const { shared, rows } = splitRows(assessment, options);
	const items = rows.map((own, index) => ({
		...includeInput({ ...shared, ...own }, input, options.inputFields),
		...(detailsField && { [detailsField]: detailsOf(response) }),
		...(checks?.field && { [checks.field]: issuesOf(own, index) }),
		...(checks?.evidenceField && { [checks.evidenceField]: evidenceOf(own, index) }),
	}));
	if (items.some((item) => marksFailed(item['error']))) {
		throw issuesFailure(
			'The response has a field "error": n8n treats an item with such a field as failed',
			'Set Output to Raw Response, or rename the field.',
			{ received: response },
		);
	}
	return {
		items,
		hints: toHints(assessment, options),
		hintsIfAll: hintEmptyFields(items, options),
	};
}

function failByIssues(
	{ output, issues }: Assessment,
	{ ifMissing, list, checks }: ItemOptions,
	received: ExtractResponse,
): void {
	const pathsOf = (kind: IssueKind) => issues.filter((issue) => issue.kind === kind).map(quotePath);
	const failsIfEmpty = ifMissing === 'failIfEmpty';
	const missing = failsIfEmpty || ifMissing === 'failIfMissing' ? pathsOf('missing') : [];
	const empty = failsIfEmpty ? pathsOf('empty') : [];
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
			{ received, checks: issues.map((issue) => formatIssue(issue, issue.path)) },
		);
	}
	if (!list || list.keepsEmpty || !isEmpty(getValueAt(output, list.path))) return;
	throw issuesFailure(
		`The response has no list "${list.path.join('.')}"`,
		'To get an item with empty columns instead, set Output to One Item per List Element, at Least One.',
		{ received },
	);
}

/** An issue as an item shows it. */
function formatIssue({ kind, value }: Issue, itemPath: Path): IDataObject {
	return {
		field: formatPath(itemPath),
		problem: kind,
		value: value as IDataObject,
		reason: REASONS[kind],
	};
}

/** The entries of each row and those that all rows share, found once for all rows. */
function entriesByRow<Entry extends { path: Path }>(
	entries: Entry[],
	list: ItemList | undefined,
	format: (entry: Entry, itemPath: Path) => IDataObject,
): (own: IDataObject, index: number) => IDataObject[] {
	const inList = ({ path }: Entry) =>
		list && isWithin(path, list.path) ? path.slice(list.path.length) : undefined;
	const rows = groupBy(entries.map((entry) => [inList(entry)?.[0], entry]));
	const shared = [...rows].flatMap(([row, ofRow]) => (typeof row === 'number' ? [] : ofRow));
	return (own, index) =>
		[...shared, ...(rows.get(index) ?? [])].flatMap((entry) => {
			const inside = inList(entry);
			if (inside) return [format(entry, pathInElement(inside, list!.path.at(-1)!))];
			// A column replaces a shared field of the same name.
			return Object.hasOwn(own, entry.path[0]) ? [] : [format(entry, entry.path)];
		});
}

/** Where a value inside the list is in its item. Elements that aren't objects take the name of the list. */
function pathInElement([position, ...inner]: Path, listName: string): Path {
	if (position === undefined) return [listName];
	if (typeof position === 'string') return [position, ...inner];
	return typeof inner[0] === 'string' ? inner : [listName, ...inner];
}

/** Separates the fields that all items share from those of each item. */
function splitRows(
	{ output, issues }: Assessment,
	{ list, checks }: ItemOptions,
): { shared: IDataObject; rows: IDataObject[] } {
	if (!list) return { shared: output, rows: [{}] };
	const { value, rest } = takeOut(output, list.path);
	const elements = elementsOf(value);
	if (elements.length === 0 && list.keepsEmpty) {
		const empty = Object.fromEntries(list.columns.map((name) => [name, null]));
		elements.push(list.columns.length > 0 ? empty : null);
	} else if (elements.length === 0 && checks?.field && issues.length > 0) {
		// Issues must not vanish with the elements.
		elements.push({});
	}
	const rows = elements.map((element) =>
		isObject(element) ? element : { [list.path.at(-1)!]: element as IDataObject },
	);
	return { shared: rest, rows };
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
	const value = getValueAt(fields, [name]);
	const rest = Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
	if (inner.length === 0) return { value, rest };
	if (!isObject(value)) return { rest };
	const inside = takeOut(value, inner);
	return { value: inside.value, rest: { ...rest, [name]: inside.rest } };
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

/** Everything about a response except its output. */
export function detailsOf(response: IDataObject): IDataObject {
	const names = ['model', 'requestId', 'furtherRequests', 'askAgainFailed', 'isCustomerModel'];
	return withoutUndefined<IDataObject>(pick(response, [...names, 'modelProviderUsage']));
}

/** What the user should know about an extraction that didn't fail. */
function toHints({ output, issues, conversion }: Assessment, options: ItemOptions): string[] {
	const { schema, convertTypes, list, checks } = options;
	const isUnconverted = ({ kind }: Issue) => kind === 'notConverted' || kind === 'ambiguous';
	const unconverted = convertTypes ? conversion.filter(isUnconverted) : [];
	const found = checks?.field ? issues.filter(({ kind }) => kind !== 'notChecked') : [];
	const names = Object.keys(schema.properties ?? {});
	return [
		...[...new Set(unconverted.map(({ path: [name] }) => name))].map(
			(name) => `Some values of "${name}" couldn't be converted and stayed unchanged`,
		),
		...[...new Set(found.map(fieldOf))].map((field) => `Checks found issues with "${field}"`),
		...(names.every((name) => isEmpty(getValueAt(output, [name]))) ? [NOTHING_EXTRACTED] : []),
		...(list ? listHints(getValueAt(output, list.path), list.path.join('.'), options) : []),
	];
}

/** The field of an issue, the same for all elements of a list: `lines.price`. */
function fieldOf({ path }: Issue): string {
	return path.filter((step) => typeof step === 'string').join('.');
}

/** A hint for each field and column without a value in any of the items; undefined if no field has one. */
function hintEmptyFields(
	items: IDataObject[],
	{ schema, list }: ItemOptions,
): string[] | undefined {
	const names = Object.keys(schema.properties ?? {}).filter((name) => name !== list?.path[0]);
	const all = [...new Set([...names, ...(list?.columns ?? [])])];
	const empty = all.filter((name) => items.every((item) => isEmpty(item[name])));
	if (items.length === 0 || empty.length === all.length) return undefined;
	return empty.map((name) => `"${name}" has no value`);
}

const NOTHING_EXTRACTED =
	'No extracted field has a value. To see what was requested, use Show Request Only under Request Options.';

function listHints(value: unknown, list: string, { detailsField, checks }: ItemOptions): string[] {
	const elements = elementsOf(value);
	if (elements.length === 0) {
		return [`The list "${list}" has no elements`];
	}
	// Elements without described columns may have any fields.
	const replaced = [detailsField, checks?.field, checks?.evidenceField].filter(
		(name) => name && elements.some((each) => isObject(each) && Object.hasOwn(each, name)),
	);
	const isList = Array.isArray(parseJsonText(value));
	return [
		...(isList ? [] : [`"${list}" isn't a list, so its value became one item`]),
		...replaced.map(
			(name) => `The node replaced the extracted field "${name}" with the field that it adds`,
		),
	];
}
