import { readFile, writeFile } from 'node:fs/promises';

/** /proc counts CPU time in ticks of 10 ms. */
const TICKS_PER_SECOND = 100;
const RESET_PEAK_MEMORY = '5';

/** The CPU seconds of a process since its start, in all threads. */
export async function cpuSecondsOf(processId: number): Promise<number> {
	const line = await readFile(`/proc/${processId}/stat`, 'utf8');
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
	const [userTicks, systemTicks] = fields.slice(11, 13).map(Number);
	return (userTicks + systemTicks) / TICKS_PER_SECOND;
}

/** Resets the peak memory of a process to its current memory. */
export async function resetPeakMemory(processId: number): Promise<void> {
	await writeFile(`/proc/${processId}/clear_refs`, RESET_PEAK_MEMORY);
}

/** The current memory of a process, and its peak since the last reset, in megabytes. */
export async function memoryOf(processId: number): Promise<{ now: number; peak: number }> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	const megabytes = (name: string) =>
		Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
	return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
