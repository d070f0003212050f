/** A simulated platform, and the work to do. Times are in milliseconds. */
export interface PlatformModel {
	requests: number;
	/** How many requests it executes in parallel at a point in time. */
	capacity: (now: number) => number;
	/** How long the next response takes. */
	time: (now: number) => number;
	/** How many requests may queue. It throttles the others. */
	queue: number;
	/** How long a throttled request is asked to wait. */
	wait: () => number;
	/** When a request times out and is sent again. The platform still executes it. */
	timeout?: number;
}

/** A rule that decides how many requests may be in flight: a ConcurrencyLimit, or a pool to compare it with. */
export interface LimitRule {
	current: number;
	spacing: number;
	onSuccess(sentAt: number, now: number, inFlight: number): void;
	onThrottled(others: number, wait: number, now: number): void;
	onTimeout(sentAt: number, now: number): void;
}

/** The results of the work. */
export interface Outcome {
	time: number;
	throttled: number;
	timeouts: number;
	/** Average number of requests in flight during the middle half of the time. */
	inFlight: number;
	maxInFlight: number;
}

interface Request {
	sentAt: number;
	others: number;
	isOver: boolean;
}

/** The time from the client to the platform or back. */
const ONE_WAY = 1;
/** The client's time to send a request or to read a response. */
const CLIENT_WORK = 1;
/** The time at the start. */
const EPOCH = 1_000_000;

/** The default of Max Concurrency. */
export const MAX = 100;

/** Simulates the work with a limit, on its own clock. */
export function simulate(platform: PlatformModel, limit: LimitRule): Outcome {
	const { capacity, time, queue, wait, timeout = Infinity } = platform;
	const events: Array<{ at: number; run: () => void }> = [];
	const levels = [{ at: 0, inFlight: 0 }];
	const queued: Request[] = [];
	let waiting = platform.requests;
	let [now, served, inFlight, done, throttled, timeouts] = [0, 0, 0, 0, 0, 0];
	let [pausedUntil, nextStart, clientIsFreeAt, wakesAt] = [0, 0, 0, 0];

	function after(delay: number, run: () => void): void {
		const at = now + delay;
		let index = events.length;
		while (index > 0 && events[index - 1].at <= at) index--;
		events.splice(index, 0, { at, run });
	}

	function workOfClient(): number {
		clientIsFreeAt = Math.max(now, clientIsFreeAt) + CLIENT_WORK;
		return clientIsFreeAt - now;
	}

	function count(change: number): void {
		inFlight += change;
		levels.push({ at: now, inFlight });
	}

	function sendMore(): void {
		while (waiting > 0 && inFlight < limit.current) {
			const start = Math.max(pausedUntil, clientIsFreeAt, nextStart >= now + 1 ? nextStart : 0);
			if (start > now) {
				if (wakesAt > now && wakesAt <= start) return;
				wakesAt = start;
				after(start - now, sendMore);
				return;
			}
			nextStart = Math.max(now, nextStart) + limit.spacing;
			const request = { sentAt: now, others: inFlight, isOver: false };
			waiting--;
			count(1);
			after(workOfClient() + ONE_WAY, () => arrive(request));
			if (timeout < Infinity) after(timeout, () => giveUp(request));
		}
	}

	function arrive(request: Request): void {
		if (served < capacity(now) && queued.length === 0) serve(request);
		else if (queued.length < queue) queued.push(request);
		else after(ONE_WAY, () => throttle(request));
	}

	function serve(request: Request): void {
		served++;
		after(time(now), () => {
			served--;
			while (served < capacity(now) && queued.length > 0) serve(queued.shift()!);
			after(ONE_WAY, () => after(workOfClient(), () => respond(request)));
		});
	}

	function end(request: Request, isDone: boolean): void {
		request.isOver = true;
		if (isDone) done++;
		else waiting++;
		count(-1);
	}

	function giveUp(request: Request): void {
		if (request.isOver) return;
		end(request, false);
		timeouts++;
		limit.onTimeout(EPOCH + request.sentAt, EPOCH + now);
		sendMore();
	}

	function respond(request: Request): void {
		if (request.isOver) return;
		limit.onSuccess(EPOCH + request.sentAt, EPOCH + now, inFlight);
		end(request, true);
		sendMore();
	}

	function throttle(request: Request): void {
		end(request, false);
		throttled++;
		const milliseconds = wait();
		pausedUntil = Math.max(pausedUntil, now + milliseconds);
		limit.onThrottled(Math.min(request.others, inFlight), milliseconds, EPOCH + now);
		sendMore();
	}

	sendMore();
	while (done < platform.requests) {
		const event = events.pop();
		if (!event) throw new Error('The platform never responds');
		now = event.at;
		event.run();
	}
	const maxInFlight = Math.max(...levels.map((level) => level.inFlight));
	return { time: now, throttled, timeouts, inFlight: middleOf(levels, now), maxInFlight };
}

/** Simulates the work with a pool that always has the right size, so that nothing is throttled. */
export function simulatePool(platform: PlatformModel, poolSize = platform.capacity): Outcome {
	let size = 1;
	const pool = {
		get current() {
			return Math.min(MAX, size);
		},
		spacing: 0,
		onSuccess: () => {},
		onThrottled: () => {},
		onTimeout: () => {},
	};
	const setSize = (now: number) => {
		size = poolSize(now);
		return size;
	};
	setSize(0);
	return simulate({ ...platform, queue: Infinity, capacity: setSize, timeout: Infinity }, pool);
}

function middleOf(levels: Array<{ at: number; inFlight: number }>, end: number): number {
	let sum = 0;
	for (const [index, { at, inFlight }] of levels.entries()) {
		const from = Math.max(at, end / 4);
		const to = Math.min(levels[index + 1]?.at ?? end, (end * 3) / 4);
		if (to > from) sum += inFlight * (to - from);
	}
	return sum / (end / 2);
}
