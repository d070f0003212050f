import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { TOKEN } from './faultSchedule.ts';
import { fateOf, mayBeHandled } from './journal.ts';
import { checkFailedList, checkList, idIn } from './lists.ts';
import { checkConcurrency, checkOrder } from './order.ts';
import { type Ending, type Sent, type Trace, runScenario } from './run.ts';
import type { Scenario } from './scenario.ts';

const HEADER = 'x-service-developer-token';
/** Faults whose responses don't show the item. */
const CHANGES_CONTENT = /^(wrong-shape|null-fields|missing-fields|output-not-object)$/;
const MAY_HAVE_STARTED = /may have started/;

/** How an item ended, according to the node. */
interface Claim {
	item: number;
	end: 'done' | 'failed' | 'unknownOutcome' | 'notSent' | 'invalid';
	message: string;
}

/** Checks a simulated execution. The error has the violation, the requests that arrived, and the output. */
export async function checkScenario(scenario: Scenario): Promise<void> {
	const { sent, endings, ...trace } = await runScenario(scenario);
	try {
		checkInvariants({ sent, endings, ...trace });
	} catch (violation) {
		const { message } = violation as Error;
		throw new Error(inspect({ message, sent, endings }, { depth: 7, breakLength: 120 }));
	}
}

/** Checks everything that must hold for every simulated execution. */
export function checkInvariants(trace: Trace): void {
	const { operation, shared } = trace.scenario;
	// Runs of one stream don't show their item.
	if (operation !== 'Run' || shared === undefined) {
		checkSentAgain(trace);
		for (const ending of trace.endings) checkEnding(trace, ending);
	}
	checkOrder(trace);
	checkConcurrency(trace);
	checkToken(trace);
	assert(!trace.saved.includes('"internal"'), 'an error in our own code');
}

/** No run that may have been handled is sent again, and no response that came is requested again. */
function checkSentAgain({ scenario: { operation }, sent }: Trace): void {
	if (operation === 'Search') return;
	for (const [index, earlier] of sent.entries()) {
		const hasResponse = fateOf(earlier) === 'responded';
		const again = sent.slice(index + 1).find(({ id, turn }) => {
			if (id !== earlier.id) return false;
			return hasResponse ? turn === earlier.turn : operation === 'Run' && mayBeHandled(earlier);
		});
		assert(!again, `request ${again?.number} repeats request ${earlier.number}`);
	}
}

/** Every item ends in exactly one way, which agrees with the journal. */
function checkEnding(trace: Trace, ending: Ending): void {
	const ids = new Set(ending.items.map(({ json }) => json.id));
	for (const { id, number } of ending.sent) assert(ids.has(id), `${number} belongs to no item`);
	if (ending.outputs) checkOutputs(trace, ending, ending.outputs);
	else if (trace.scenario.way === 'tool') checkToolError(trace, ending);
	else checkError(trace, ending);
}

