import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { checkExtraction } from './extractions.ts';
import { TOKEN } from './faultSchedule.ts';
import { fateOf, mayBeHandled } from './journal.ts';
import { checkFailedList, checkList, idsOf } from './lists.ts';
import { checkConcurrency, checkOrder } from './order.ts';
import type { Ending, Sent, Trace } from './run.ts';

const HEADER = 'x-service-developer-token';

/** How an item ended, according to the node. */
type End = 'done' | 'failed' | 'unknownOutcome' | 'notSent' | 'invalid';

interface Claim {
	item: number;
	end: End;
	message: string;
}

/** Checks everything that must hold for every simulated execution. Returns what is violated, in sentences. */
export function findViolations(trace: Trace): string[] {
	// Runs of one stream don't show their item.
	const showsItems = trace.scenario.operation !== 'Run' || trace.scenario.shared === undefined;
	return [
		...(showsItems ? checkSentAgain(trace) : []),
		...(showsItems ? trace.endings.flatMap((ending) => checkEnding(trace, ending)) : []),
		...checkOrder(trace),
		...checkConcurrency(trace),
		...checkToken(trace),
		...checkEnd(trace),
	];
}

/** No run that may have been handled is sent again, and no response that came is requested again. */
function checkSentAgain({ scenario: { operation }, sent }: Trace): string[] {
	if (operation === 'Search') return [];
	return [...Map.groupBy(sent, ({ id }) => id)].flatMap(([id, requests]) =>
		requests.flatMap((later, index) =>
			requests.slice(0, index).flatMap((earlier) => {
				const hasResponse = fateOf(earlier) === 'responded';
				const isAgain = hasResponse
					? earlier.turn === later.turn
					: operation === 'Run' && mayBeHandled(earlier);
				return isAgain ? [`${id}: ${later.number} repeats request ${earlier.number}`] : [];
			}),
		),
	);
}

/** Every item ends in exactly one way, which agrees with the journal. */
function checkEnding(trace: Trace, ending: Ending): string[] {
	const { items, outputs, turn } = ending;
	const strangers = ending.sent.filter(({ id }) => items.every(({ json }) => json.id !== id));
	return [
		...strangers.map(({ number }) => `request ${number} belongs to no item`),
		...(outputs ? checkOutputs(trace, ending, outputs) : checkError(trace, ending)),
	].map((violation) => `turn ${turn}: ${violation}`);
}

function checkOutputs(trace: Trace, ending: Ending, outputs: INodeExecutionData[][]): string[] {
	const isSearch = trace.scenario.operation === 'Search';
	const isSorted = outputs.every((list) =>
		list.every((each, index) => index === 0 || pairOf(each) >= pairOf(list[index - 1])),
	);
	const all = outputs.flat();
	const isPaired = all.every((each) => ending.items[pairOf(each)] !== undefined);
	return [
		...(isSorted ? [] : ['outputs are not in the order of their inputs']),
		...(isPaired ? [] : ['an output is paired with no item']),
		...ending.items.flatMap((_, item) => {
			const own = all.filter((each) => pairOf(each) === item);
			const failed = own.find(({ json }) => json.error !== undefined);
			if (own.length !== 1 && (failed || !isSearch)) return [`item ${item}: ${own.length} outputs`];
			return failed
				? checkFailedItem(trace, ending, item, failed.json)
				: checkSuccess(trace, ending, item, own);
		}),
	];
}

function checkFailedItem(trace: Trace, ending: Ending, item: number, json: IDataObject): string[] {
	const { kind } = (json.details ?? {}) as { kind?: string };
	const wrong =
		trace.scenario.operation === 'Search' ? checkFailedList(json, requestsOf(ending, item)) : [];
	return [
		...wrong.map((how) => `item ${item}: ${how}`),
		...checkClaim(trace, ending, { item, end: endOf(kind), message: String(json.error) }),
	];
}

/** The outputs of an item that succeeded are its own. */
function checkSuccess(
	trace: Trace,
	ending: Ending,
	item: number,
	own: INodeExecutionData[],
): string[] {
	const { id, kind } = ending.items[item].json;
	const sent = requestsOf(ending, item);
	if (kind === 'preview') {
		const isOwn = JSON.stringify(own).includes(String(id)) || trace.scenario.shared !== undefined;
		return isOwn && sent.length === 0 ? [] : [`item ${item}: its preview is wrong, or was sent`];
	}
	const wrong = checkContent(trace, ending, item, own);
	return [
		...wrong.map((how) => `item ${item} (${String(id)}) ${how}`),
		...checkClaim(trace, ending, { item, end: 'done', message: '' }),
	];
}

function checkContent(
	trace: Trace,
	ending: Ending,
	item: number,
	own: INodeExecutionData[],
): string[] {
	const { scenario } = trace;
	const id = String(ending.items[item].json.id);
	const sent = trace.sent.filter((each) => each.id === id);
	if (scenario.operation === 'Search') {
		return checkList(trace, ending, own, requestsOf(ending, item));
	}
	if (sent.some(({ faults }) => faults.includes('wrong-shape'))) return [];
	const [{ json }] = own;
	if (scenario.operation === 'Extract') return checkExtraction(scenario, id, json, sent);
	const isOwn =
		scenario.operation === 'Update' ? isUpdateOf(id, json) : isStartedBy(sent, json.executionId);
	return isOwn ? [] : [`has the output of another item: ${JSON.stringify(json)}`];
}

