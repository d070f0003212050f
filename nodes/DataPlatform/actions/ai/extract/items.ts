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
import { isKnownType, propertyOf, type FieldSchema } from './schema';

/** A response of the platform (api-spec.md 2.8). */
export type ExtractResponse = IDataObject & { output: IDataObject };

/** How an extraction becomes items. */
export type ItemOptions = NonNullable<ReturnType<typeof readItemOptions>>;

/**
 * Reads the parameters that control how an extraction becomes items.
 * @returns undefined if Items is Raw Response
 * @throws InvalidParameterError if List doesn't identify a list, or if a field or column has the name of a
 * field that the node adds
 */
export function readItemOptions(read: ParameterReader, fields: Fields) {
	const { schema, parameter } = fields;
	const items = read.choice<'perInput' | 'perElement' | 'raw'>('items');
	if (items === 'raw') return undefined;
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
		const lists = names.join(', ') || 'none';
		const advice = `Lists among the fields: ${lists}. Enter one of them, or change 'Items'.`;
		throw read.invalid('list', `must be the path of a list, but is "${name}"`, advice);
	}
	return {
		path,
		name,
		/** The fields that an element becomes: its columns, or the name of the list. */
		columns: Object.keys(list.items?.properties ?? { [path.at(-1)!]: {} }),
		keepsEmpty: read.boolean('keepEmptyLists'),
		/** Whether the model must guess the columns. */
		isVague: parameter === 'fields' && !list.items && !propertyOf(schema, path[0])?.description,
	};
}

function listPaths(schema: FieldSchema): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
		property.type === 'array' ? [[name]] : listPaths(property).map((inner) => [name, ...inner]),
	);
}

/** Returns the schema of the value at a path if it may be a list; `{}` if the schema doesn't describe it. */
function findList(schema: FieldSchema, [name, ...inner]: string[]): FieldSchema | undefined {
	const { type, properties } = schema;
	// A type that only the platform knows may be anything.
	const isOpen = !isKnownType(type);
	if (name === undefined) return isOpen || type === 'array' ? schema : undefined;
	if (!properties) return isOpen || type === 'object' ? {} : undefined;
	const property = propertyOf(schema, name);
	return property && findList(property, inner);
}

/** The output of a response after conversion, and its issues. */
type Extraction = ReturnType<typeof convert>;

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
	const { output, issues } = extraction;
	const { addsDetails, flagsIssues, inputFields, list } = options;
	const value = list && getValueAt(output, list.path);
	const elements = elementsOf(value, list?.path.at(-1));
	const isList = Array.isArray(parseJsonText(value));
	const fail = (message: string, advice: string): never => {
		const description = `The extraction succeeded, and its response is in the details. ${advice}`;
		const facts = { kind: 'issues', received: response, issues: issues.map(formatIssue) } as const;
		throw new ApiError(truncate(message, 300), description, facts);
	};
	const failing = issues.filter((issue) => failsItem(issue, options));
	if (failing.length > 0) {
		const found = failing.map(({ path, kind }) => `${formatPath(path)} (${kind})`);
		const advice = "To keep such items, change 'If Fields Are Missing' or 'If Issues Are Found'.";
		fail(`The extraction has issues: ${found.join(', ')}`, advice);
	}
	if (list && !list.keepsEmpty && !isList && elements.length === 0) {
		const advice = "To get an item with empty columns instead, turn on 'Keep Empty Lists'.";
		fail(`The response has no list "${list.name}"`, advice);
	}
	const details = pick(response, ['model', 'requestId', 'isCustomerModel', 'modelProviderUsage']);
	const included = inputFields === 'none' ? {} : input;
	const rows = toRows(extraction, options, elements);
	const merged = rows.map(({ fields }) =>
		inputFields === 'inputWin' ? { ...fields, ...input } : { ...included, ...fields },
	);
	const items = merged.map((fields, index) => ({
		...omitPath(fields, ['error']),
		...(addsDetails && { extraction: withoutUndefined<IDataObject>(details) }),
		...(flagsIssues && { issues: rows[index].issues.map(formatIssue) }),
	}));
	const given = new Set([omitPath(input, ['error']), ...merged].flatMap(Object.keys));
	const own = { issues: flagsIssues, extraction: addsDetails, error: true };
	const lost = Object.entries(own).filter(([name, isOwn]) => isOwn && given.has(name));
	const hints = lost.map(
		([name]) => `A field "${name}" was left out, because the node uses this name itself`,
	);
	return { items, hints: [...createHints(extraction, options, elements, isList), ...hints] };
}

