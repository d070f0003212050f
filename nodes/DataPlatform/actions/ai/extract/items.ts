import type { IDataObject } from 'n8n-workflow';
import { formatPath, getValueAt, isInside } from '../../../helpers/paths';
import { groupBy, isObject, pick, truncate, withoutUndefined } from '../../../helpers/values';
import type { ParameterReader } from '../../../parameters/reader';
import { ApiError } from '../../../transport/apiError';
import type { Result } from '../../operation';
import { isEmpty, isPlaceholder, type convert } from './convert';
import type { Fields } from './fields';
import type { ConvertOptions, Issue, LookUpOptions } from './issues';
import { propertyOf, type FieldSchema } from './schema';

/** A response of the platform (api-spec.md 2.8). */
export type ExtractResponse = IDataObject & { output: IDataObject };

/** The output of a response after conversion, and its issues. */
type Extraction = ReturnType<typeof convert>;

/** The list whose elements become items. */
interface ItemList {
	/** Names of the fields that lead to the list. */
	path: string[];
	/** Names of the fields that an element becomes: its columns, or the name of the list. */
	columns: string[];
	/** Whether an empty or missing list becomes one item, whose columns are null. */
	keepsEmpty: boolean;
}

export interface ItemOptions extends ConvertOptions, LookUpOptions {
	schema: FieldSchema;
	/** Undefined if each input item becomes one output item. */
	list?: ItemList;
	/** Whether to include the input item's fields, and which value wins if names of fields collide. */
	inputFields: 'none' | 'extractedWin' | 'inputWin';
	/** Whether to add the field `extraction`, with details such as the model and the request ID. */
	addsDetails: boolean;
	/** Whether to look up values in the text, and to add the field `issues`. */
	flagsIssues: boolean;
	/** Whether an issue fails the item. */
	issuesFail: boolean;
}

/** The names that the node uses itself. n8n treats an item with a field `error` as failed. */
const OWN_NAMES = ['issues', 'extraction', 'error'];

/**
 * Reads the parameters that control how an extraction becomes items.
 * @returns undefined if Items is Raw Response
 * @throws InvalidParameterError if List doesn't identify a list, or if a field or column has the name of a
 * field that the node adds
 */
export function readItemOptions(read: ParameterReader, fields: Fields): ItemOptions | undefined {
	const { schema, parameter } = fields;
	const items = read.choice<'perInput' | 'perElement' | 'raw'>('items');
	if (items === 'raw') return undefined;
	const list = items === 'perElement' ? readList(read, schema) : undefined;
	const names = [...Object.keys(schema.properties ?? {}), ...(list?.columns ?? [])];
	const reserved = names.find((name) => OWN_NAMES.includes(name));
	if (reserved !== undefined) {
		const reason = `names a field "${reserved}", but the node uses this name itself`;
		throw read.invalid(parameter, reason, 'Choose another name for the field.');
	}
	const options = read.collection('options');
	const flagIssues = options.group('flagIssues');
	return {
		schema,
		list,
		ifMissing: options.choice('ifMissing'),
		convertTypes: options.boolean('convertTypes'),
		dateOrder: options.choice('dateOrder'),
		numberFormat: options.choice('numberFormat'),
		inputFields: options.choice('inputFields'),
		addsDetails: options.boolean('addExtractionDetails'),
		flagsIssues: options.value('flagIssues') !== undefined,
		issuesFail: flagIssues.choice('ifFound') === 'fail',
		dontLookUp: new Set((flagIssues.list('dontLookUp') ?? []).map(String)),
	};
}

