import { readFile, writeFile } from 'node:fs/promises';

/** Linux counts CPU time for /proc in ticks of 10 ms, whatever the kernel's own clock. */
const TICKS_PER_SECOND = 100;
const RESET_PEAK_MEMORY = '5';

/** The CPU seconds that a process has used since its start, in all of its threads. */
export async function cpuSecondsOf(processId: number): Promise<number> {
	const line = await readFile(`/proc/${processId}/stat`, 'utf8');
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
	const [userTicks, systemTicks] = fields.slice(11, 13).map(Number);
	return (userTicks + systemTicks) / TICKS_PER_SECOND;
}

/** Lets the peak of a process's memory begin again, at what it holds now. */
export async function resetPeakMemory(processId: number): Promise<void> {
	await writeFile(`/proc/${processId}/clear_refs`, RESET_PEAK_MEMORY);
}

/** The memory in megabytes that a process holds, and the most that it held since the last reset. */
export async function memoryOf(processId: number): Promise<{ now: number; peak: number }> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	const megabytes = (name: string) =>
		Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
	return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
