import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../../../../helpers/exactJson';
import { formatPath, getValueAt, isInside } from '../../../../helpers/paths';
import { groupBy, isObject, pick, truncate, withoutUndefined } from '../../../../helpers/values';
import type { ParameterReader } from '../../../../parameters/reader';
import { ApiError } from '../../../../transport/apiError';
import type { Result } from '../../../operation';
import { isEmpty, isPlaceholder, type convert } from './convert';
import type { Fields } from '../request/fields';
import type { DateOrder } from '../text/dates';
import type { Issue } from './issues';
import type { NumberFormat } from '../text/numbers';
import type { FieldSchema } from '../request/jsonSchema';

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
export function readItemOptions(read: ParameterReader, { schema, parameter }: Fields) {
	const items = read.choice<'perInput' | 'perElement' | 'raw'>('items');
	if (items === 'raw') return undefined;
	const list = items === 'perElement' ? readList(read, schema) : undefined;
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
		ifMissing: options.choice<'failIfEmpty' | 'failIfMissing' | 'null' | 'leaveOut'>('ifMissing'),
		/** Whether converted values replace the original ones. Issues are found either way. */
		convertTypes: options.boolean('convertTypes'),
		dateOrder: options.choice<DateOrder>('dateOrder'),
		numberFormat: options.choice<NumberFormat>('numberFormat'),
		inputFields: options.choice<'none' | 'extractedWin' | 'inputWin'>('inputFields'),
		addsDetails: options.boolean('addExtractionDetails'),
		flagsIssues: options.value('flagIssues') !== undefined,
		issuesFail: flagIssues.choice('ifFound') === 'fail',
		/** Names of fields, at any depth, that aren't looked up because the model infers their values. */
		dontLookUp: new Set((flagIssues.list('dontLookUp') ?? []).map(String)),
	};
}

function readList(read: ParameterReader, schema: FieldSchema) {
	const fields = findLists(schema);
	const names = fields.filter(([, { type }]) => type === 'array').map(([path]) => path.join('.'));
	const name = read.name('list') ?? (names.length === 1 ? names[0] : '');
	const found = fields.find(([path]) => path.join('.') === name);
	if (!found) {
		const advice = `Lists among the fields: ${names.join(', ') || 'none'}. Enter one of them, or change 'Items'.`;
		throw read.invalid('list', `must be the path of a list, but is "${name}"`, advice);
	}
	const [path, { items }] = found;
	/** The fields that an element becomes: its columns, or the name of the list. */
	const columns = Object.keys(items?.properties ?? { [path.at(-1)!]: {} });
	return { name, path, columns, keepsEmpty: read.boolean('keepEmptyLists') };
}

/** Finds the fields that are lists, or may be lists because they have no type. */
function findLists(schema: FieldSchema, outer: string[] = []): Array<[string[], FieldSchema]> {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const path = [...outer, name];
		const mayBeList = field.type === 'array' || field.type === undefined;
		return mayBeList ? [[path, field]] : findLists(field, path);
	});
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
	const { addsDetails, convertTypes, flagsIssues, inputFields, list } = options;
	const createError = (message: string, advice: string) => {
		const description = `The extraction succeeded, and its response is in the details. ${advice}`;
		const facts = { kind: 'issues', received: response, issues: issues.map(formatIssue) } as const;
		return new ApiError(truncate(message, 300), description, facts);
	};
	const failing = issues.filter((issue) => failsItem(issue, options));
	if (failing.length > 0) {
		const found = failing.map(({ path, kind }) => `${formatPath(path)} (${kind})`);
		const advice = "To keep such items, change 'If Fields Are Missing' or 'If Issues Are Found'.";
		throw createError(`The extraction has issues: ${found.join(', ')}`, advice);
	}
	const rows = list ? toRows(list, extraction, flagsIssues) : [{ fields: output, issues }];
	if (!rows) {
		const advice = "To get an item with empty columns instead, turn on 'Keep Empty Lists'.";
		throw createError(`The response has no list "${list?.name}"`, advice);
	}
	const details = pick(response, ['model', 'requestId', 'isCustomerModel', 'modelProviderUsage']);
	const items = rows.map((row) =>
		// If names are equal, the last one wins.
		withoutUndefined<IDataObject>({
			...(inputFields === 'extractedWin' && input),
			...row.fields,
			...(inputFields === 'inputWin' && input),
			...(addsDetails && { extraction: withoutUndefined<IDataObject>(details) }),
			...(flagsIssues && { issues: row.issues.map(formatIssue) }),
			// n8n treats an item with `error` as failed.
			error: undefined,
		}),
	);
	const unconverted = issues.filter(({ kind }) => kind === 'notConverted' || kind === 'ambiguous');
	// Without positions in lists: `lines.price` for `lines[0].price`. Flag Issues lists them instead.
	const paths = convertTypes && !flagsIssues ? unconverted.map(({ path }) => formatPath(path)) : [];
	const hints = [...new Set(paths.map((path) => path.replace(/\[\d+\]/g, '')))].map(
		(name) => `Some values of "${name}" couldn't be converted and stayed unchanged`,
	);
	if (Object.values(output).every(isEmpty)) {
		hints.push("No field has a value. To see the request, use 'Show Request Only'.");
	}
	const others = inputFields === 'none' ? omitPath(input, ['error']) : input;
	const given = new Set([others, ...rows.map(({ fields }) => fields)].flatMap(Object.keys));
	const own = { issues: flagsIssues, extraction: addsDetails, error: true };
	for (const [name, isOwn] of Object.entries(own)) {
		if (!isOwn || !given.has(name)) continue;
		hints.push(`A field "${name}" was left out, because the node uses this name itself`);
	}
	if (items.length === 0) hints.push(`The list "${list?.name}" is empty`);
	return { items, hints };
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
 * Splits an extraction at its list. Each row has one element, the fields outside of the list, and the issues
 * of both. The paths of the issues start in these fields.
 * @returns undefined if there is no list, unless Keep Empty Lists is on
 */
function toRows(
	{ path, columns, keepsEmpty }: NonNullable<ItemOptions['list']>,
	{ output, issues }: Extraction,
	flagsIssues: boolean,
) {
	const value = getValueAt(output, path);
	const list = parseJsonText(value);
	// Another value than a list counts as its only element.
	const single = isEmpty(value) || isPlaceholder(value) ? undefined : [value];
	const elements: unknown[] | undefined = Array.isArray(list) ? list : single;
	if (!elements && !keepsEmpty) return undefined;
	const name = path.at(-1)!;
	const rows = (elements ?? []).map((each) => (isObject(each) ? each : { [name]: each }));
	// Without any row, no item would list the issues.
	if (rows.length === 0 && (keepsEmpty || (flagsIssues && issues.length > 0))) {
		rows.push(keepsEmpty ? Object.fromEntries(columns.map((column) => [column, null])) : {});
	}
	const issuesByRow = groupBy(issues.map((issue) => moveToRow(issue, path)));
	const others = omitPath(output, path);
	return rows.map((row, index) => ({
		fields: { ...others, ...row },
		issues: [
			// A column replaces a shared field of the same name, so the field's issues don't apply.
			...(issuesByRow.get('all') ?? []).filter((issue) => !Object.hasOwn(row, issue.path[0])),
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

function omitPath(fields: IDataObject, [name, ...inner]: string[]): IDataObject {
	const { [name]: value, ...rest } = fields;
	return inner.length > 0 && isObject(value) ? { ...rest, [name]: omitPath(value, inner) } : rest;
}