function readList(read: ParameterReader, schema: FieldSchema): ItemList {
	const paths = listPaths(schema);
	const names = paths.map((path) => path.join('.'));
	const name = read.name('list') ?? (names.length === 1 ? names[0] : '');
	// A field name may contain dots, so known lists are compared before the name is split.
	const path = paths[names.indexOf(name)] ?? name.split('.');
	const list = findList(schema, path);
	if (list) {
		const columns = Object.keys(list.items?.properties ?? { [path.at(-1)!]: {} });
		return { path, columns, keepsEmpty: read.boolean('keepEmptyLists') };
	}
	throw read.invalid(
		'list',
		`must be the path of a list, but is "${name}"`,
		`Lists among the fields: ${names.join(', ') || 'none'}. Enter one of them, or change 'Items'.`,
	);
}

function listPaths(schema: FieldSchema): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
		property.type === 'array' ? [[name]] : listPaths(property).map((inner) => [name, ...inner]),
	);
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Returns the schema of the value at a path if it may be a list; `{}` if the schema doesn't describe it. */
function findList(schema: FieldSchema, [name, ...inner]: string[]): FieldSchema | undefined {
	// A type that only the platform knows may be anything.
	const isOpen = !TYPES.includes(schema.type ?? '');
	if (name === undefined) return isOpen || schema.type === 'array' ? schema : undefined;
	if (!schema.properties) return isOpen || schema.type === 'object' ? {} : undefined;
	const property = propertyOf(schema, name);
	return property && findList(property, inner);
}

/**
 * Creates the output items for one input item, with hints for the user.
 * @param input the `json` of the input item
 * @throws ApiError if issues or a missing list fail the item. The error contains the response, so that users
 * needn't pay for it twice
 */
export function toItems(
	extraction: Extraction,
	options: ItemOptions,
	input: IDataObject,
	response: ExtractResponse,
): Result {
	throwIfUnusable(extraction, options, response);
	const { addsDetails, flagsIssues, inputFields } = options;
	const details = pick(response, ['model', 'requestId', 'isCustomerModel', 'modelProviderUsage']);
	const included = inputFields === 'none' ? {} : input;
	const rows = toRows(extraction, options).map(({ fields, issues }) => ({
		fields: inputFields === 'inputWin' ? { ...fields, ...input } : { ...included, ...fields },
		issues,
	}));
	const items = rows.map(({ fields, issues }) => ({
		...omitPath(fields, ['error']),
		...(addsDetails && { extraction: withoutUndefined<IDataObject>(details) }),
		...(flagsIssues && { issues: issues.map(formatIssue) }),
	}));
	const own = [flagsIssues ? 'issues' : [], addsDetails ? 'extraction' : [], 'error'].flat();
	const isLost = (name: string) =>
		rows.some(({ fields }) => Object.hasOwn(fields, name)) ||
		(name !== 'error' && Object.hasOwn(input, name));
	const leftOut = own.filter(isLost);
	const toHint = (name: string) =>
		`A field "${name}" was left out, because the node uses this name itself`;
	return { items, hints: [...createHints(extraction, options), ...leftOut.map(toHint)] };
}

/** Throws if issues or a missing list fail the item. */
function throwIfUnusable(
	{ output, issues }: Extraction,
	{ ifMissing, issuesFail, list }: ItemOptions,
	received: ExtractResponse,
): void {
	const fail = (message: string, advice: string) => {
		const description = `The extraction succeeded, and its response is in the details. ${advice}`;
		const details = { kind: 'issues', received, issues: issues.map(formatIssue) } as const;
		throw new ApiError(truncate(message, 300), description, details);
	};
	const failing = issues.filter(
		({ kind }) =>
			(kind === 'missing' && ifMissing.startsWith('fail')) ||
			(kind === 'empty' && ifMissing === 'failIfEmpty') ||
			(issuesFail && kind !== 'notChecked'),
	);
	if (failing.length > 0) {
		const found = failing.map(({ path, kind }) => `${formatPath(path)} (${kind})`);
		fail(
			`The extraction has issues: ${found.join(', ')}`,
			"To keep such items, change 'If Fields Are Missing' or 'If Issues Are Found'.",
		);
	}
	const value = list && getValueAt(output, list.path);
	if (list && !list.keepsEmpty && !Array.isArray(value) && elementsOf(value).length === 0) {
		fail(
			`The response has no list "${list.path.join('.')}"`,
			"To get an item with empty columns instead, turn on 'Keep Empty Lists'.",
		);
	}
}

