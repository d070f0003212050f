import { sleep } from 'n8n-workflow';

/** The longest sleep in milliseconds: a wait notices Stop only between two sleeps. */
export const LONGEST_SLEEP = 100;

/**
 * A request isn't sent, or is canceled, because the user pressed Stop, the execution or the item has ended,
 * or nothing needs the response. Only `askAgainFailed` shows the message.
 */
export class Aborted extends Error {
	constructor() {
		super('No longer needed');
	}
}

/** Ends an execution, one item of it, or one request. */
export class ExecutionController {
	private readonly abortController = new AbortController();
	/** Aborts on `abort()` only. After Stop or the parent's end, pending changes still finish. */
	readonly signal = this.abortController.signal;
	private readonly stopSignal: AbortSignal | undefined;
	private readonly parent: ExecutionController | undefined;

	/** @param parent the controller whose end also ends this one */
	constructor(stop: AbortSignal | undefined, parent?: ExecutionController) {
		this.stopSignal = stop;
		this.parent = parent;
	}

	/** Creates a controller for one item or one request. It ends when this one ends or `signal` aborts. */
	createChild(signal?: AbortSignal): ExecutionController {
		const child = new ExecutionController(this.stopSignal, this);
		signal?.addEventListener('abort', () => child.abort());
		return child;
	}

	abort(): void {
		this.abortController.abort();
	}

	/** Whether the user pressed Stop. */
	get isStopped(): boolean {
		return this.stopSignal?.aborted === true;
	}

	/** @throws Aborted if this or its parent has ended, or the user pressed Stop */
	throwIfAborted(): void {
		this.parent?.throwIfAborted();
		if (this.signal.aborted || this.isStopped) throw new Aborted();
	}

	/**
	 * Waits in short sleeps: n8n bans timers in nodes, and its older versions can't cancel `sleep`.
	 * @throws Aborted at most LONGEST_SLEEP after the end or Stop
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
