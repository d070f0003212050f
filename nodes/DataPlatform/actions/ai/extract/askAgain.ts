import type { IDataObject } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../../../helpers/exactJson';
import { groupBy, isObject, quote, getValueAt } from '../../../helpers/values';
import { Aborted } from '../../../helpers/executionController';
import type { ExtractRequest, OutputStructure } from '../../../transport/contract';
import { ApiError } from '../../../transport/failures';
import type { ApiClient } from '../../../transport/apiClient';
import type { ApiRequest } from '../../../transport/request';
import { isEmpty } from './convert';
import type { Issue, IssueKind, Path } from './issues';
import { formatPath, isWithin, REASONS } from './issues';
import type { Assessment, ExtractResponse, ItemOptions } from './items';
import { detailsOf } from './items';

/** What a model may do better when it is asked again. */
const WORTH_ASKING = new Set<IssueKind>(['missing', 'notAllowed', 'notConverted']);

/** An extraction, which further ones are derived from. */
export type ExtractionRequest = ApiRequest<ExtractResponse> & { body: ExtractRequest };

/** A response with what is known about its output. */
export interface Assessed {
	response: ExtractResponse;
	assessment: Assessment;
}

/**
 * Requests fields with issues again, each time only those, with the reasons in the instructions. What comes
 * without an issue is merged into the first response. If a further request fails, the response so far is
 * returned with `askAgainFailed`.
 * @throws ApiError of a further request, with the response so far, when issues fail the item
 */
export async function askAgain(
	first: ExtractResponse,
	request: ExtractionRequest,
	options: ItemOptions,
	assess: (output: IDataObject) => Assessment,
	api: ApiClient,
): Promise<Assessed> {
	const { askAgain: times = 0, failsItem } = options.checks ?? {};
	let current: Assessed = { response: first, assessment: assess(first.output) };
	for (let time = 1; time <= times; time++) {
		const open = openFields(current.assessment.issues, options);
		if (open.size === 0) return current;
		try {
			const further = await api.request(requestFor(request, open, time));
			current = mergeResponses(current, further, [...open.keys()], assess);
		} catch (reason) {
			// An execution that is stopped still has the response so far.
			const isStopped = reason instanceof Aborted;
			if (!isStopped && (failsItem || !(reason instanceof ApiError))) {
				throw withReceived(reason, current.response);
			}
			const response = { ...current.response, askAgainFailed: (reason as Error).message };
			return { ...current, response };
		}
	}
	return current;
}

/** The fields worth asking for, with their issues. Null is worth it only if it would fail the item. */
function openFields(issues: Issue[], { ifMissing, checks }: ItemOptions): Map<string, Issue[]> {
	const failsForEmpty = ifMissing === 'failIfEmpty' || checks?.failsItem === true;
	const open = issues.filter(
		({ kind }) => WORTH_ASKING.has(kind) || (kind === 'empty' && failsForEmpty),
	);
	return groupBy(open.map((issue) => [issue.path[0] as string, issue]));
}

/** The time is in the instructions so that no two further requests are equal. */
function requestFor(
	request: ExtractionRequest,
	open: Map<string, Issue[]>,
	time: number,
): ExtractionRequest {
	const { body } = request;
	const reasons = [...open.values()].flat().map((issue) => {
		const given = issue.kind === 'missing' ? '' : `, ${quote(issue.value)}`;
		return `${formatPath(issue.path)}${given}: ${REASONS[issue.kind]}.`;
	});
	const again = `This text was looked at before. Look again (${time}) for these fields only. ${reasons.join(' ')}`;
	const structure = Object.entries(body.outputStructure).filter(([name]) => open.has(name));
	return {
		...request,
		body: {
			...body,
			outputStructure: Object.fromEntries(structure) as OutputStructure,
			instructions: [body.instructions, again].filter(Boolean).join('\n\n'),
		},
	};
}

function mergeResponses(
	{ response, assessment }: Assessed,
	further: ExtractResponse,
	names: string[],
	assess: (output: IDataObject) => Assessment,
): Assessed {
	const one: Side = { raw: response.output, ...assessment };
	const other: Side = { raw: further.output, ...assess(further.output) };
	const merged = names.map((name) => [name, mergeValue([name], one, other)] as const);
	const earlier = (response['furtherRequests'] ?? []) as IDataObject[];
	const output = {
		...response.output,
		...Object.fromEntries(merged.filter(([, value]) => value !== undefined)),
	} as IDataObject;
	return {
		response: { ...response, output, furtherRequests: [...earlier, detailsOf(further)] },
		assessment: assess(output),
	};
}

/** An output as it came, with what is known about it. */
interface Side extends Assessment {
	raw: IDataObject;
}

/**
 * The value at a path, merged by issues: a further value replaces one that has an issue if it has none
 * itself. Objects are merged member by member; lists are replaced as a whole, by better ones.
 */
function mergeValue(path: Path, one: Side, other: Side): unknown {
	const [value, further] = [valueIn(one.raw, path), valueIn(other.raw, path)];
	const issues = issuesAt(path, one);
	if (issues.length === 0 || isEmpty(further)) return value;
	// Where there was nothing, a list or an object with issues is better.
	if (isEmpty(value) && typeof further === 'object') return further;
	if (Array.isArray(further)) return isBetterList(path, one, other) ? further : value;
	const hasOwnIssue = issues.some((issue) => issue.path.length === path.length);
	if (isObject(value) && isObject(further) && !hasOwnIssue) {
		const names = Object.keys({ ...value, ...further });
		const members = names.map((name) => [name, mergeValue([...path, name], one, other)]);
		return Object.fromEntries(members.filter(([, member]) => member !== undefined));
	}
	return issuesAt(path, other).length === 0 ? further : value;
}

/** Fewer issues, at least as many rows, and all the rows that were fine. */
function isBetterList(path: Path, one: Side, other: Side): boolean {
	const [rows, further] = [rowsAt(path, one), rowsAt(path, other)];
	const issues = issuesAt(path, one);
	if (further.length === 0 || further.length < rows.length) return false;
	if (issuesAt(path, other).length >= issues.length) return false;
	const withIssues = new Set(issues.map((issue) => issue.path[path.length]));
	const remaining = groupBy(further.map((json) => [json, json]));
	return rows.every((json, row) => withIssues.has(row) || remaining.get(json)?.pop() !== undefined);
}

function rowsAt(path: Path, { output }: Side): string[] {
	const rows = valueIn(output, path);
	return Array.isArray(rows) ? rows.map((row) => stringifyJson(row)) : [];
}

/** A value as it came; of a list or an object in JSON text, what the text says. */
function valueIn(output: IDataObject, path: Path): unknown {
	const value = getValueAt(output, path);
	const json = parseJsonText(value);
	return typeof json === 'object' && json !== null ? json : value;
}

function issuesAt(path: Path, { issues }: Assessment): Issue[] {
	return issues.filter((issue) => isWithin(issue.path, path));
}

function withReceived(reason: unknown, received: ExtractResponse): unknown {
	if (!(reason instanceof ApiError)) return reason;
	const { message, description, details } = reason;
	// The first request was sent, and its values have issues.
	const kind = details.kind === 'notSent' ? 'issues' : details.kind;
	return new ApiError(`A follow-up request (Ask Again) failed: ${message}`, description, {
		...details,
		kind,
		received,
	});
}