/** Whether the message or the job's name has this number. Shared jobs have it only in the name. */
function isUpdateOf(id: string, { message, jobName }: IDataObject): boolean {
	const number = /^Job (\d+) of|(\d+)$/.exec(String(jobName ?? message));
	return number === null || number.includes(id);
}

function isStartedBy(sent: Sent[], executionId: unknown): boolean {
	return sent.some(
		(each) => each.executionId && idsOf(each, [each.executionId])[0] === `${String(executionId)}`,
	);
}

function requestsOf({ items, sent }: Ending, item: number): Sent[] {
	return sent.filter(({ id }) => id === items[item].json.id);
}

function endOf(kind: string | undefined): End {
	return kind === 'unknownOutcome' || kind === 'notSent' ? kind : 'failed';
}

/** What the node reports of an item agrees with the journal. */
function checkClaim(trace: Trace, ending: Ending, { item, end, message }: Claim): string[] {
	const { operation, stopAfter, retries } = trace.scenario;
	const [isRun, isSearch] = [operation === 'Run', operation === 'Search'];
	const { id, kind } = ending.items[item].json;
	const requests = requestsOf(ending, item);
	const all = trace.sent.filter((each) => each.id === id);
	// After Stop and Retry, n8n gives the next turn of a loop the number of the stopped one, so that it
	// gets the cached responses of that one.
	const mayBeOfEarlierTurn = stopAfter !== undefined && retries > 0;
	const isHandled = (mayBeOfEarlierTurn ? all : requests).some(({ handled }) => handled);
	const holds: Record<End, boolean> = {
		done: isSearch || isHandled,
		notSent:
			isSearch ||
			!requests.some((each) => (isRun ? mayBeHandled(each) : fateOf(each) === 'responded')),
		failed: !isRun || !requests.some(mayBeHandled),
		unknownOutcome: isRun && all.some((each) => ['open', 'unclear'].includes(fateOf(each))),
		invalid: requests.length === 0,
	};
	const isInvalid = kind === 'broken' || kind === 'wrongValue';
	const actual = isInvalid ? 'invalid' : end;
	// "Not sent again" is followed by the earlier outcome.
	const saysUnknown = /may have started/.test(message) && actual !== 'notSent';
	return [
		...(holds[actual] ? [] : [`item ${item} (${String(id)}) isn't ${actual}: ${message}`]),
		...(saysUnknown === (actual === 'unknownOutcome') ? [] : [`item ${item} says: ${message}`]),
	];
}

/** If the node failed, its error lists every item as done, failed, invalid or not sent. */
function checkError(trace: Trace, ending: Ending): string[] {
	const { message, context } = ending.error!;
	if (trace.scenario.way === 'tool') {
		const isUnknown = /may have started/.test(message);
		const isNotSent = /^Not sent/.test(message);
		const end = isNotSent ? 'notSent' : isUnknown ? 'unknownOutcome' : 'failed';
		return checkClaim(trace, ending, { item: 0, end, message });
	}
	if (context?.data === undefined) return [`the error has no report: ${message}`];
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
	const unnamed = ending.items.flatMap(({ json: { kind } }, item) => {
		const times = claims.filter((claim) => claim.item === item).length;
		const mayBeUnnamed = trace.scenario.operation === 'Search' || kind === 'preview';
		return times === 1 || (times === 0 && mayBeUnnamed)
			? []
			: [`the error names ${item} ${times}×`];
	});
	const saysNothingSent = message.endsWith('Nothing was sent.');
	return [
		...unnamed,
		...(saysNothingSent && ending.sent.length > 0 ? [`requests were sent, but: ${message}`] : []),
		...claims.flatMap((claim) => checkClaim(trace, ending, claim)),
	];
}

/** The token is only in its header. */
function checkToken({ sent, saved }: Trace): string[] {
	const strays = sent.filter(({ headersSeen, path, body }) => {
		const { [HEADER]: own, ...others } = headersSeen;
		return own !== '[token]' || JSON.stringify([others, path, body]).includes('token]');
	});
	// Saved data is JSON, and so may be the texts in it.
	const isSaved = saved.replace(/\\+(["/])/g, '$1').includes(TOKEN);
	return [
		...strays.map(({ number }) => `request ${number}: the token is elsewhere than in its header`),
		...(isSaved ? ['the token is saved'] : []),
	];
}

/** After the end, nothing is sent, in progress, or unhandled. Nothing is an error in our own code. */
function checkEnd({ afterStop, late, open, unhandled, saved }: Trace): string[] {
	return [
		...(afterStop > 0 ? [`${afterStop} requests came after Stop`] : []),
		...(late > 0 ? [`${late} requests came after the end`] : []),
		...(open > 0 ? [`${open} requests are in progress after the end`] : []),
		...(/"internal"/.test(saved) ? ['an error in our own code'] : []),
		...unhandled.map((reason) => `unhandled: ${String(reason)}`),
	];
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
