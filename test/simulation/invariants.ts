import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { fateOf, mayBeHandled } from './journal.ts';
import { checkContent, checkLists } from './content.ts';
import { checkExtractions } from './extractions.ts';
import { TOKEN } from './faultSchedule.ts';
import { checkOrder, checkConcurrency } from './order.ts';
import type { Ending, Trace } from './run.ts';

const MAY_HAVE_STARTED = /may have started/;
const HEADER = 'x-service-developer-token';

/** A violated invariant, in a sentence. */
export type Violation = string;

/** Checks everything that must hold for every simulated execution. */
export function findViolations(trace: Trace): Violation[] {
	return [
		...(requestsShowItem(trace.scenario) ? checkItems(trace) : []),
		...checkOrder(trace),
		...checkConcurrency(trace),
		...checkToken(trace),
		...checkEnd(trace),
	];
}

/** Whether a request shows its item. Runs of one stream don't. */
function requestsShowItem({ operation, jobs }: Trace['scenario']): boolean {
	return operation !== 'Run' || jobs === undefined;
}

function checkItems(trace: Trace): Violation[] {
	return [
		...checkSentAgain(trace),
		...trace.endings.flatMap((ending) => checkEnding(trace, ending)),
		...trace.endings.flatMap((ending) => checkContent(trace, ending)),
		...trace.endings.flatMap((ending) => checkLists(trace, ending)),
		...trace.endings.flatMap((ending) => checkExtractions(trace, ending)),
	];
}

/** No run that may have been handled is sent again, and no response that came is requested again. */
function checkSentAgain({ scenario: { operation }, sent }: Trace): Violation[] {
	if (operation === 'Search') return [];
	const violations: Violation[] = [];
	for (const [id, requests] of Map.groupBy(sent, (record) => record.id + followUpOf(record.body))) {
		for (const [index, earlier] of requests.entries()) {
			for (const later of requests.slice(index + 1)) {
				const isSameTurn = earlier.turn === later.turn;
				const isUnknown = operation === 'Run' && mayBeHandled(earlier);
				const isDone = fateOf(earlier) === 'responded';
				if ((isUnknown && !isDone) || (isDone && isSameTurn)) {
					violations.push(
						`${operation} ${id}: request ${earlier.number} ${isDone ? 'got its response' : 'may have been handled'}, but ${later.number} sends it again`,
					);
				}
			}
		}
	}
	return violations;
}

/** The follow-up requests of an extraction aren't repetitions. */
function followUpOf(body: unknown): string {
	return /Look again \(\d\)/.exec(JSON.stringify(body) ?? '')?.[0] ?? '';
}

