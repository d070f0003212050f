import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import type { Clock } from '@sinonjs/fake-timers';
import { installClock } from './clock.ts';

/** Turns of the event loop without anything on any socket after which nothing is under way any more. */
const QUIET_TURNS = 6;

/** What works outside the event loop, or has not reached its socket yet. */
const UNDER_WAY = /Req\w*$|Job$|ConnectWrap$|WriteWrap$|ShutdownWrap$/;

const WATCH = [
	'setTimeout',
	'clearTimeout',
	'setInterval',
	'clearInterval',
	'Date',
	'performance',
] as const;

/** What of a socket is replaced: its timeout, and what puts that off. */
interface SocketClock {
	setTimeout(this: Socket, milliseconds: number, callback?: () => void): Socket;
	_unrefTimer(this: Socket): void;
}

const nextTurn = setImmediate;
const { timeout: systemTimeout } = AbortSignal;
const sockets = Socket.prototype as unknown as SocketClock;
const { setTimeout: setSystemTimeout, _unrefTimer: unrefSystemTimer } = sockets;
let clock: Clock | undefined;
let activities = 0;

/**
 * Takes the clock away from everything in this process: time stands still while anything moves, and
 * jumps to the next timer when nothing does. A night of waits takes no time, and the same night goes the
 * same way on a slow machine. Sockets are the system's own; their timeouts follow this clock.
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

/** Gives the clock back, for the tests of the files behind. */
export function giveBackTheClock(): void {
	clock?.uninstall();
	clock = undefined;
	syncBuiltinESMExports();
	AbortSignal.timeout = systemTimeout;
	Object.assign(sockets, { setTimeout: setSystemTimeout, _unrefTimer: unrefSystemTimer });
}

/** Nothing moves, and no timer would change that. */
export class StandsStill extends Error {
	constructor() {
		super('It never ends: nothing is under way and nothing is waited for');
	}
}

/**
 * Lets time pass until a promise has settled.
 * @param bound milliseconds of this clock after which it does not end
 * @throws StandsStill when it cannot settle any more; Error beyond the bound
 */
export async function passTime<Result>(work: Promise<Result>, bound: number): Promise<Result> {
	const end = Date.now() + bound;
	let isSettled = false;
	const settle = () => (isSettled = true);
	work.then(settle, settle);
	for (;;) {
		await untilQuiet(() => isSettled);
		if (isSettled) return await work;
		if (clock!.countTimers() === 0) throw new StandsStill();
		clock!.next();
		if (Date.now() > end) throw new Error(`It has not ended after ${bound / 1000} seconds`);
	}
}

/** Lets so much time pass, whatever happens in it. */
export async function wait(milliseconds: number): Promise<void> {
	let isOver = false;
	setTimeout(() => (isOver = true), milliseconds);
	while (!isOver) {
		await untilQuiet(() => false);
		clock!.next();
	}
	await untilQuiet(() => false);
}

/** Lets arrive what was sent already, while time stands still. */
export async function arrivals(): Promise<void> {
	await untilQuiet(() => false, QUIET_TURNS / 2);
}

async function untilQuiet(isOver: () => boolean, turns = QUIET_TURNS): Promise<void> {
	for (let quiet = 0; !isOver();) {
		const before = activities;
		await new Promise((resolve) => nextTurn(resolve));
		quiet = activities === before ? quiet + 1 : 0;
		if (quiet >= turns && !isUnderWay()) return;
	}
}

function isUnderWay(): boolean {
	return process.getActiveResourcesInfo().some((name) => UNDER_WAY.test(name));
}
