import { sleep } from 'n8n-workflow';

/** Milliseconds after which a wait notices Stop. */
export const LONGEST_SLEEP = 100;

/** Nothing more is sent: the execution was stopped, or the item has ended. */
export class Aborted extends Error {
	constructor() {
		super('Not sent: the run ended before');
	}
}

/** Ends an execution, or one item of it. */
export class ExecutionController {
	private readonly ended = new AbortController();
	/** Aborts when this execution or item has ended; not on Stop. */
	readonly signal = this.ended.signal;
	private readonly stop: AbortSignal | undefined;
	private readonly run: ExecutionController | undefined;

	/** @param stop n8n's cancel signal @param run the execution that an item belongs to */
	constructor(stop: AbortSignal | undefined, run?: ExecutionController) {
		this.stop = stop;
		this.run = run;
	}

	/** A controller for one item, which ends with the execution. */
	forItem(): ExecutionController {
		return new ExecutionController(this.stop, this);
	}

	abort(): void {
		this.ended.abort();
	}

	/** Whether the user pressed Stop. */
	get isStopped(): boolean {
		return this.stop?.aborted === true;
	}

	/** @throws Aborted if the execution or the item has ended, or the execution was stopped */
	throwIfAborted(): void {
		this.run?.throwIfAborted();
		if (this.signal.aborted || this.isStopped) throw new Aborted();
	}

	/**
	 * Waits. n8n bans timers in nodes, and older versions of its `sleep` can't be canceled.
	 * @throws Aborted soon after the end
	 */
	async wait(milliseconds: number): Promise<void> {
		const end = performance.now() + milliseconds;
		for (;;) {
			this.throwIfAborted();
			const rest = end - performance.now();
			if (rest <= 0) return;
			await sleep(Math.min(LONGEST_SLEEP, rest));
		}
	}
}