/** Every item ends in exactly one way, which agrees with the journal. */
function checkEnding(trace: Trace, ending: Ending): Violation[] {
	const say = (item: number, words: string) =>
		`turn ${ending.turn}, item ${item} (${String(ending.items[item]?.json.id)}): ${words}`;
	const requestsOf = (item: number) =>
		ending.sent.filter(({ id }) => id === ending.items[item]?.json.id);
	const isRun = trace.scenario.operation === 'Run';
	const isSearch = trace.scenario.operation === 'Search';

	function done(item: number): Violation[] {
		// After Stop and Retry, n8n gives the next turn of a loop the number of the stopped one, so it gets
		// the cached responses of that one.
		const { stopAfter, retries } = trace.scenario;
		const mayBeOfEarlierTurn = stopAfter !== undefined && retries > 0;
		const requests = mayBeOfEarlierTurn
			? trace.sent.filter(({ id }) => id === ending.items[item].json.id)
			: requestsOf(item);
		if (isSearch || requests.some(({ handled }) => handled)) return [];
		return [say(item, 'is reported as done, but was not handled')];
	}

	function notSent(item: number): Violation[] {
		const maybeSent = requestsOf(item).some((each) =>
			isRun ? mayBeHandled(each) : !isSearch && fateOf(each) === 'responded',
		);
		return maybeSent ? [say(item, 'is reported as not sent, but may have been handled')] : [];
	}

	function failed(item: number, message: string, isUnknown: boolean): Violation[] {
		const requests = requestsOf(item);
		const { kind } = ending.items[item].json;
		if (kind === 'broken' || kind === 'wrongValue') {
			return requests.length > 0 ? [say(item, `is ${kind}, but was sent`)] : [];
		}
		if (/^Not sent/.test(message)) return notSent(item);
		if (MAY_HAVE_STARTED.test(message) !== isUnknown) {
			return [
				say(
					item,
					`its outcome is ${isUnknown ? '' : 'not '}unknown, but the message is: ${message}`,
				),
			];
		}
		if (isUnknown) {
			const all = trace.sent.filter(({ id }) => id === ending.items[item].json.id);
			return isRun && all.some((each) => ['open', 'unclear'].includes(fateOf(each)))
				? []
				: [say(item, `is reported as maybe started, but did not start: ${message}`)];
		}
		return isRun && requests.some(mayBeHandled)
			? [say(item, `is reported as failed, but may have been handled: ${message}`)]
			: [];
	}

	function previewed(item: number): Violation[] {
		return requestsOf(item).length > 0 ? [say(item, 'is a preview, but was sent')] : [];
	}

	const strangers = ending.sent.filter(
		({ id }) => !ending.items.some(({ json }) => json.id === id),
	);
	const violations = strangers.map(
		({ number, id }) =>
			`turn ${ending.turn}: request ${number} (${id}) belongs to no item of this turn`,
	);
	for (const [item, { json }] of ending.items.entries()) {
		if (json.kind === 'preview') violations.push(...previewed(item));
	}
	if (!ending.outputs)
		return [...violations, ...checkReport(trace, ending, { done, notSent, failed, say })];

	const out = ending.outputs.flat();
	for (const item of out.map(pairOf)) {
		if (ending.items[item ?? -1] === undefined) violations.push(`an output is paired with ${item}`);
	}
	for (const items of ending.outputs) {
		const pairs = items.map(pairOf);
		if (pairs.some((item, index) => index > 0 && item! < pairs[index - 1]!)) {
			violations.push(`turn ${ending.turn}: outputs are not in the order of their inputs`);
		}
	}
	for (const item of ending.items.keys()) {
		const own = out.filter((each) => pairOf(each) === item);
		const failures = own.filter(isFailure);
		const isOne = own.length === 1 || (isSearch && failures.length === 0);
		if (!isOne)
			violations.push(say(item, `${own.length} outputs, ${failures.length} of them failures`));
		else if (failures.length === 0) violations.push(...(isPreview(ending, item) ? [] : done(item)));
		else {
			const { error, details } = failures[0].json as { error: unknown; details?: IDataObject };
			violations.push(...failed(item, String(error), details?.kind === 'unknownOutcome'));
		}
	}
	return violations;
}

interface Checks {
	done(item: number): Violation[];
	notSent(item: number): Violation[];
	failed(item: number, message: string, isUnknown: boolean): Violation[];
	say(item: number, words: string): Violation;
}

