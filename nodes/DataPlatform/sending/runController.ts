import { sleep } from 'n8n-workflow';

/** How long a wait lasts at most before it looks whether it is still wanted. */
const TICK_MILLISECONDS = 100;

/** Nothing more is to be sent: the execution was stopped, or another item ended the run. */
export class Aborted extends Error {
	constructor() {
		super('Not sent: the run ended before');
	}
}

/** Tells everybody in a run whether to go on. */
export class RunController {
	private readonly signal: AbortSignal | undefined;

	private isAborted = false;

	/** @param signal n8n's cancel signal, where n8n has one */
	constructor(signal: AbortSignal | undefined) {
		this.signal = signal;
	}

	/** Ends the run: whatever waits stops waiting. */
	abort(): void {
		this.isAborted = true;
	}

	/** Whether somebody pressed Stop. */
	get isStopped(): boolean {
		return this.signal?.aborted === true;
	}

	/** @throws Aborted when the run has ended or the execution was stopped */
	throwIfAborted(): void {
		if (this.isAborted || this.isStopped) throw new Aborted();
	}

	/**
	 * Waits, at most a tick longer than the run goes on. n8n bans timers in nodes, and its own `sleep`
	 * cannot be cancelled in every version.
	 * @throws Aborted
	 */
	async wait(milliseconds: number): Promise<void> {
		const end = Date.now() + milliseconds;
		for (;;) {
			this.throwIfAborted();
			const rest = end - Date.now();
			if (rest <= 0) return;
			await sleep(Math.min(TICK_MILLISECONDS, rest));
		}
	}
}
