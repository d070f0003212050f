import assert from 'node:assert/strict';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { fateOf, mayBeHandled } from './fates.ts';
import { checkFailedList, checkList, idIn } from './lists.ts';
import type { Ending, Sent, Trace } from './run.ts';
import { mixesTurns } from './scenario.ts';

/** Faults whose responses don't show the item. */
const CHANGES_CONTENT = /^(wrong-shape|null-fields|missing-fields|output-not-object)$/;
const MAY_HAVE_STARTED = /may have started/;

/** How an item ended, according to the node. */
interface Claim {
	item: number;
	end: 'done' | 'failed' | 'unknownOutcome' | 'notSent' | 'invalid';
	message: string;
	/** Whether it says that the request may have been executed. */
	mayHaveRun?: boolean;
}

/** Every item ends in exactly one way, which agrees with the journal. */
export function checkEnding(trace: Trace, ending: Ending): void {
	const ids = new Set(ending.items.map(({ json }) => json.id));
	for (const { id, number } of ending.sent) assert(ids.has(id), `${number} belongs to no item`);
	if (ending.outputs) checkOutputs(trace, ending, ending.outputs);
	else if (trace.scenario.way === 'tool') checkToolError(trace, ending);
	else checkError(trace, ending);
}

function checkOutputs(trace: Trace, ending: Ending, outputs: INodeExecutionData[][]): void {
	const isSearch = trace.scenario.operation === 'Search';
	for (const pairs of outputs.map((output) => output.map(pairOf))) {
		const inOrder = pairs.toSorted((a, b) => a - b);
		assert.deepEqual(pairs, inOrder, 'outputs are in another order');
	}
	const groups = Map.groupBy(outputs.flat(), pairOf);
	for (const item of groups.keys()) assert(ending.items[item], 'an output is paired with no item');
	for (const [item, { json: input }] of ending.items.entries()) {
		const own = groups.get(item) ?? [];
		const failed = own.find(({ json }) => json.error !== undefined)?.json;
		const isOne = own.length === 1 || (isSearch && !failed);
		assert(isOne, `item ${item} has ${own.length} outputs`);
		if (failed) {
			const message = String(failed.error);
			if (isSearch) checkFailedList(message, requestsOf(ending, item));
			const { kind, mayHaveRun } = (failed.details ?? {}) as {
				kind?: string;
				mayHaveRun?: boolean;
			};
			checkClaim(trace, ending, { item, end: endOf(kind), message, mayHaveRun });
		} else if (input.kind === 'preview') {
			const isOwn = trace.scenario.shared || JSON.stringify(own).includes(`${input.id}`);
			assert(isOwn, `the preview of item ${item} is of another one`);
			assert.deepEqual(requestsOf(ending, item), [], `the preview of item ${item} was sent`);
		} else {
			checkContent(trace, ending, item, own);
			checkClaim(trace, ending, { item, end: 'done', message: '' });
		}
	}
}

/** The outputs of an item that succeeded are its own. */
function checkContent(trace: Trace, ending: Ending, item: number, own: INodeExecutionData[]): void {
	const { scenario } = trace;
	if (scenario.operation === 'Search') {
		return checkList(trace, ending, own, requestsOf(ending, item));
	}
	const id = String(ending.items[item].json.id);
	const sent = trace.sent.filter((each) => each.id === id);
	if (sent.some(({ faults }) => faults.some((fault) => CHANGES_CONTENT.test(fault)))) return;
	const [{ json }] = own;
	const isOwn = {
		Update: () => isUpdateOf(id, json),
		Run: () => isStartedBy(sent, json),
		Extract: () => JSON.stringify(json).includes(id),
	}[scenario.operation]();
	assert(isOwn, `item ${item} (${id}) has another output: ${JSON.stringify(json)}`);
}

/** Whether the message or the job's name has this number. Shared jobs have it only in the name. */
function isUpdateOf(id: string, { message, jobName }: IDataObject): boolean {
	const number = /^Job (\d+) of|(\d+)$/.exec(String(jobName ?? message));
	return number === null || number.includes(id);
}

function isStartedBy(sent: Sent[], { executionId }: IDataObject): boolean {
	return sent.some((each) => each.executionId && idIn(each, each.executionId) === `${executionId}`);
}

