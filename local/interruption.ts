/** Aborts when a signal or the parent ends this process, so that it can stop what it started. */
export function interruptionSignal(): AbortSignal {
	const interruption = new AbortController();
	for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
		process.on(event, () => interruption.abort());
	}
	return interruption.signal;
}

/** The message of an error. If the cleanup failed too, the first error comes first. */
export function messageOf(error: unknown): string {
	if (!(error instanceof SuppressedError)) return (error as Error).message;
	return `${messageOf(error.suppressed)}\n${messageOf(error.error)}`;
}

/**
 * Runs a program and sets its exit code: the returned number, 130 after an interruption, as in shells, or 1 after
 * a failure. Shows only the message of an error.
 */
export async function runProgram(
	work: (cancelSignal: AbortSignal) => Promise<number | void>,
): Promise<void> {
	const cancelSignal = interruptionSignal();
	try {
		process.exitCode = (await work(cancelSignal)) ?? process.exitCode;
	} catch (error) {
		process.exitCode = cancelSignal.aborted ? 130 : 1;
		if (!cancelSignal.aborted) console.error(`\n${messageOf(error)}`);
	}
}