function checkOutputs(trace: Trace, ending: Ending, outputs: INodeExecutionData[][]): void {
	const isSearch = trace.scenario.operation === 'Search';
	for (const output of outputs) {
		const pairs = output.map(pairOf);
		assert.deepEqual(
			pairs,
			pairs.toSorted((a, b) => a - b),
			'outputs are in another order',
		);
	}
	const all = outputs.flat();
	for (const each of all) assert(ending.items[pairOf(each)], 'an output is paired with no item');
	for (const item of ending.items.keys()) {
		const own = all.filter((each) => pairOf(each) === item);
		const failed = own.find(({ json }) => json.error !== undefined)?.json;
		const isOne = own.length === 1 || (isSearch && !failed);
		assert(isOne, `item ${item} has ${own.length} outputs`);
		if (failed) {
			const message = String(failed.error);
			if (isSearch) checkFailedList(message, requestsOf(ending, item));
			const { kind } = (failed.details ?? {}) as { kind?: string };
			checkClaim(trace, ending, { item, end: endOf(kind), message });
		} else if (ending.items[item].json.kind === 'preview') {
			const { id } = ending.items[item].json;
			const isOwn = trace.scenario.shared !== undefined || JSON.stringify(own).includes(`${id}`);
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
function checkClaim(trace: Trace, ending: Ending, { item, end, message }: Claim): void {
	const { operation, stopAfter, retries } = trace.scenario;
	const [isRun, isSearch] = [operation === 'Run', operation === 'Search'];
	const { id, kind } = ending.items[item].json;
	const requests = requestsOf(ending, item);
	const all = trace.sent.filter((each) => each.id === id);
	// After Stop and Retry, n8n gives the next turn of a loop the number of the stopped one, so that it
	// gets the cached responses of that one.
	const mayBeOfEarlierTurn = stopAfter !== undefined && retries > 0;
	const isHandled = (mayBeOfEarlierTurn ? all : requests).some(({ handled }) => handled);
	const mayBeDone = isRun ? mayBeHandled : (each: Sent) => fateOf(each) === 'responded';
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
	// "Not sent again" is followed by the earlier outcome.
	const saysUnknown = MAY_HAVE_STARTED.test(message) && actual !== 'notSent';
	assert.equal(saysUnknown, actual === 'unknownOutcome', `item ${item} says: ${message}`);
}

function checkToolError(trace: Trace, ending: Ending): void {
	const { message } = ending.error!;
	const isUnknown = MAY_HAVE_STARTED.test(message);
	const end = isUnknown ? 'unknownOutcome' : 'failed';
	const isNotSent = /^Not sent/.test(message);
	checkClaim(trace, ending, { item: 0, end: isNotSent ? 'notSent' : end, message });
}

/** If the node failed, its error lists every item as done, failed, invalid or not sent. */
function checkError(trace: Trace, ending: Ending): void {
	const { message, context } = ending.error!;
	assert(context?.data, `the error has no report: ${message}`);
	const {
		done = [],
		failed = [],
		invalid = [],
		notSent = '',
	} = context.data as {
		done?: Array<{ itemIndex: number }>;
		failed?: Array<{ itemIndex: number; message: string; kind: string }>;
		invalid?: Array<{ items: string; message: string }>;
		notSent?: string;
	};
	const claims: Claim[] = [
		...done.map(({ itemIndex: item }): Claim => ({ item, end: 'done', message: '' })),
		...failed.map((each) => ({ ...each, item: each.itemIndex, end: endOf(each.kind) })),
		...invalid.flatMap((each) =>
			indicesIn(each.items).map((item): Claim => ({ ...each, item, end: 'invalid' })),
		),
		...indicesIn(notSent).map((item): Claim => ({ item, end: 'notSent', message: '' })),
	];
	for (const [item, { json }] of ending.items.entries()) {
		const times = claims.filter((claim) => claim.item === item).length;
		const mayBeUnnamed = trace.scenario.operation === 'Search' || json.kind === 'preview';
		assert(times === 1 || (times === 0 && mayBeUnnamed), `the error names ${item} ${times}×`);
	}
	if (message.endsWith('Nothing was sent.')) assert.deepEqual(ending.sent, [], message);
	for (const claim of claims) checkClaim(trace, ending, claim);
}

/** The token is only in its header. */
function checkToken({ sent, saved }: Trace): void {
	for (const { number, headersSeen, path, body } of sent) {
		const { [HEADER]: own, ...others } = headersSeen;
		assert.equal(own, '[token]', `request ${number} lacks the token`);
		const isElsewhere = JSON.stringify([others, path, body]).includes('token]');
		assert(!isElsewhere, `request ${number}: the token is elsewhere than in its header`);
	}
	// Saved data is JSON, and so may be the texts in it.
	assert(!saved.replace(/\\+(["/])/g, '$1').includes(TOKEN), 'the token is saved');
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

/** `3, 7-9` → 3, 7, 8, 9. */
function indicesIn(ranges: string): number[] {
	return ranges.split(', ').flatMap((range) => {
		if (range === '') return [];
		const [from, to = from] = range.split('-').map(Number);
		return Array.from({ length: to - from + 1 }, (_, index) => from + index);
	});
}
