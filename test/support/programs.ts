import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where packages put programs that are not on the PATH, the newest release first. */
const FOLDERS_OFF_THE_PATH = [
	...globSync('/usr/lib/postgresql/*/bin'),
	...globSync('/usr/pgsql-*/bin'),
	...globSync('/{opt/homebrew,usr/local}/opt/{postgresql@*,redis}/bin'),
].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));

/** @returns the path of a program of the system, or undefined when it is not installed */
export function findProgram(name: string): string | undefined {
	const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS_OFF_THE_PATH];
	return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * @returns the path of a program of the system
 * @throws Error when it is not installed
 */
export function requireProgram(name: string): string {
	const path = findProgram(name);
	if (path === undefined) throw new Error(`${name} is not installed on this machine.`);
	return path;
}
