import type { IDataObject } from 'n8n-workflow';
import type { Extraction } from './convert';
import type { Issue } from './issues';
import type { ItemOptions, ListOptions } from './itemOptions';
import { isEmpty, isPlaceholder } from './missingValues';
import { formatPath, getValueAt, isInside } from '../../../../helpers/paths';
import { groupBy, isObject, pick, truncate, withoutUndefined } from '../../../../helpers/values';
import { ApiError } from '../../../../transport/apiError';
import type { ExtractResponse } from '../../../../transport/contract';
import type { Result } from '../../../operation';

/** What becomes an item, apart from the input's fields and the node's own. */
interface Row {
	fields: IDataObject;
	issues: Issue[];
	/** Names of fields that are null only because the response lacks them. */
	filled: string[];
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
	const { list, inputFields } = options;
	const included = inputFields === 'none' ? {} : input;
	const createError = (message: string, advice: string) => {
		const description = `The extraction succeeded, and its response is in the details. ${advice}`;
		const issues = extraction.issues.map(formatIssue);
		const details = { kind: 'issues', received: response, issues } as const;
		return new ApiError(truncate(message, 300), description, details);
	};
	const failing = extraction.issues.filter((issue) => failsItem(issue, options));
	if (failing.length > 0) {
		const found = failing.map(({ path, kind }) => `${formatPath(path)} (${kind})`);
		const advice = "To keep such items, change 'If Fields Are Missing' or 'If Issues Are Found'.";
		throw createError(`The extraction has issues: ${found.join(', ')}`, advice);
	}
	const rows = list ? toRows(list, extraction, options.flagsIssues) : [toRow(extraction)];
	if (!rows) {
		const advice = "To get an item with empty columns instead, turn on 'Keep Empty Lists'.";
		throw createError(`The response has no list "${list?.name}"`, advice);
	}
	const items = rows.map((row) => toItem(row, options, included, response));
	const hints = [
		...extraction.hints,
		...hintUnconverted(extraction, options),
		...hintNames([included, ...rows.map(({ fields }) => fields)], options),
		...(items.length === 0 ? [`The list "${list?.name}" is empty`] : []),
	];
	return { items, hints };
}

function toItem(
	{ fields, issues, filled }: Row,
	{ addsDetails, flagsIssues, inputFields }: ItemOptions,
	input: IDataObject,
	response: ExtractResponse,
): IDataObject {
	const details = pick(response, ['model', 'requestId', 'isCustomerModel', 'modelProviderUsage']);
	// If names are equal, the last one wins. A null that nobody extracted wins over nothing.
	return withoutUndefined<IDataObject>({
		...(inputFields === 'extractedWin' && input),
		...fields,
		...(inputFields === 'extractedWin' &&
			pick(
				input,
				filled.filter((name) => Object.hasOwn(input, name)),
			)),
		...(inputFields === 'inputWin' && input),
		...(addsDetails && { extraction: withoutUndefined<IDataObject>(details) }),
		...(flagsIssues && { issues: issues.map(formatIssue) }),
		// n8n treats an item with `error` as failed.
		error: undefined,
	});
}

function hintUnconverted({ output, issues }: Extraction, options: ItemOptions): string[] {
	const unconverted = issues.filter(({ kind }) => kind === 'notConverted' || kind === 'ambiguous');
	const isHinted = options.convertTypes && !options.flagsIssues;
	// Without positions in lists: `lines.price` for `lines[0].price`. Flag Issues lists them instead.
	const names = unconverted.map(({ path }) => formatPath(path).replace(/\[\d+\]/g, ''));
	const hints = [...new Set(isHinted ? names : [])].map(
		(name) => `Some values of "${name}" couldn't be converted and stayed unchanged`,
	);
	if (!Object.values(output).every(isEmpty)) return hints;
	return [...hints, "No field has a value. To see the request, use 'Show Request Only'."];
}

/** Names the fields of an item that the node leaves out, because it adds others of the same name. */
function hintNames(fields: IDataObject[], { flagsIssues, addsDetails }: ItemOptions): string[] {
	const own = { issues: flagsIssues, extraction: addsDetails, error: true };
	const given = Object.entries(own).filter(
		([name, isOwn]) => isOwn && fields.some((each) => Object.hasOwn(each, name)),
	);
	return given.map(
		([name]) => `A field "${name}" was left out, because the node uses this name itself`,
	);
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

/** Creates the only row of an extraction. */
function toRow({ output, issues }: Extraction): Row {
	return { fields: output, issues, filled: listMissing(issues) };
}

function listMissing(issues: Issue[]): string[] {
	const missing = issues.filter(({ kind, path }) => kind === 'missing' && path.length === 1);
	return missing.map(({ path }) => String(path[0]));
}

/**
 * Splits an extraction at its list. Each row has one element, the fields outside of the list, and the issues
 * of both. The paths of the issues start in these fields.
 * @returns undefined if there is no list, unless Keep Empty Lists is on
 */
function toRows(
	list: ListOptions,
	extraction: Extraction,
	flagsIssues: boolean,
): Row[] | undefined {
	const { output, issues } = extraction;
	const { path, keepsEmpty } = list;
	const value = getValueAt(output, path);
	// Another value than a list counts as its only element.
	const single = isEmpty(value) || isPlaceholder(value) ? undefined : [value];
	const elements: unknown[] | undefined = Array.isArray(value) ? value : single;
	if (!elements && !keepsEmpty) return undefined;
	const rows = (elements ?? []).map((element) => toColumns(element, list));
	// Without any row, no item would list the issues.
	if (rows.length === 0 && keepsEmpty) rows.push(toColumns(null, list));
	if (rows.length === 0 && flagsIssues && issues.length > 0) rows.push({});
	const issuesByRow = groupBy(issues.map((issue) => moveToRow(issue, path)));
	const others = omitPath(output, path);
	return rows.map((row, index) => {
		// A column replaces a shared field of the same name, so the field's issues don't apply.
		const shared = issuesByRow.get('all') ?? [];
		const outside = shared.filter((issue) => !Object.hasOwn(row, issue.path[0]));
		const own = [...outside, ...(issuesByRow.get(index) ?? [])];
		const columns = isObject(elements?.[index]) ? [] : list.columns;
		const filled = [...listMissing(own), ...columns];
		return { fields: { ...others, ...row }, issues: own, filled };
	});
}

/** Returns the columns of an element. An element that isn't an object has the name of the list. */
function toColumns(element: unknown, { path, columns }: ListOptions): IDataObject {
	if (isObject(element)) return element;
	const names = columns.map((name) => [name, null]);
	const isMissing = columns.length > 0 && (isEmpty(element) || isPlaceholder(element));
	const own = isMissing ? [] : [[path.at(-1)!, element]];
	return Object.fromEntries([...names, ...own]) as IDataObject;
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
