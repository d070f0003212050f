import type { IDataObject } from 'n8n-workflow';
import { groupBy, isObject, marksFailed, valueAt, withoutUnset } from '../../../helpers/values';
import { ApiError } from '../../../transport/failures';
import { isEmpty, parseJsonText } from './convert';
import type { ConvertOptions, Evidence, Issue, Path } from './issues';
import { formatPath, isWithin, issuesFailure, listWords, reasonOf } from './issues';
import type { FieldSchema } from './schema';
import { propertyOf } from './schema';

/** A response of the platform (api-spec.md 2.8). */
export type ExtractResponse = IDataObject & { output: IDataObject };

/** What is known about an output: its fields in their types, and what is wrong with them. */
export interface Assessment {
	output: IDataObject;
	issues: Issue[];
	evidence: Evidence[];
}

export interface CheckOptions {
	/** The field that lists the issues. */
	field?: string;
	failsItem: boolean;
	/** The field that says where each value is in the text. */
	evidenceField?: string;
	notFromText: ReadonlySet<unknown>;
	/** How often fields are asked for again at most. */
	askAgain: number;
}

/** What becomes of an extraction. */
export interface ItemOptions extends ConvertOptions {
	schema: FieldSchema;
	ifMissing: 'raise' | 'raiseMissing' | 'null' | 'leaveOut';
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
	const ofKind = (kind: string) => issues.filter((issue) => issue.kind === kind);
	const missing = ifMissing.startsWith('raise') ? ofKind('missing') : [];
	const empty = ifMissing === 'raise' ? ofKind('empty') : [];
	if (missing.length + empty.length > 0) {
		const words = [
			missing.length > 0 && `lacks ${quotePaths(missing)}`,
			empty.length > 0 && `has no value for ${quotePaths(empty)}`,
		];
		throw issuesFailure(
			`The response ${words.filter(Boolean).join(' and ')}`,
			'Choose under If Fields Are Missing what is allowed, or describe the fields better.',
			{ received },
		);
	}
	const failing = checks?.failsItem ? issues.filter(({ kind }) => kind !== 'notChecked') : [];
	if (failing.length > 0) {
		const words = failing.map(({ path, kind }) => `${formatPath(path)} ${kind}`);
		throw issuesFailure(
			`Checks found issues: ${listWords(words)}`,
			'Choose Keep the Item under Checks to continue with such items.',
			{ received, checks: issues.map((issue) => formatIssue(issue)) },
		);
	}
	if (!list || keepsEmptyList || !isEmpty(valueAt(output, list))) return;
	throw issuesFailure(
		`The response has no list "${list.join('.')}"`,
		'To get an item without values instead, choose One Item per List Element, at Least One as Output.',
		{ received },
	);
}

function quotePaths(issues: Issue[]): string {
	return listWords(issues.map(({ path }) => `"${formatPath(path)}"`));
}

/** An issue as an item shows it. */
function formatIssue(issue: Issue, path = issue.path): IDataObject {
	const { kind, value } = issue;
	const field = formatPath(path);
	return { field, problem: kind, value: value as IDataObject, reason: reasonOf(issue) };
}

function formatEvidence({ content, from, to, words }: Evidence, path: Path): IDataObject {
	return { field: formatPath(path), content, from, to, words };
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
	const { ifMissing, detailsField, checks, inputFields } = options;
	const filled = ifMissing === 'null' ? fillMissing(output, issues) : output;
	const issuesOf = entriesByRow(issues, options.list);
	const evidenceOf = entriesByRow(evidence, options.list);
	const items = toRows(filled, issues, options).map(({ fields, toItemPath }, index) => ({
		...includeInput(fields, input, inputFields),
		...(detailsField && { [detailsField]: detailsOf(response) }),
		...(checks?.field && { [checks.field]: formatAll(issuesOf(index), toItemPath, formatIssue) }),
		...(checks?.evidenceField && {
			[checks.evidenceField]: formatAll(evidenceOf(index), toItemPath, formatEvidence),
		}),
	}));
	if (!items.some((item) => marksFailed(item['error']))) return items;
	throw new ApiError(
		'The response has a field "error": n8n treats an item with such a field as failed',
		'The extraction succeeded, and its response is in the details. Choose Raw Response as Output, or give the field another name.',
		{ received: response },
	);
}