/** What the node reports of an item agrees with the journal. */
function checkClaim(trace: Trace, ending: Ending, claim: Claim): void {
	const { item, end, message, mayHaveRun = false } = claim;
	const { operation } = trace.scenario;
	const [isRun, isSearch] = [operation === 'Run', operation === 'Search'];
	const { id, kind } = ending.items[item].json;
	const requests = requestsOf(ending, item);
	const all = trace.sent.filter((each) => each.id === id);
	const isHandled = (mixesTurns(trace.scenario) ? all : requests).some(({ handled }) => handled);
	const isUpdate = operation === 'Update';
	const mayBeDone = isRun || isUpdate ? mayBeHandled : (each: Sent) => fateOf(each) === 'responded';
	const holds: Record<Claim['end'], boolean> = {
		done: isSearch || isHandled,
		notSent: isSearch || !requests.some(mayBeDone),
		failed: !isRun || !requests.some(mayBeHandled),
		unknownOutcome: isRun && all.some((each) => ['open', 'unclear'].includes(fateOf(each))),
		invalid: requests.length === 0,
	};
	const isInvalid = kind === 'broken' || kind === 'wrongValue';
	const actual = isInvalid ? 'invalid' : end;
	assert(holds[actual], `item ${item} (${id}) isn't ${actual}: ${message}`);
	if (isUpdate && actual === 'failed' && trace.scenario.way !== 'tool') {
		assert(mayHaveRun || !requests.some(mayBeHandled), `item ${item} may have run: ${message}`);
	}
	// "Not sent again" is followed by the earlier outcome.
	const saysUnknown = MAY_HAVE_STARTED.test(message) && actual !== 'notSent';
	assert.equal(saysUnknown, actual === 'unknownOutcome', `item ${item} says: ${message}`);
}

function checkToolError(trace: Trace, ending: Ending): void {
	const { message } = ending.error!;
	const kind = MAY_HAVE_STARTED.test(message) ? 'unknownOutcome' : undefined;
	const end = endOf(/^Not sent/.test(message) ? 'notSent' : kind);
	checkClaim(trace, ending, { item: 0, end, message });
}

/** What an error of the node reports in `context.data`. Ranges are like `3, 7-9 and 12 more`. */
interface Report {
	done?: Array<{ itemIndex: number }>;
	moreDone?: number;
	failed?: Array<Pick<Claim, 'message' | 'mayHaveRun'> & { itemIndex: number; kind: string }>;
	moreFailed?: number;
	notSent?: string;
}

/** If the node failed, its error lists every item as done, failed or not sent, or counts it. */
function checkError(trace: Trace, ending: Ending): void {
	const { message, context } = ending.error!;
	assert(context?.data, `the error has no report: ${message}`);
	const { done = [], moreDone = 0, failed = [], moreFailed = 0, notSent } = context.data as Report;
	const { indices, more } = readRanges(notSent);
	const claims: Claim[] = [
		...done.map(({ itemIndex: item }) => ({ item, end: 'done' as const, message: '' })),
		...failed.map(({ itemIndex: item, kind, ...each }) => ({ item, end: endOf(kind), ...each })),
		...indices.map((item) => ({ item, end: 'notSent' as const, message: '' })),
	];
	const named = claims.map(({ item }) => item);
	assert.equal(new Set(named).size, named.length, 'the error names an item twice');
	const unnamed = ending.items.filter(
		({ json }, item) => !named.includes(item) && json.kind !== 'preview',
	);
	const isCounted = unnamed.length <= moreDone + moreFailed + more;
	assert(isCounted || trace.scenario.operation === 'Search', 'the error lacks an item');
	if (message.endsWith('Nothing was sent.')) assert.deepEqual(ending.sent, [], message);
	for (const each of claims) checkClaim(trace, ending, each);
}

function requestsOf({ items, sent }: Ending, item: number): Sent[] {
	return sent.filter(({ id }) => id === items[item].json.id);
}

function endOf(kind: string | undefined): Claim['end'] {
	return kind === 'unknownOutcome' || kind === 'notSent' ? kind : 'failed';
}

function pairOf({ pairedItem }: INodeExecutionData): number {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : -1;
}

/** `3, 7-9 and 12 more` → 3, 7, 8, 9 and the number 12. */
function readRanges(text = ''): { indices: number[]; more: number } {
	const [ranges, more = '0 more'] = text.split(' and ');
	const indices = ranges.split(', ').flatMap((range) => {
		if (range === '') return [];
		const [from, to = from] = range.split('-').map(Number);
		return Array.from({ length: to - from + 1 }, (_, index) => from + index);
	});
	return { indices, more: parseInt(more, 10) };
}
