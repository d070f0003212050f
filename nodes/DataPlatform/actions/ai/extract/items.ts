import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../../../helpers/exactJson';
import { formatPath, getValueAt, isInside } from '../../../helpers/paths';
import { groupBy, isObject, pick, truncate, withoutUndefined } from '../../../helpers/values';
import type { ParameterReader } from '../../../parameters/reader';
import { ApiError } from '../../../transport/apiError';
import type { Result } from '../../operation';
import { isEmpty, isPlaceholder, type convert } from './convert';
import type { Fields } from './fields';
import type { ConvertOptions, DateOrder, Issue, NumberFormat } from './issues';
import { propertyOf, type FieldSchema } from './schema';

/** A response of the platform (api-spec.md 2.8). */
export type ExtractResponse = IDataObject & { output: IDataObject };

/** The output of a response after conversion, and its issues. */
type Extraction = ReturnType<typeof convert>;

/** How an extraction becomes items. */
export type ItemOptions = NonNullable<ReturnType<typeof readItemOptions>>;

/**
 * Reads the parameters that control how an extraction becomes items.
 * @returns undefined if Items is Raw Response
 * @throws InvalidParameterError if List doesn't identify a list, or if a field or column has the name of a
 * field that the node adds
 */
export function readItemOptions(read: ParameterReader, fields: Fields) {
	const items = read.choice<'perInput' | 'perElement' | 'raw'>('items');
	if (items === 'raw') return undefined;
	const { schema, parameter } = fields;
	const list = items === 'perElement' ? readList(read, fields) : undefined;
	const names = [...Object.keys(schema.properties ?? {}), ...(list?.columns ?? [])];
	// n8n treats an item with a field `error` as failed.
	const reserved = names.find((name) => ['issues', 'extraction', 'error'].includes(name));
	if (reserved !== undefined) {
		const reason = `names a field "${reserved}", but the node uses this name itself`;
		throw read.invalid(parameter, reason, 'Choose another name for the field.');
	}
	const options = read.collection('options');
	const flagIssues = options.group('flagIssues');
	return {
		schema,
		/** Undefined if each input item becomes one output item. */
		list,
		ifMissing: options.choice<ConvertOptions['ifMissing']>('ifMissing'),
		convertTypes: options.boolean('convertTypes'),
		dateOrder: options.choice<DateOrder>('dateOrder'),
		numberFormat: options.choice<NumberFormat>('numberFormat'),
		inputFields: options.choice<'none' | 'extractedWin' | 'inputWin'>('inputFields'),
		addsDetails: options.boolean('addExtractionDetails'),
		flagsIssues: options.value('flagIssues') !== undefined,
		issuesFail: flagIssues.choice('ifFound') === 'fail',
		dontLookUp: new Set((flagIssues.list('dontLookUp') ?? []).map(String)),
	};
}

/** Finds the list whose elements become items. */
function readList(read: ParameterReader, { schema, parameter }: Fields) {
	const paths = listPaths(schema);
	const names = paths.map((path) => path.join('.'));
	const name = read.name('list') ?? (names.length === 1 ? names[0] : '');
	// A field name may contain dots, so known lists are compared before the name is split.
	const path = paths[names.indexOf(name)] ?? name.split('.');
	const list = findList(schema, path);
	if (!list) {
		const reason = `must be the path of a list, but is "${name}"`;
		const lists = names.join(', ') || 'none';
		const advice = `Lists among the fields: ${lists}. Enter one of them, or change 'Items'.`;
		throw read.invalid('list', reason, advice);
	}
	const description = list.items ?? propertyOf(schema, path[0])?.description;
	return {
		path,
		name: path.join('.'),
		/** The fields that an element becomes: its columns, or the name of the list. */
		columns: Object.keys(list.items?.properties ?? { [path.at(-1)!]: {} }),
		keepsEmpty: read.boolean('keepEmptyLists'),
		/** Whether the model must guess the columns. */
		isVague: parameter === 'fields' && description === undefined,
	};
}

function listPaths(schema: FieldSchema): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
		property.type === 'array' ? [[name]] : listPaths(property).map((inner) => [name, ...inner]),
	);
}

/** Returns the schema of the value at a path if it may be a list; `{}` if the schema doesn't describe it. */
function findList(schema: FieldSchema, [name, ...inner]: string[]): FieldSchema | undefined {
	const { type = '', properties } = schema;
	// A type that only the platform knows may be anything.
	const isOpen = !['array', 'boolean', 'integer', 'number', 'object', 'string'].includes(type);
	if (name === undefined) return isOpen || type === 'array' ? schema : undefined;
	if (!properties) return isOpen || type === 'object' ? {} : undefined;
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
	const { addsDetails, flagsIssues, inputFields, list } = options;
	const value = list && parseList(getValueAt(extraction.output, list.path));
	const fail = (message: string, advice: string): never => {
		const description = `The extraction succeeded, and its response is in the details. ${advice}`;
		const issues = extraction.issues.map(formatIssue);
		const failure = { kind: 'issues', received: response, issues } as const;
		throw new ApiError(truncate(message, 300), description, failure);
	};
	const failing = extraction.issues.filter((issue) => failsItem(issue, options));
	if (failing.length > 0) {
		const found = failing.map(({ path, kind }) => `${formatPath(path)} (${kind})`);
		const advice = "To keep such items, change 'If Fields Are Missing' or 'If Issues Are Found'.";
		fail(`The extraction has issues: ${found.join(', ')}`, advice);
	}
	if (list && !list.keepsEmpty && !Array.isArray(value) && elementsOf(value).length === 0) {
		const advice = "To get an item with empty columns instead, turn on 'Keep Empty Lists'.";
		fail(`The response has no list "${list.name}"`, advice);
	}
	const included = inputFields === 'none' ? {} : input;
	const rows = toRows(extraction, options, value).map(({ fields, issues }) => ({
		fields: inputFields === 'inputWin' ? { ...fields, ...input } : { ...included, ...fields },
		issues: issues.map(formatIssue),
	}));
	const details = pick(response, ['model', 'requestId', 'isCustomerModel', 'modelProviderUsage']);
	const items = rows.map(({ fields, issues }) => ({
		...omitPath(fields, ['error']),
		...(addsDetails && { extraction: withoutUndefined<IDataObject>(details) }),
		...(flagsIssues && { issues }),
	}));
	const isLost = (name: string) =>
		rows.some(({ fields }) => Object.hasOwn(fields, name)) ||
		(name !== 'error' && Object.hasOwn(input, name));
	const own = [flagsIssues ? 'issues' : [], addsDetails ? 'extraction' : [], 'error'].flat();
	const hints = own
		.filter(isLost)
		.map((name) => `A field "${name}" was left out, because the node uses this name itself`);
	return { items, hints: [...createHints(extraction, options, value), ...hints] };
}

