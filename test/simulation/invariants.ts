import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { fateOf, mayBeDone } from './journal.ts';
import { checkContent, checkLists } from './content.ts';
import { checkExtractions } from './extractions.ts';
import { TOKEN } from './platform.ts';
import { outOfOrder, tooManyAtATime } from './order.ts';
import type { Ending, Story } from './run.ts';

const MAY_HAVE_STARTED = /may have started/;
const HEADER = 'x-service-developer-token';

/** What was broken, in a sentence. */
export type Violation = string;

/** Everything that must hold of every night. */
export function findingsOf(story: Story): Violation[] {
	return [
		...(isOfItsItem(story.night) ? ofItems(story) : []),
		...outOfOrder(story),
		...tooManyAtATime(story),
		...whereTheTokenIs(story),
		...afterTheEnd(story),
	];
}

/** Whether a request tells which item it is about: runs of one stream are all the same request. */
function isOfItsItem({ operation, jobs }: Story['night']): boolean {
	return operation !== 'Run' || jobs === undefined;
}

function ofItems(story: Story): Violation[] {
	return [
		...sentAgain(story),
		...story.endings.flatMap((ending) => itemViolationsOf(story, ending)),
		...story.endings.flatMap((ending) => checkContent(story, ending)),
		...story.endings.flatMap((ending) => checkLists(story, ending)),
		...story.endings.flatMap((ending) => checkExtractions(story, ending)),
	];
}

/** No run is sent again that may have been carried out; what was answered is not asked for again by a try. */
function sentAgain({ night: { operation }, sent }: Story): Violation[] {
	if (operation === 'Search') return [];
	const findings: Violation[] = [];
	for (const [id, requests] of Map.groupBy(sent, (record) => record.id + timeAsked(record.body))) {
		for (const [index, earlier] of requests.entries()) {
			for (const later of requests.slice(index + 1)) {
				const isSameTurn = earlier.turn === later.turn;
				const inDoubt = operation === 'Run' && mayBeDone(earlier);
				const isDone = fateOf(earlier) === 'answered';
				if ((inDoubt && !isDone) || (isDone && isSameTurn)) {
					findings.push(
						`${operation} ${id}: request ${earlier.number} ${isDone ? 'was answered' : 'may have been carried out'} and ${later.number} sends it again`,
					);
				}
			}
		}
	}
	return findings;
}

/** A field of an extraction may be asked for again, in a request of its own. */
function timeAsked(body: unknown): string {
	return /Look again \(\d\)/.exec(JSON.stringify(body) ?? '')?.[0] ?? '';
}

/** Every item ends in exactly one way, and what is said of it agrees with the journal. */
function itemViolationsOf(story: Story, ending: Ending): Violation[] {
	const say = (item: number, words: string) =>
		`turn ${ending.turn}, item ${item} (${String(ending.items[item]?.json.id)}): ${words}`;
	const requestsOf = (item: number) =>
		ending.sent.filter(({ id }) => id === ending.items[item]?.json.id);
	const isRun = story.night.operation === 'Run';
	const isSearch = story.night.operation === 'Search';

	function done(item: number): Violation[] {
		// After Stop and Retry n8n gives the next turn of a loop the number of the stopped one, whose
		// answers it then has.
		const { stopAfter, retries } = story.night;
		const mayBeOfTurnBefore = stopAfter !== undefined && retries > 0;
		const requests = mayBeOfTurnBefore
			? story.sent.filter(({ id }) => id === ending.items[item].json.id)
			: requestsOf(item);
		if (isSearch || requests.some(({ handled }) => handled)) return [];
		return [say(item, 'is said to be done, and was not carried out')];
	}

	function notSent(item: number): Violation[] {
		const doubtful = requestsOf(item).some((each) =>
			isRun ? mayBeDone(each) : !isSearch && fateOf(each) === 'answered',
		);
		return doubtful ? [say(item, 'is said not to have been sent, and may have been done')] : [];
	}

	function failed(item: number, message: string, uncertain: boolean): Violation[] {
		const requests = requestsOf(item);
		const { kind } = ending.items[item].json;
		if (kind === 'broken' || kind === 'refused') {
			return requests.length > 0 ? [say(item, `is ${kind} and was sent`)] : [];
		}
		if (/^Not sent/.test(message)) return notSent(item);
		if (MAY_HAVE_STARTED.test(message) !== uncertain) {
			return [say(item, `uncertain is ${uncertain}, and the message: ${message}`)];
		}
		if (uncertain) {
			const all = story.sent.filter(({ id }) => id === ending.items[item].json.id);
			return isRun && all.some((each) => ['open', 'unclear'].includes(fateOf(each)))
				? []
				: [say(item, `may have started, it says, and certainly did not: ${message}`)];
		}
		return isRun && requests.some(mayBeDone)
			? [say(item, `failed, it says, and may have been carried out: ${message}`)]
			: [];
	}

	function shown(item: number): Violation[] {
		return requestsOf(item).length > 0 ? [say(item, 'was to be shown, and was sent')] : [];
	}

	const strangers = ending.sent.filter(
		({ id }) => !ending.items.some(({ json }) => json.id === id),
	);
	const findings = strangers.map(
		({ number, id }) => `turn ${ending.turn}: request ${number} (${id}) is of no item of this turn`,
	);
	for (const [item, { json }] of ending.items.entries()) {
		if (json.kind === 'dry') findings.push(...shown(item));
	}
	if (!ending.outputs)
		return [...findings, ...reportOf(story, ending, { done, notSent, failed, say })];

	const out = ending.outputs.flat();
	for (const item of out.map(pairOf)) {
		if (ending.items[item ?? -1] === undefined) findings.push(`an output is paired with ${item}`);
	}
	for (const items of ending.outputs) {
		const pairs = items.map(pairOf);
		if (pairs.some((item, index) => index > 0 && item! < pairs[index - 1]!)) {
			findings.push(`turn ${ending.turn}: outputs are not in the order of their inputs`);
		}
	}
	for (const item of ending.items.keys()) {
		const own = out.filter((each) => pairOf(each) === item);
		const failures = own.filter(isFailure);
		const isOne = own.length === 1 || (isSearch && failures.length === 0);
		if (!isOne)
			findings.push(say(item, `${own.length} outputs, ${failures.length} of them failures`));
		else if (failures.length === 0) findings.push(...(isShown(ending, item) ? [] : done(item)));
		else {
			const { error, details } = failures[0].json as { error: unknown; details?: IDataObject };
			findings.push(...failed(item, String(error), details?.kind === 'unknownOutcome'));
		}
	}
	return findings;
}

