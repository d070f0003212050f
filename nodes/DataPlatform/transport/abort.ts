import { sleep } from 'n8n-workflow';

/** How long a wait lasts at most before it looks whether it is still wanted. */
const TICK_MILLISECONDS = 100;

/** Nothing more is to be sent: the execution was stopped, or another item ended the run. */
export class Aborted extends Error {
	constructor() {
		super('Not sent: the run ended before');
	}
}

/** Tells everybody in a run, or in the part of it that one item is, whether to go on. */
export class RunController {
	private readonly stop: AbortSignal | undefined;

	private readonly run: RunController | undefined;

	private readonly ended = new AbortController();

	/**
	 * @param stop n8n's cancel signal, where n8n has one
	 * @param run the run that an item belongs to
	 */
	constructor(stop: AbortSignal | undefined, run?: RunController) {
		this.stop = stop;
		this.run = run;
	}

	/** The controller of one item: what it has asked for in vain ends with it. */
	forItem(): RunController {
		return new RunController(this.stop, this);
	}

	/** Ends the run, or the item: whatever waits stops waiting. */
	abort(): void {
		this.ended.abort();
	}

	/** Tells when this very run, or item, has ended. */
	get signal(): AbortSignal {
		return this.ended.signal;
	}

	/** Whether somebody pressed Stop. */
	get isStopped(): boolean {
		return this.stop?.aborted === true;
	}

	/** @throws Aborted when the run or the item has ended, or the execution was stopped */
	throwIfAborted(): void {
		this.run?.throwIfAborted();
		if (this.signal.aborted || this.isStopped) throw new Aborted();
	}

	/**
	 * Waits, at most a tick longer than the run goes on. n8n bans timers in nodes, and its own `sleep`
	 * cannot be cancelled in every version.
	 * @throws Aborted
	 */
	async wait(milliseconds: number): Promise<void> {
		const end = performance.now() + milliseconds;
		for (;;) {
			this.throwIfAborted();
			const rest = end - performance.now();
			if (rest <= 0) return;
			await sleep(Math.min(TICK_MILLISECONDS, rest));
		}
	}
}
