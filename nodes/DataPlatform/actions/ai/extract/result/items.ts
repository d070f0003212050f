import type { IDataObject } from 'n8n-workflow';
import type { Extraction } from '../extraction';
import type { Issue } from '../issues';
import type { ItemOptions } from '../itemOptions';
import { type Row, toRows } from './rows';
import { formatPath, formatWithoutPositions } from '../../../../helpers/paths';
import { pick, truncate, withoutUndefined } from '../../../../helpers/values';
import { isUnset } from '../../../../parameters/validators';
import { ApiError } from '../../../../transport/apiError';
import type { ExtractResponse } from '../../../../transport/contract';
import type { Result } from '../../../operation';

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
	const { list, inputFields } = options;
	const included = inputFields === 'none' ? {} : input;
	const createError = (message: string, advice: string) => {
		const description = `The extraction succeeded, and its response is in the details. ${advice}`;
		const formatted = issues.map(formatIssue);
		const details = { kind: 'issues', received: response, issues: formatted } as const;
		return new ApiError(truncate(message, 300), description, details);
	};
	const failing = issues.filter((issue) => failsItem(issue, options));
	if (failing.length > 0) {
		const found = failing.map(({ path, kind }) => `${formatPath(path)} (${kind})`);
		const advice = "To keep such items, change 'If Fields Are Missing' or 'If Issues Are Found'.";
		throw createError(`The extraction has issues: ${found.join(', ')}`, advice);
	}
	const rows = list
		? toRows(list, extraction, options.flagsIssues)
		: [{ fields: output, issues, emptyColumns: [] }];
	if (!rows) {
		const advice = "To get an item with empty columns instead, turn on 'Keep Empty Lists'.";
		throw createError(`The response has no list "${list?.name}"`, advice);
	}
	const items = rows.map((row) => toItem(row, options, included, response));
	const hints = [
		...extraction.hints,
		...hintUnconverted(issues, options),
		...hintNoValue(extraction),
		...hintOwnNames([included, ...rows.map(({ fields }) => fields)], options),
		...(items.length === 0 ? [`The list "${list?.name}" is empty`] : []),
	];
	return { items, hints };
}

function toItem(
	{ fields, issues, emptyColumns }: Row,
	{ addsDetails, flagsIssues, inputFields }: ItemOptions,
	input: IDataObject,
	response: ExtractResponse,
): IDataObject {
	const details = pick(response, ['model', 'requestId', 'isCustomerModel', 'modelProviderUsage']);
	const missing = issues.filter(({ kind, path }) => kind === 'missing' && path.length === 1);
	const notExtracted = [...missing.map(({ path }) => String(path[0])), ...emptyColumns];
	const kept = notExtracted.filter((name) => Object.hasOwn(input, name));
	// If names are equal, the last one wins. A null that the node added never replaces an input field.
	return withoutUndefined<IDataObject>({
		...(inputFields === 'extractedWin' && input),
		...fields,
		...pick(input, kept),
		...(inputFields === 'inputWin' && input),
		...(addsDetails && { extraction: withoutUndefined<IDataObject>(details) }),
		...(flagsIssues && { issues: issues.map(formatIssue) }),
		// n8n treats an item with `error` as failed.
		error: undefined,
	});
}

/** Names fields with values that weren't converted. Flag Issues lists them, with their positions. */
function hintUnconverted(issues: Issue[], options: ItemOptions): string[] {
	if (!options.convertTypes || options.flagsIssues) return [];
	const unconverted = issues.filter(({ kind }) => kind === 'notConverted' || kind === 'ambiguous');
	const names = new Set(unconverted.map(({ path }) => formatWithoutPositions(path)));
	return [...names].map(
		(name) => `Some values of "${name}" couldn't be converted and stayed unchanged`,
	);
}

function hintNoValue({ output, issues }: Extraction): string[] {
	// Without Convert Types, a placeholder such as `N/A` stays, with an issue. In the text, it's a value.
	const empty = issues.filter(({ kind, path }) => kind === 'empty' && path.length === 1);
	const names = new Set(empty.map(({ path }) => path[0]));
	const hasValue = Object.entries(output).some(
		([name, value]) => !names.has(name) && !isUnset(value),
	);
	return hasValue ? [] : ["No field has a value. To see the request, use 'Show Request Only'."];
}

/** Names the fields of an item that the node leaves out, because it adds others of the same name. */
function hintOwnNames(fields: IDataObject[], { flagsIssues, addsDetails }: ItemOptions): string[] {
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
