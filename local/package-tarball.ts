import { cp, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';

/** What the build reads, and what npm adds to a package. */
const SOURCES = [
	...['credentials', 'icons', 'nodes', 'gulpfile.js', 'tsconfig.json'],
	...['package.json', 'LICENSE', 'README.md'],
];

/**
 * Builds the package from its sources and packs it, as a publisher would. This happens in a copy, because
 * several steps of `npm test` do it at the same time.
 *
 * @returns the path of the tarball in the given folder
 * @throws ExecaError with everything that the build printed
 */
export async function packPackage(folder: string, cancelSignal: AbortSignal): Promise<string> {
	const copy = join(folder, 'package-source');
	for (const name of SOURCES) await cp(name, join(copy, name), { recursive: true });
	await symlink(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
	const options = { cwd: copy, cancelSignal };
	await execa('npm', ['run', 'build'], { ...options, all: true });
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const { stdout } = await execa('npm', pack, options);
	await rm(copy, { recursive: true });
	// A list of packages; from npm 12 on an object with one member for each.
	const [{ filename }] = Object.values<{ filename: string }>(JSON.parse(stdout));
	return join(folder, filename);
}