/** Whether an issue fails the item, by If Fields Are Missing or If Issues Are Found. */
function failsItem({ kind }: Issue, { ifMissing, issuesFail }: ItemOptions): boolean {
	if (kind === 'missing' && ifMissing !== 'null' && ifMissing !== 'leaveOut') return true;
	if (kind === 'empty' && ifMissing === 'failIfEmpty') return true;
	return issuesFail && kind !== 'notChecked';
}

function formatIssue({ path, ...others }: Issue): IDataObject {
	return { field: formatPath(path), ...(others as IDataObject) };
}

/**
 * Returns the elements of a list, which may be JSON text. Another value counts as one element, unless it's
 * empty or like `N/A`. An element that isn't an object becomes one, with the name of the list.
 */
function elementsOf(value: unknown, name = ''): IDataObject[] {
	const json = parseJsonText(value);
	const single = isEmpty(value) || isPlaceholder(value) ? [] : [value];
	const elements = Array.isArray(json) ? json : single;
	return elements.map((element) => (isObject(element) ? element : { [name]: element }));
}

/**
 * Splits an extraction at its list. Each row has one element, the fields outside of the list, and the issues
 * of both. The paths of the issues start in these fields.
 */
function toRows(
	{ output, issues }: Extraction,
	{ list, flagsIssues }: ItemOptions,
	elements: IDataObject[],
) {
	if (!list) return [{ fields: output, issues }];
	const emptyColumns = list.keepsEmpty ? list.columns.map((name) => [name, null]) : [];
	// Without any row, no item would list the issues.
	const needsRow = list.keepsEmpty || (flagsIssues && issues.length > 0);
	const rows = [...elements];
	if (rows.length === 0 && needsRow) rows.push(Object.fromEntries(emptyColumns));
	const issuesByRow = groupBy(issues.map((issue) => moveToRow(issue, list.path)));
	const others = omitPath(output, list.path);
	return rows.map((row, index) => ({
		fields: { ...others, ...row },
		issues: [
			// A column replaces a shared field of the same name, so the field's issues don't apply.
			...(issuesByRow.get('all') ?? []).filter(({ path }) => !Object.hasOwn(row, path[0])),
			...(issuesByRow.get(index) ?? []),
		],
	}));
}

/** Returns the row of an issue, and the issue with its path in the row: `price` for `lines[0].price`. */
function moveToRow(issue: Issue, list: string[]): readonly [number | 'all', Issue] {
	if (!isInside(issue.path, list)) return ['all', issue];
	const inner = issue.path.slice(list.length);
	// An issue of the list itself, or of a value instead of a list, is in the only row.
	const row = typeof inner[0] === 'number' ? Number(inner.shift()) : 0;
	return [row, { ...issue, path: typeof inner[0] === 'string' ? inner : [list.at(-1)!, ...inner] }];
}

/** Returns a copy of the fields without the value at a path. */
function omitPath(fields: IDataObject, [name, ...inner]: string[]): IDataObject {
	const { [name]: value, ...rest } = fields;
	return inner.length > 0 && isObject(value) ? { ...rest, [name]: omitPath(value, inner) } : rest;
}

function createHints(
	{ output, issues }: Extraction,
	{ convertTypes, flagsIssues, list }: ItemOptions,
	elements: IDataObject[],
	isList: boolean,
) {
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
	if (elements.length === 0) hints.push(`The list ${name} is empty or missing`);
	else if (!isList) hints.push(`${name} isn't a list, so its value became one item`);
	return hints;
}
