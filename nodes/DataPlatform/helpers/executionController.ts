import { sleep } from 'n8n-workflow';

/** Milliseconds after which a wait notices Stop. */
export const LONGEST_SLEEP = 100;

/** Nothing more is sent: the execution was stopped, or the item has ended. */
export class Aborted extends Error {
	constructor() {
		super('Not sent: the run ended before');
	}
}

/** Ends an execution, one item of it, or one request. */
export class ExecutionController {
	private readonly ended = new AbortController();
	/** Aborts when this part has ended; not on Stop. */
	readonly signal = this.ended.signal;
	private readonly stop: AbortSignal | undefined;
	private readonly parent: ExecutionController | undefined;

	/** @param stop n8n's cancel signal @param parent what this is a part of */
	constructor(stop: AbortSignal | undefined, parent?: ExecutionController) {
		this.stop = stop;
		this.parent = parent;
	}

	/** Creates a controller for one item or one request. It ends with this one, or when `signal` aborts. */
	createChild(signal?: AbortSignal): ExecutionController {
		const child = new ExecutionController(this.stop, this);
		signal?.addEventListener('abort', () => child.abort());
		return child;
	}

	abort(): void {
		this.ended.abort();
	}

	/** Whether the user pressed Stop. */
	get isStopped(): boolean {
		return this.stop?.aborted === true;
	}

	/** @throws Aborted if this or its parent has ended, or the execution was stopped */
	throwIfAborted(): void {
		this.parent?.throwIfAborted();
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