/** If the node failed, its error lists every item as done, failed, invalid or not sent. */
function checkReport(trace: Trace, ending: Ending, check: Checks): Violation[] {
	const { items, error, turn } = ending;
	if (trace.scenario.way === 'tool') return checkToolError(error!, check);
	const { data } = error!.context ?? {};
	if (data === undefined) return [`turn ${turn}: the error has no report: ${error!.message}`];
	const {
		done = [],
		failed = [],
		invalid = [],
		notSent = '',
	} = data as {
		done?: Array<{ itemIndex: number }>;
		failed?: Array<{ itemIndex: number; message: string; kind?: string }>;
		invalid?: Array<{ items: string; message: string }>;
		notSent?: string;
	};
	const unsent = indicesIn(notSent);
	const invalidItems = invalid.flatMap((each) => indicesIn(each.items));
	const named = [...done, ...failed].map(({ itemIndex }) => itemIndex).concat(unsent, invalidItems);
	const violations: Violation[] = [];
	for (const item of items.keys()) {
		const times = named.filter((each) => each === item).length;
		const mayBeUnnamed =
			trace.scenario.operation === 'Search' || items[item].json.kind === 'preview';
		if (times > 1 || (times === 0 && !mayBeUnnamed)) {
			violations.push(check.say(item, `the error names it ${times} times`));
		}
	}
	return [
		...violations,
		...(saysNothingSent(error!) ? checkNothingSent(ending) : []),
		...invalidItems.flatMap((item) => check.failed(item, error!.message, false)),
		...done.flatMap(({ itemIndex }) => check.done(itemIndex)),
		...unsent.flatMap((item) => check.notSent(item)),
		...failed.flatMap(({ itemIndex, message, kind }) =>
			check.failed(itemIndex, message, kind === 'unknownOutcome'),
		),
	];
}

function saysNothingSent({ message }: { message: string }): boolean {
	return message.endsWith('Nothing was sent.');
}

/** Neither this try nor an earlier one has sent anything. */
function checkNothingSent({ sent, turn }: Ending): Violation[] {
	return sent.length === 0
		? []
		: [`turn ${turn}: ${sent.length} requests, but the error says that nothing was sent`];
}

/** A tool's error is only a text. */
function checkToolError({ message }: { message: string }, check: Checks): Violation[] {
	return check.failed(0, message, MAY_HAVE_STARTED.test(message));
}

/** The token is only in its header. */
function checkToken({ sent, saved }: Trace): Violation[] {
	const strays = sent.flatMap(({ number, headersSeen, path, body }) => {
		const { [HEADER]: own, ...others } = headersSeen;
		const isElsewhere = JSON.stringify([others, path, body]).includes('token]');
		return own === '[token]' && !isElsewhere
			? []
			: [`request ${number}: the token is missing in its header, or is elsewhere`];
	});
	const places = decode(saved).filter((text) => text.includes(TOKEN));
	return places.length === 0
		? strays
		: [...strays, `the token is saved: ${excerpt(places[0], TOKEN)}`];
}

/** The text unchanged, and decoded in different ways. */
function decode(text: string): string[] {
	const json = text.replace(/\\+(["/])/g, '$1');
	const signs = { amp: '&', lt: '<', gt: '>', quot: '"' };
	return [
		json,
		json.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
		json
			.replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
			.replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof signs) => signs[name]),
		json.replaceAll(Buffer.from(TOKEN).toString('base64'), TOKEN),
	];
}

function excerpt(text: string, part: string): string {
	const at = text.indexOf(part);
	return text.slice(Math.max(0, at - 100), at + part.length + 20);
}

/** After the end, nothing is sent, in progress, or unhandled. */
function checkEnd({ afterStop, late, open, unhandled }: Trace): Violation[] {
	return [
		...(afterStop > 0 ? [`${afterStop} requests came after Stop`] : []),
		...(late > 0 ? [`${late} requests came after the end`] : []),
		...(open > 0 ? [`${open} requests are in progress after the end`] : []),
		...unhandled.map((reason) => `unhandled: ${String(reason)}`),
	];
}

export function isPreview({ items }: Ending, item: number): boolean {
	return items[item].json.kind === 'preview';
}

export function isFailure({ json }: INodeExecutionData): boolean {
	return json.error !== undefined;
}

export function pairOf({ pairedItem }: INodeExecutionData): number | undefined {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : undefined;
}

/** `3, 7-9` → 3, 7, 8, 9. */
function indicesIn(ranges: string): number[] {
	return ranges.split(', ').flatMap((range) => {
		if (range === '') return [];
		const [from, to = from] = range.split('-').map(Number);
		return Array.from({ length: to - from + 1 }, (_, index) => from + index);
	});
}