function formatIssue({ path, kind, value, reason }: Issue): IDataObject {
	return { field: formatPath(path), kind, value: value as IDataObject, reason };
}

/**
 * Splits an extraction at its list. Each row has one element, the fields outside of the list, and the issues
 * of both. The paths of the issues start in these fields.
 */
function toRows({ output, issues }: Extraction, { list, flagsIssues }: ItemOptions) {
	if (!list) return [{ fields: output, issues }];
	const listName = list.path.at(-1)!;
	const elements = elementsOf(getValueAt(output, list.path)).map((element) =>
		isObject(element) ? element : { [listName]: element as IDataObject },
	);
	if (elements.length === 0 && list.keepsEmpty) {
		elements.push(Object.fromEntries(list.columns.map((name) => [name, null])));
	} else if (elements.length === 0 && flagsIssues && issues.length > 0) {
		// Without elements, no item would list the issues.
		elements.push({});
	}
	const isInList = ({ path }: Issue) => isInside(path, list.path);
	const byRow = groupBy(issues.filter(isInList).map((issue) => moveToRow(issue, list.path)));
	const shared = issues.filter((issue) => !isInList(issue));
	const others = omitPath(output, list.path);
	return elements.map((element, index) => {
		// A column replaces a shared field of the same name, so the field's issues don't apply.
		const applying = shared.filter(({ path }) => !Object.hasOwn(element, path[0]));
		return {
			fields: { ...others, ...element },
			issues: [...applying, ...(byRow.get(index) ?? [])],
		};
	});
}

/** Returns the elements of a list. Another value counts as one element, unless it's empty or like `N/A`. */
function elementsOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return isEmpty(value) || isPlaceholder(value) ? [] : [value];
}

/** Returns the index of an issue's row, and the issue with its path in the row: `price` for `lines[0].price`. */
function moveToRow(issue: Issue, list: string[]): [number, Issue] {
	const inner = issue.path.slice(list.length);
	// An issue of the list itself, or of a single value instead of a list, belongs to the only row.
	const index = typeof inner[0] === 'number' ? inner.shift() : 0;
	const path = typeof inner[0] === 'string' ? inner : [list.at(-1)!, ...inner];
	return [Number(index), { ...issue, path }];
}

/** Returns a copy of the fields without the value at a path. */
function omitPath(fields: IDataObject, [name, ...inner]: string[]): IDataObject {
	const { [name]: value, ...rest } = fields;
	return inner.length > 0 && isObject(value) ? { ...rest, [name]: omitPath(value, inner) } : rest;
}

function createHints({ output, issues }: Extraction, options: ItemOptions): string[] {
	const { convertTypes, list, flagsIssues } = options;
	const isNamed = ({ kind }: Issue) =>
		flagsIssues
			? kind !== 'notChecked'
			: convertTypes && (kind === 'notConverted' || kind === 'ambiguous');
	// Without positions in lists: `lines.price` for `lines[0].price`.
	const toName = ({ path }: Issue) => path.filter((step) => typeof step === 'string').join('.');
	const names = [...new Set(issues.filter(isNamed).map(toName))];
	const hints = names.map((field) =>
		flagsIssues
			? `Issues were found in "${field}"`
			: `Some values of "${field}" couldn't be converted and stayed unchanged`,
	);
	if (Object.values(output).every(isEmpty)) {
		hints.push("No field has a value. To see the request, use 'Show Request Only'.");
	}
	if (!list) return hints;
	const [name, value] = [list.path.join('.'), getValueAt(output, list.path)];
	if (elementsOf(value).length === 0) return [...hints, `The list "${name}" is empty or missing`];
	if (Array.isArray(value)) return hints;
	return [...hints, `"${name}" isn't a list, so its value became one item`];
}
