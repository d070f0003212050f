import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import type { Clock } from '@sinonjs/fake-timers';
import { installClock } from './clock.ts';

/** Iterations of the event loop without socket activity after which the process is idle. */
const IDLE_ITERATIONS = 6;

/** Pending work outside the event loop or before its socket. */
const PENDING = /Req\w*$|Job$|ConnectWrap$|WriteWrap$|ShutdownWrap$/;

const WATCH = [
	'setTimeout',
	'clearTimeout',
	'setInterval',
	'clearInterval',
	'Date',
	'performance',
] as const;

/** The replaced methods of a socket: its timeout, and what restarts it. */
interface SocketClock {
	setTimeout(this: Socket, milliseconds: number, callback?: () => void): Socket;
	_unrefTimer(this: Socket): void;
}

const nextIteration = setImmediate;
const { timeout: systemTimeout } = AbortSignal;
const sockets = Socket.prototype as unknown as SocketClock;
const { setTimeout: setSystemTimeout, _unrefTimer: unrefSystemTimer } = sockets;
let clock: Clock | undefined;
let activities = 0;

/**
 * Replaces the clock of this process. Time only passes when the process is idle, and then jumps to the next timer.
 * Waits take no time, and a simulation is the same on a slow machine. Sockets are real, but their timeouts use this
 * clock.
 */
export function takeTheClock(): void {
	if (clock) return;
	clock = installClock(WATCH);
	syncBuiltinESMExports();
	AbortSignal.timeout = (milliseconds) => {
		const controller = new AbortController();
		const reason = new DOMException('The operation timed out', 'TimeoutError');
		setTimeout(() => controller.abort(reason), milliseconds);
		return controller.signal;
	};
	const timers = new WeakMap<Socket, NodeJS.Timeout>();
	sockets.setTimeout = function (milliseconds, callback) {
		clearTimeout(timers.get(this));
		Object.assign(this, { timeout: milliseconds });
		if (callback && milliseconds > 0) this.once('timeout', callback);
		else if (callback) this.removeListener('timeout', callback);
		if (milliseconds > 0) {
			const timer = setTimeout(() => this.destroyed || this.emit('timeout'), milliseconds);
			timers.set(this, timer);
			this.once('close', () => clearTimeout(timer));
		}
		return this;
	};
	sockets._unrefTimer = function () {
		activities++;
		timers.get(this)?.refresh();
	};
}

/** Restores the clock, for the tests of later files. */
export function giveBackTheClock(): void {
	clock?.uninstall();
	clock = undefined;
	syncBuiltinESMExports();
	AbortSignal.timeout = systemTimeout;
	Object.assign(sockets, { setTimeout: setSystemTimeout, _unrefTimer: unrefSystemTimer });
}

/** The process is idle, and no timer is set. */
export class StandsStill extends Error {
	constructor() {
		super('It never ends, because nothing is pending');
	}
}

/**
 * Lets time pass until a promise has settled.
 * @param bound maximum milliseconds of this clock
 * @throws StandsStill when it can never settle; Error beyond the bound
 */
export async function passTime<Result>(work: Promise<Result>, bound: number): Promise<Result> {
	const end = Date.now() + bound;
	let isSettled = false;
	const settle = () => (isSettled = true);
	work.then(settle, settle);
	for (;;) {
		await untilIdle(() => isSettled);
		if (isSettled) return await work;
		if (clock!.countTimers() === 0) throw new StandsStill();
		clock!.next();
		if (Date.now() > end) throw new Error(`It has not ended after ${bound / 1000} seconds`);
	}
}

/** Lets time pass. */
export async function wait(milliseconds: number): Promise<void> {
	let isOver = false;
	setTimeout(() => (isOver = true), milliseconds);
	while (!isOver) {
		await untilIdle(() => false);
		clock!.next();
	}
	await untilIdle(() => false);
}

/** Waits until sent data has arrived, without letting time pass. */
export async function arrivals(): Promise<void> {
	await untilIdle(() => false, IDLE_ITERATIONS / 2);
}

async function untilIdle(isOver: () => boolean, iterations = IDLE_ITERATIONS): Promise<void> {
	for (let idle = 0; !isOver();) {
		const before = activities;
		await new Promise((resolve) => nextIteration(resolve));
		idle = activities === before ? idle + 1 : 0;
		if (idle >= iterations && !hasPendingWork()) return;
	}
}

function hasPendingWork(): boolean {
	return process.getActiveResourcesInfo().some((name) => PENDING.test(name));
}
