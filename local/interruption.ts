const INTERRUPTED = 130;

/** Aborts when this process is told to end, by a signal or by its parent, so that it can put away what it started. */
export function interruptionSignal(): AbortSignal {
	const interruption = new AbortController();
	for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
		process.on(event, () => interruption.abort());
	}
	return interruption.signal;
}

/** What an error says; when putting away failed after it too, what it failed of comes first. */
export function messageOf(error: unknown): string {
	if (!(error instanceof SuppressedError)) return (error as Error).message;
	return `${messageOf(error.suppressed)}\n${messageOf(error.error)}`;
}

/**
 * Runs a program's work and sets its exit code: what the work gives, 130 when it was interrupted, as shells
 * have it, and 1 when it failed; then only the message is told.
 */
export async function runProgram(
	work: (cancelSignal: AbortSignal) => Promise<number | void>,
): Promise<void> {
	const cancelSignal = interruptionSignal();
	try {
		process.exitCode = (await work(cancelSignal)) ?? process.exitCode;
	} catch (error) {
		process.exitCode = cancelSignal.aborted ? INTERRUPTED : 1;
		if (!cancelSignal.aborted) console.error(`\n${messageOf(error)}`);
	}
}
