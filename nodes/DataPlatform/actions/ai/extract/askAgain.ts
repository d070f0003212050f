import type { IDataObject } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../../../helpers/exactJson';
import { formatPath, getValueAt, isInside, type Path } from '../../../helpers/paths';
import { groupBy, isObject, pick, quote } from '../../../helpers/values';
import type { ExtractRequest } from '../../../transport/contract';
import type { ApiClient } from '../../../transport/apiClient';
import type { ApiRequest } from '../../../transport/request';
import { isEmpty } from './convert';
import { ISSUES, type Issue } from './issues';
import { detailsOf, type Assessment, type ExtractResponse, type ItemOptions } from './items';

export type ExtractionRequest = ApiRequest<ExtractResponse> & { body: ExtractRequest };

export interface AssessedResponse {
	response: ExtractResponse;
	assessment: Assessment;
}

/**
 * Sends up to `checks.askAgain` follow-up requests for missing or invalid values, and keeps the better
 * values. If a request fails, returns the values so far, with the error message in `askAgainFailed`.
 */
export async function askAgain(
	first: ExtractResponse,
	request: ExtractionRequest,
	options: ItemOptions,
	assess: (output: IDataObject) => Assessment,
	api: ApiClient,
): Promise<AssessedResponse> {
	const { askAgain: maxRounds = 0, failsItem = false } = options.checks ?? {};
	const failsForEmpty = failsItem || options.ifMissing === 'failIfEmpty';
	let current: AssessedResponse = { response: first, assessment: assess(first.output) };
	for (let round = 1; round <= maxRounds; round++) {
		const open = groupOpenIssues(current.assessment.issues, failsForEmpty);
		if (open.size === 0) return current;
		try {
			const further = await api.request(createFollowUp(request, open, round));
			current = mergeResponses(current, further, [...open.keys()], assess);
		} catch (reason) {
			// Keeps the values so far, even if the user pressed Stop, because each extraction costs money.
			const response = { ...current.response, askAgainFailed: (reason as Error).message };
			return { ...current, response };
		}
	}
	return current;
}

/** Returns issues to ask about again, by field name. Empty values count only if they fail the item. */
function groupOpenIssues(issues: Issue[], failsForEmpty: boolean): Map<string, Issue[]> {
	const open = issues.filter(
		({ kind }) => ISSUES[kind].asksAgain || (kind === 'empty' && failsForEmpty),
	);
	return groupBy(open.map((issue) => [issue.path[0] as string, issue]));
}

/** `round` makes each request different, because the cache returns the old response to an equal request. */
function createFollowUp(
	request: ExtractionRequest,
	open: Map<string, Issue[]>,
	round: number,
): ExtractionRequest {
	const { body } = request;
	const reasons = [...open.values()].flat().map((issue) => {
		const given = issue.kind === 'missing' ? '' : `, ${quote(issue.value)}`;
		return `${formatPath(issue.path)}${given}: ${ISSUES[issue.kind].reason}.`;
	});
	const again = `This text was looked at before. Look again (${round}) for these fields only. ${reasons.join(' ')}`;
	return {
		...request,
		body: {
			...body,
			outputStructure: pick(body.outputStructure, [...open.keys()]),
			instructions: [body.instructions, again].filter(Boolean).join('\n\n'),
		},
	};
}

function mergeResponses(
	{ response, assessment }: AssessedResponse,
	further: ExtractResponse,
	names: string[],
	assess: (output: IDataObject) => Assessment,
): AssessedResponse {
	const better = mergeMembers(names, [], assessment, assess(further.output));
	const earlier = (response['furtherRequests'] ?? []) as IDataObject[];
	const output = { ...response.output, ...better };
	return {
		response: { ...response, output, furtherRequests: [...earlier, detailsOf(further)] },
		assessment: assess(output),
	};
}

/**
 * Merges the values at a path of the earlier (`one`) and the follow-up response (`other`). A value without
 * issues replaces a value with issues. Objects are merged by member. Lists are replaced as a whole.
 */
function mergeValue(path: Path, one: Assessment, other: Assessment): unknown {
	const [value, further] = [valueIn(one.received, path), valueIn(other.received, path)];
	const issues = issuesAt(path, one);
	if (issues.length === 0 || isEmpty(further)) return value;
	// Even a list or an object with issues is better than no value.
	if (isEmpty(value) && typeof further === 'object') return further;
	if (Array.isArray(further)) return isBetterList(path, one, other) ? further : value;
	if (isObject(value) && isObject(further)) {
		return mergeMembers(Object.keys({ ...value, ...further }), path, one, other);
	}
	return issuesAt(path, other).length === 0 ? further : value;
}

function mergeMembers(
	names: string[],
	path: Path,
	one: Assessment,
	other: Assessment,
): IDataObject {
	const members = names.map((name) => [name, mergeValue([...path, name], one, other)]);
	return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as IDataObject;
}

/** Whether the list in `other` has fewer issues, as many rows or more, and all issue-free rows of `one`. */
function isBetterList(path: Path, one: Assessment, other: Assessment): boolean {
	const [rows, further] = [rowsAt(path, one), rowsAt(path, other)];
	const issues = issuesAt(path, one);
	if (further.length === 0 || further.length < rows.length) return false;
	if (issuesAt(path, other).length >= issues.length) return false;
	const withIssues = new Set(issues.map((issue) => issue.path[path.length]));
	const remaining = groupBy(further.map((json) => [json, json]));
	return rows.every((json, row) => withIssues.has(row) || remaining.get(json)?.pop() !== undefined);
}

function rowsAt(path: Path, { converted }: Assessment): string[] {
	const rows = valueIn(converted, path);
	return Array.isArray(rows) ? rows.map((row) => stringifyJson(row)) : [];
}

/** Returns the value at a path. If the value is JSON text of a list or an object, parses the text. */
function valueIn(output: IDataObject, path: Path): unknown {
	const value = getValueAt(output, path);
	const json = parseJsonText(value);
	return typeof json === 'object' ? json : value;
}

function issuesAt(path: Path, { issues }: Assessment): Issue[] {
	return issues.filter((issue) => isInside(issue.path, path));
}
