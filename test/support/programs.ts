import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders of programs that aren't on the PATH, newest release first. */
const FOLDERS_OFF_THE_PATH = [
	...globSync('/usr/lib/postgresql/*/bin'),
	...globSync('/usr/pgsql-*/bin'),
	...globSync('/{opt/homebrew,usr/local}/opt/{postgresql@*,redis}/bin'),
].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));

/** @returns the path of a program, or undefined if it isn't installed */
export function findProgram(name: string): string | undefined {
	const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS_OFF_THE_PATH];
	return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Returns the path of a program, or throws an Error if it isn't installed. */
export function requireProgram(name: string): string {
	const path = findProgram(name);
	if (path === undefined) throw new Error(`${name} isn't installed on this machine.`);
	return path;
}
