import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import type { Clock } from '@sinonjs/fake-timers';
import { installClock } from './clock.ts';

/** Iterations of the event loop without activity on a socket, after which nothing is in progress. */
const IDLE_ITERATIONS = 6;

/** Resources that work outside the event loop, or haven't reached their socket yet. */
const IN_PROGRESS = /Req\w*$|Job$|ConnectWrap$|WriteWrap$|ShutdownWrap$/;

const nextIteration = setImmediate;
const { timeout: systemTimeout } = AbortSignal;
/** `_unrefTimer` refreshes the timeout of a socket. */
const sockets = Socket.prototype as Socket & { _unrefTimer(this: Socket): void };
const { setTimeout: setSystemTimeout, _unrefTimer: unrefSystemTimer } = sockets;
let clock: Clock | undefined;
let activities = 0;

/**
 * Replaces the clock of this process. Its time stops while anything is in progress, and jumps to the next
 * timer if nothing is. So waits take no time, and the same execution takes the same course on a slow
 * machine. Sockets are real, but their timeouts follow this clock.
 */
export function useSimulatedClock(): void {
	if (clock) return;
	clock = installClock('setInterval', 'clearInterval');
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

/** Restores the clock for the tests of other files. */
export function useSystemClock(): void {
	clock?.uninstall();
	clock = undefined;
	syncBuiltinESMExports();
	AbortSignal.timeout = systemTimeout;
	Object.assign(sockets, { setTimeout: setSystemTimeout, _unrefTimer: unrefSystemTimer });
}

/** Passes time until a promise has settled. Throws if it can't settle, or hasn't at the bound. */
export async function passTime<Result>(work: Promise<Result>, bound: number): Promise<Result> {
	const end = Date.now() + bound;
	let isSettled = false;
	const settle = () => (isSettled = true);
	work.then(settle, settle);
	for (;;) {
		await untilIdle(() => isSettled);
		if (isSettled) return await work;
		if (clock!.countTimers() === 0) {
			throw new Error('It never ends: nothing is in progress and no timer is set');
		}
		clock!.next();
		if (Date.now() > end) throw new Error(`It hasn't ended after ${bound / 1000} seconds`);
	}
}

/** Passes this much time. */
export async function wait(milliseconds: number): Promise<void> {
	await passTime(new Promise((resolve) => setTimeout(resolve, milliseconds)), milliseconds);
	await untilIdle(() => false);
}

/** Waits until everything sent has arrived, without passing time. */
export async function waitForArrivals(): Promise<void> {
	// Keeps `passTime` waiting too.
	activities++;
	await untilIdle(() => false, IDLE_ITERATIONS / 2);
}

async function untilIdle(isOver: () => boolean, iterations = IDLE_ITERATIONS): Promise<void> {
	for (let idle = 0; !isOver();) {
		const before = activities;
		await new Promise((resolve) => nextIteration(resolve));
		idle = activities === before ? idle + 1 : 0;
		const inProgress = process.getActiveResourcesInfo().some((name) => IN_PROGRESS.test(name));
		if (idle >= iterations && !inProgress) return;
	}
}
