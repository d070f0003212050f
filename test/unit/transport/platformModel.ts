import { Limit } from '../../../nodes/DataPlatform/transport/concurrencyLimit.ts';

/** A platform on paper, and the work that there is to do. Times are in milliseconds. */
export interface PlatformModel {
	requests: number;
	/** How many requests it serves at once; it may change. */
	capacity: (now: number) => number;
	/** How long the next one takes. */
	time: (now: number) => number;
	/** How many may wait in line; the rest is refused. */
	queue: number;
	/** How long a refusal asks to wait. */
	wait: () => number;
	/** After how long a request is given up and sent again; the platform serves it all the same. */
	timeout?: number;
	/** How many go out before the first answers. */
	first?: number;
}

/** How the work went. */
export interface Course {
	wall: number;
	refused: number;
	/** How often the unluckiest request was given up. */
	givenUp: number;
	/** Requests under way on average in the middle half of the time. */
	underWay: number;
	/** The highest number of them at any time. */
	most: number;
}

interface Request {
	sent: number;
	/** How many others were under way then. */
	others: number;
	givenUp: number;
	/** Whether nobody waits for its answer any more. */
	isOver: boolean;
}

/** From the client to the platform, or back. */
const ONE_WAY = 1;
/** What the client needs to send one request, or to read one answer. */
const CLIENT_WORK = 1;

/** What the clock shows when the work begins: the pace uses that of the machine. */
const EPOCH = 1_800_000_000_000;

/** The panel's default for Max Concurrency. */
export const MOST = 100;

/** Does the work at the pace of a Limit, or with a pool that always fits, on a clock of its own. */
export function workThrough(platform: PlatformModel, pool?: (now: number) => number): Course {
	const { requests, capacity, time, queue, wait, timeout = Infinity, first } = platform;
	const limit = new Limit(MOST, first);
	const events: Array<{ at: number; happen: () => void }> = [];
	const after = (delay: number, happen: () => void) => events.push({ at: now + delay, happen });
	const levels = [{ at: 0, underWay: 0 }];
	const line: Array<() => void> = [];
	/** How often each request that is still to be sent was given up. */
	const waiting = Array<number>(requests).fill(0);
	let [now, served, underWay, givenUp, done, refused] = [0, 0, 0, 0, 0, 0];
	let [opensAt, nextStart, clientIsFreeAt] = [0, 0, 0];

	function clientWork(): number {
		clientIsFreeAt = Math.max(now, clientIsFreeAt) + CLIENT_WORK;
		return clientIsFreeAt - now;
	}

	function count(change: number): void {
		underWay += change;
		levels.push({ at: now, underWay });
	}

	function sendMore(): void {
		while (waiting.length > 0 && underWay < (pool?.(now) ?? limit.current)) {
			const start = Math.max(opensAt, clientIsFreeAt, nextStart >= now + 1 ? nextStart : 0);
			if (pool === undefined && start > now) {
				after(start - now, sendMore);
				return;
			}
			nextStart = Math.max(now, nextStart) + limit.spacing;
			const request = { sent: now, others: underWay, givenUp: waiting.shift()!, isOver: false };
			count(1);
			after(clientWork() + ONE_WAY, () => arrive(request));
			if (timeout < Infinity) after(timeout, () => giveUp(request));
		}
	}

	function arrive(request: Request): void {
		if (served < capacity(now) && line.length === 0) serve(request);
		else if (line.length < queue) line.push(() => serve(request));
		else after(ONE_WAY, () => refuse(request));
	}

	function serve(request: Request): void {
		served++;
		after(time(now), () => {
			served--;
			while (served < capacity(now) && line.length > 0) line.shift()!();
			after(ONE_WAY, () => after(clientWork(), () => answer(request)));
		});
	}

	function giveUp(request: Request): void {
		if (request.isOver) return;
		request.isOver = true;
		givenUp = Math.max(givenUp, request.givenUp + 1);
		waiting.unshift(request.givenUp + 1);
		count(-1);
		limit.late(EPOCH + request.sent, EPOCH + now);
		sendMore();
	}

	function answer(request: Request): void {
		if (request.isOver) return;
		request.isOver = true;
		done++;
		limit.answered(EPOCH + request.sent, EPOCH + now);
		count(-1);
		sendMore();
	}

	function refuse(request: Request): void {
		request.isOver = true;
		refused++;
		waiting.unshift(request.givenUp);
		const asked = wait();
		opensAt = Math.max(opensAt, now + asked);
		count(-1);
		limit.refused(Math.min(request.others, underWay), asked, EPOCH + now);
		sendMore();
	}

	sendMore();
	while (done < requests) {
		const next = events.reduce((first, event) => (event.at < first.at ? event : first));
		events.splice(events.indexOf(next), 1);
		now = next.at;
		next.happen();
		if (pool) sendMore();
	}
	const most = Math.max(...levels.map((level) => level.underWay));
	return { wall: now, refused, givenUp, underWay: middleOf(levels, now), most };
}

function middleOf(levels: Array<{ at: number; underWay: number }>, end: number): number {
	let sum = 0;
	for (const [index, { at, underWay }] of levels.entries()) {
		const from = Math.max(at, end / 4);
		const to = Math.min(levels[index + 1]?.at ?? end, (end * 3) / 4);
		if (to > from) sum += underWay * (to - from);
	}
	return sum / (end / 2);
}