/** The entries of each row and those that all rows share, found once for all rows. */
function entriesByRow<Entry extends { path: Path }>(
	entries: Entry[],
	list: string[] | undefined,
): (index: number) => Entry[] {
	if (!list) return () => entries;
	const rowOf = ({ path }: Entry) => (isWithin(path, list) ? path[list.length] : undefined);
	const rows = groupBy(entries.map((entry) => [rowOf(entry), entry]));
	const shared = [...rows].flatMap(([row, own]) => (typeof row === 'number' ? [] : own));
	return (index) => [...shared, ...(rows.get(index) ?? [])];
}

function formatAll<Entry extends { path: Path }>(
	entries: Entry[],
	toItemPath: Row['toItemPath'],
	format: (entry: Entry, path: Path) => IDataObject,
): IDataObject[] {
	return entries.flatMap((entry) => {
		const path = toItemPath(entry.path);
		return path ? [format(entry, path)] : [];
	});
}

/** Defined, not assigned: a field may be called `__proto__`. */
const NULL = { value: null, enumerable: true, configurable: true, writable: true };

function fillMissing(output: IDataObject, issues: Issue[]): IDataObject {
	const missing = issues.filter(({ kind }) => kind === 'missing');
	if (missing.length === 0) return output;
	const filled = structuredClone(output);
	for (const { path } of missing) {
		const holder = valueAt(filled, path.slice(0, -1));
		if (isObject(holder)) Object.defineProperty(holder, path.at(-1)!, NULL);
	}
	return filled;
}

function toRows(output: IDataObject, issues: Issue[], options: ItemOptions): Row[] {
	const { list, keepsEmptyList, checks } = options;
	if (!list) return [{ fields: output, toItemPath: (path) => path }];
	const { value, rest } = takeOut(output, list);
	const elements = elementsOf(value);
	if (elements.length > 0) {
		return elements.map((element) => toRow(element, rest, list));
	}
	if (keepsEmptyList) return [toRow(emptyElement(options.schema, list), rest, list)];
	// Issues must not vanish with the elements.
	return checks?.field && issues.length > 0 ? [toRow({}, rest, list)] : [];
}

function toRow(element: unknown, rest: IDataObject, list: string[]): Row {
	const single = list.at(-1)!;
	const own = isObject(element) ? element : { [single]: element as IDataObject };
	return {
		fields: { ...rest, ...own },
		toItemPath(path) {
			if (!isWithin(path, list)) {
				// A column has replaced a shared field of the same name.
				return Object.hasOwn(own, path[0]) ? undefined : path;
			}
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
	return Array.isArray(list) ? list : [value];
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
export function toHints({ output, issues }: Assessment, options: ItemOptions): string[] {
	const { schema, convertTypes, list } = options;
	const isUnconverted = ({ kind }: Issue) => kind === 'notConverted' || kind === 'ambiguous';
	const unconverted = new Set(issues.filter(isUnconverted).map(({ path: [name] }) => name));
	const hints = (convertTypes ? [...unconverted] : []).map(
		(name) => `Some values of "${name}" could not be converted and stayed as they were.`,
	);
	const names = Object.keys(schema.properties ?? {});
	if (names.every((name) => isEmpty(valueAt(output, [name])))) hints.push(NOTHING_EXTRACTED);
	return list ? [...hints, ...listHints(output, list), ...replacedHints(output, options)] : hints;
}

const NOTHING_EXTRACTED =
	'For some items no field has a value. To see what was requested, turn on Show Request Only under Request Options.';

function listHints(output: IDataObject, list: string[]): string[] {
	const value = valueAt(output, list);
	const elements = elementsOf(value);
	const name = list.join('.');
	if (elements.length === 0) {
		return [`"${name}" has no elements for some items, so no element became an item.`];
	}
	const isList = Array.isArray(parseJsonText(value));
	return isList ? [] : [`"${name}" is not a list for some items, so its value became one item.`];
}

/** Elements without described columns may have any fields. */
function replacedHints(output: IDataObject, { list, detailsField, checks }: ItemOptions): string[] {
	const elements = elementsOf(valueAt(output, list!)).filter(isObject);
	return [detailsField, checks?.field, checks?.evidenceField]
		.filter((name) => name && elements.some((element) => Object.hasOwn(element, name)))
		.map((name) => `The node replaced the extracted field "${name}" by the field that it adds.`);
}
