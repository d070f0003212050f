import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { checkFailedList, checkList, idIn } from './lists.ts';
import { type Ending, runScenario, type Sent, type Trace } from './run.ts';
import { hasTokens, ODD, type Scenario, TOKEN } from './scenario.ts';
import type { RequestRecord } from '../../simulator/journal.ts';

const HEADER = 'x-service-developer-token';
/** Faults whose responses don't show the item. */
const CHANGES_CONTENT = /^(wrong-shape|null-fields|missing-fields|output-not-object)$/;
const MAY_HAVE_STARTED = /may have started/;
/** With these faults, the client received something else than the journal's status. */
const HIDES_RESPONSE = /^(broken-off|stall|envelope-error)$/;
/** With these faults, a 503 means that nothing was done. */
const THROTTLES = /^(retry-after|retry-after-date)$/;
/** Faults that only delay the platform's own response, or change its content. */
const HARMLESS =
	/^(capacity|rate-limit|delay|delay-before|drip|execution-errors|(null|missing)-fields|big-ids|total-hits-.*|has-more-.*|.*-page|.*-list|degraded)$/;
/** The default of each operation. */
const MAX_CONCURRENCY = { Run: 1, Update: 100, Extract: 100, Search: 100 };

/**
 * What the client knows of a request, according to the simulator's journal. `responded`: handled, and the
 * whole response arrived. `rejected`: not handled, and the response says so. `open`: the client can't know.
 * `unclear`: the journal doesn't show which of the last two.
 */
type Fate = 'responded' | 'rejected' | 'open' | 'unclear';

/** How an item ended, according to the node. */
interface Claim {
	item: number;
	end: 'done' | 'failed' | 'unknownOutcome' | 'notSent' | 'invalid';
	message: string;
	/** Whether it says that the request may have been executed. */
	mayHaveRun?: boolean;
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
	checkJobs(trace);
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
	const isHandled = (mixesTurns(trace) ? all : requests).some(({ handled }) => handled);
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
	checkClaim(trace, ending, {
		...{ item: 0, message },
		end: endOf(/^Not sent/.test(message) ? 'notSent' : kind),
	});
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
		...failed.map(({ itemIndex, kind, ...each }) => ({
			...{ item: itemIndex, end: endOf(kind), ...each },
		})),
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

/** The token is only in its header. */
function checkToken({ scenario, sent, saved }: Trace): void {
	// Runs of one stream don't show their item.
	const showsItem = scenario.operation !== 'Run' || scenario.shared === undefined;
	for (const { number, headersSeen, path, body, id } of sent) {
		const { [HEADER]: own, ...others } = headersSeen;
		const isOdd = hasTokens(scenario) && Number(id) % 2 === 1;
		if (showsItem) assert.equal(own, `[token]${isOdd ? ODD : ''}`, `token of request ${number}`);
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

/** Whether a request was in progress when another one arrived. The simulator notices canceled ones late. */
function isInProgress(earlier: Sent, { number }: Sent): boolean {
	return number <= (earlier.overAt ?? Infinity) && !earlier.connectionClosedByClient;
}

/** Updates of one job, and runs of one stream, go one after another in the order of the items. Each try starts again. */
function checkOrder({ scenario, sent }: Trace): void {
	const { operation, retries, settings } = scenario;
	if (operation !== 'Update' && operation !== 'Run') return;
	const isOneTry = !settings.retryOnFail && retries === 0;
	for (const requests of Map.groupBy(sent, ({ turn, path }) => `${turn} ${path}`).values()) {
		for (const [index, later] of requests.slice(1).entries()) {
			const before = requests[index];
			const mayOverlap = operation === 'Update' && before.id === later.id;
			const isConcurrent = isInProgress(before, later) && !mayOverlap;
			const isEarlier = isOneTry && Number(later.id) < Number(before.id);
			const ids = `${later.number} (${later.id}) and ${before.number} (${before.id})`;
			assert(!isConcurrent && !isEarlier, `the requests ${ids} aren't in order`);
		}
	}
}

/**
 * After Stop and Retry, n8n gives the next turn of a loop the number of the stopped one, so that it gets the
 * kept responses of that one.
 */
function mixesTurns({ scenario: { stopAfter, retries } }: Trace): boolean {
	return stopAfter !== undefined && retries > 0;
}

/**
 * Each job ends with the definition of the last of its items that succeeded, or of a later one that says that it may
 * have run. No update is sent after a later item's has succeeded.
 */
function checkJobs(trace: Trace): void {
	if (trace.scenario.operation !== 'Update' || mixesTurns(trace)) return;
	for (const requests of Map.groupBy(trace.sent, ({ turn, path }) => `${turn} ${path}`).values()) {
		let last: Sent | undefined;
		for (const request of requests) {
			const isLate = last && Number(request.id) < Number(last.id);
			assert(!isLate, `request ${request.number} comes after the later item of ${last?.number}`);
			if (fateOf(request) === 'responded' && request.overAt !== undefined) last = request;
		}
		const final = requests.findLast(({ handled }) => handled);
		const isReplaced = last && Number(final!.id) < Number(last.id);
		assert(!isReplaced, `the job of request ${final?.number} lost the update ${last?.number}`);
	}
}

/** There are never more requests in parallel than Max Concurrency. */
function checkConcurrency({ scenario: { operation, requestOptions }, sent }: Trace): void {
	const { maxConcurrency = MAX_CONCURRENCY[operation] } = requestOptions;
	for (const [index, later] of sent.entries()) {
		const others = sent.slice(0, index).filter((earlier) => isInProgress(earlier, later)).length;
		const what = `request ${later.number} is in parallel with ${others}`;
		assert(others < maxConcurrency, `${what}, with a Max Concurrency of ${maxConcurrency}`);
	}
}

function fateOf({ faults, status, handled, connectionClosedByClient }: RequestRecord): Fate {
	const outermost = faults.find((fault) => !HARMLESS.test(fault));
	if (handled && outermost === undefined && !connectionClosedByClient) return 'responded';
	if (handled || status === undefined) return 'open';
	if (outermost && HIDES_RESPONSE.test(outermost)) return 'unclear';
	if (connectionClosedByClient) return 'open';
	// With these statuses, nobody knows whether the request was executed.
	const isOpen = [408, 444, 460, 499].includes(status);
	const isRejection = status >= 400 && status < 500 && !isOpen;
	const isThrottled = status === 503 && outermost !== undefined && THROTTLES.test(outermost);
	return isRejection || isThrottled ? 'rejected' : 'open';
}

/** Whether the client must assume that the request was handled. */
function mayBeHandled(sent: RequestRecord): boolean {
	return sent.handled || fateOf(sent) === 'open';
}