/** Whether an issue fails the item, by If Fields Are Missing or If Issues Are Found. */
function failsItem({ kind }: Issue, { ifMissing, issuesFail }: ItemOptions): boolean {
	if (kind === 'missing' && ifMissing !== 'null' && ifMissing !== 'leaveOut') return true;
	if (kind === 'empty' && ifMissing === 'failIfEmpty') return true;
	return issuesFail && kind !== 'notChecked';
}

function formatIssue({ path, kind, value, reason }: Issue): IDataObject {
	return { field: formatPath(path), kind, value: value as IDataObject, reason };
}

/** Parses a list that the model returned as JSON text. Other values don't change. */
function parseList(value: unknown): unknown {
	const json = parseJsonText(value);
	return Array.isArray(json) ? json : value;
}

/** Returns the elements of a list. Another value counts as one element, unless it's empty or like `N/A`. */
function elementsOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return isEmpty(value) || isPlaceholder(value) ? [] : [value];
}

/**
 * Splits an extraction at its list. Each row has one element, the fields outside of the list, and the issues
 * of both. The paths of the issues start in these fields.
 */
function toRows(
	{ output, issues }: Extraction,
	{ list, flagsIssues }: ItemOptions,
	value: unknown,
) {
	if (!list) return [{ fields: output, issues }];
	const listName = list.path.at(-1)!;
	const elements = elementsOf(value).map((element) =>
		isObject(element) ? element : { [listName]: element as IDataObject },
	);
	if (elements.length === 0 && list.keepsEmpty) {
		elements.push(Object.fromEntries(list.columns.map((name) => [name, null])));
	} else if (elements.length === 0 && flagsIssues && issues.length > 0) {
		// Without elements, no item would list the issues.
		elements.push({});
	}
	const byRow = groupBy(issues.map((issue) => [rowOf(issue, list.path), issue] as const));
	const others = omitPath(output, list.path);
	return elements.map((element, index) => ({
		fields: { ...others, ...element },
		issues: [
			// A column replaces a shared field of the same name, so the field's issues don't apply.
			...(byRow.get('all') ?? []).filter(({ path }) => !Object.hasOwn(element, path[0])),
			...(byRow.get(index) ?? []).map((issue) => moveToRow(issue, list.path)),
		],
	}));
}

/** Returns the row of an issue. One of the list itself, or of a value instead of a list, is in the only row. */
function rowOf({ path }: Issue, list: string[]): number | 'all' {
	if (!isInside(path, list)) return 'all';
	const index = path[list.length];
	return typeof index === 'number' ? index : 0;
}

/** Returns the issue with its path in the row: `price` for `lines[0].price`. */
function moveToRow(issue: Issue, list: string[]): Issue {
	const inner = issue.path.slice(list.length);
	if (typeof inner[0] === 'number') inner.shift();
	return { ...issue, path: typeof inner[0] === 'string' ? inner : [list.at(-1)!, ...inner] };
}

/** Returns a copy of the fields without the value at a path. */
function omitPath(fields: IDataObject, [name, ...inner]: string[]): IDataObject {
	const { [name]: value, ...rest } = fields;
	return inner.length > 0 && isObject(value) ? { ...rest, [name]: omitPath(value, inner) } : rest;
}

function createHints({ output, issues }: Extraction, options: ItemOptions, value: unknown) {
	const { convertTypes, flagsIssues, list } = options;
	const unconverted = convertTypes ? ['notConverted', 'ambiguous'] : [];
	const named = issues.filter(({ kind }) =>
		flagsIssues ? kind !== 'notChecked' : unconverted.includes(kind),
	);
	// Without positions in lists: `lines.price` for `lines[0].price`.
	const names = named.map(({ path }) => path.filter((step) => typeof step === 'string').join('.'));
	const hints = [...new Set(names)].map((field) =>
		flagsIssues
			? `Issues were found in "${field}"`
			: `Some values of "${field}" couldn't be converted and stayed unchanged`,
	);
	if (Object.values(output).every(isEmpty)) {
		hints.push("No field has a value. To see the request, use 'Show Request Only'.");
	}
	if (!list) return hints;
	const name = `"${list.name}"`;
	if (list.isVague) {
		hints.push(
			`The request doesn't say what ${name} contains. Fill in its Columns or Description.`,
		);
	}
	if (elementsOf(value).length === 0) hints.push(`The list ${name} is empty or missing`);
	else if (!Array.isArray(value)) hints.push(`${name} isn't a list, so its value became one item`);
	return hints;
}