interface Checks {
	done(item: number): Violation[];
	notSent(item: number): Violation[];
	failed(item: number, message: string, uncertain: boolean): Violation[];
	say(item: number, words: string): Violation;
}

/** When the node failed, its error lists every item: done, failed, invalid or not sent. */
function reportOf(story: Story, ending: Ending, check: Checks): Violation[] {
	const { items, error, turn } = ending;
	if (story.night.way === 'tool') return toolError(error!, check);
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
	const left = indicesIn(notSent);
	const unsent = invalid.flatMap((each) => indicesIn(each.items));
	const named = [...done, ...failed].map(({ itemIndex }) => itemIndex).concat(left, unsent);
	const findings: Violation[] = [];
	for (const item of items.keys()) {
		const times = named.filter((each) => each === item).length;
		const mayBeUnnamed = story.night.operation === 'Search' || items[item].json.kind === 'dry';
		if (times > 1 || (times === 0 && !mayBeUnnamed)) {
			findings.push(check.say(item, `the error names it ${times} times`));
		}
	}
	return [
		...findings,
		...(saysNothingSent(error!) ? nothingSent(ending) : []),
		...unsent.flatMap((item) => check.failed(item, error!.message, false)),
		...done.flatMap(({ itemIndex }) => check.done(itemIndex)),
		...left.flatMap((item) => check.notSent(item)),
		...failed.flatMap(({ itemIndex, message, kind }) =>
			check.failed(itemIndex, message, kind === 'unknownOutcome'),
		),
	];
}

function saysNothingSent({ message }: { message: string }): boolean {
	return message.endsWith('Nothing was sent.');
}

/** Neither by this try nor by one before. */
function nothingSent({ sent, turn }: Ending): Violation[] {
	return sent.length === 0
		? []
		: [`turn ${turn}: ${sent.length} requests, and the error says none`];
}

/** A tool's error is a text, which an agent reads. */
function toolError({ message }: { message: string }, check: Checks): Violation[] {
	return check.failed(0, message, MAY_HAVE_STARTED.test(message));
}

/** The token goes into its header and nowhere else. */
function whereTheTokenIs({ sent, saved }: Story): Violation[] {
	const strays = sent.flatMap(({ number, headersSeen, path, body }) => {
		const { [HEADER]: own, ...others } = headersSeen;
		const isElsewhere = JSON.stringify([others, path, body]).includes('token]');
		return own === '[token]' && !isElsewhere
			? []
			: [`request ${number}: the token is not where it belongs`];
	});
	const places = decodings(saved).filter((text) => text.includes(TOKEN));
	return places.length === 0
		? strays
		: [...strays, `the token is saved: ${around(places[0], TOKEN)}`];
}

/** A text as it is, and as others may read it. */
function decodings(text: string): string[] {
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

function around(text: string, part: string): string {
	const at = text.indexOf(part);
	return text.slice(Math.max(0, at - 100), at + part.length + 20);
}

/** Nothing is sent, open or unhandled afterwards. */
function afterTheEnd({ afterStop, late, open, unhandled }: Story): Violation[] {
	return [
		...(afterStop > 0 ? [`${afterStop} requests came after Stop`] : []),
		...(late > 0 ? [`${late} requests came after the end`] : []),
		...(open > 0 ? [`${open} requests are open after the end`] : []),
		...unhandled.map((reason) => `nobody handled ${String(reason)}`),
	];
}

export function isShown({ items }: Ending, item: number): boolean {
	return items[item].json.kind === 'dry';
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
