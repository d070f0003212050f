import { sleep } from 'n8n-workflow';

/** The longest sleep in milliseconds. A wait checks only between sleeps whether the user pressed Stop. */
export const LONGEST_SLEEP = 100;

/**
 * Thrown if a request isn't sent, or is canceled, because its response isn't needed anymore, for example
 * after Stop. Users see the message only in `askAgainFailed` of AI: Extract.
 */
export class Aborted extends Error {
	constructor() {
		super('No longer needed');
	}
}

/** Aborts an execution, one of its items, or one request. */
export class ExecutionController {
	private readonly abortController = new AbortController();
	/** Cancels pending requests. Stop and the parent don't abort it, so that job updates can finish. */
	readonly signal = this.abortController.signal;
	private readonly stopSignal: AbortSignal | undefined;
	private readonly parent: ExecutionController | undefined;

	/** @param parent after its `abort()`, this controller's `throwIfAborted` and `wait` throw, too */
	constructor(stop: AbortSignal | undefined, parent?: ExecutionController) {
		this.stopSignal = stop;
		this.parent = parent;
	}

	/** Creates a child for one item or one request. If `signal` aborts, only the child is aborted. */
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

	/** @throws Aborted after `abort()` of this controller or its parent, or after the user pressed Stop */
	throwIfAborted(): void {
		this.parent?.throwIfAborted();
		if (this.signal.aborted || this.isStopped) throw new Aborted();
	}

	/**
	 * Sleeps in short intervals to notice `abort()` and Stop, because older n8n can't cancel `sleep`.
	 * @throws Aborted within LONGEST_SLEEP of `abort()` or Stop
	 */
	async wait(milliseconds: number): Promise<void> {
		const end = performance.now() + milliseconds;
		for (;;) {
			this.throwIfAborted();
			const remaining = end - performance.now();
			if (remaining <= 0) return;
			await sleep(Math.min(LONGEST_SLEEP, remaining));
		}
	}
}
