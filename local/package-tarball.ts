import { globSync } from 'node:fs';
import { cp, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';

/** Files that the build reads or that npm adds to a package. */
const SOURCES = [
	...['credentials', 'icons', 'nodes', 'gulpfile.js', 'tsconfig.json'],
	...['package.json', 'LICENSE', 'README.md'],
];

/**
 * Builds and packs the package as for publishing, unless `npm test` has done it. It works in a copy, because
 * others may build it in parallel.
 *
 * @returns the path of the tarball
 * @throws ExecaError with the output of the build
 */
export async function packPackage(folder: string, cancelSignal?: AbortSignal): Promise<string> {
	const [packed] = globSync(`${process.env.N8N_DATA_PLATFORM_TARBALLS}/*.tgz`);
	if (packed) return resolve(packed);
	const copy = join(folder, 'package-source');
	for (const name of SOURCES) await cp(name, join(copy, name), { recursive: true });
	await symlink(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
	const options = { cwd: copy, cancelSignal };
	await execa('npm', ['run', 'build'], { ...options, all: true });
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const { stdout } = await execa('npm', pack, options);
	await rm(copy, { recursive: true });
	// A list of packages. Since npm 12, an object with one member for each.
	const [{ filename }] = Object.values<{ filename: string }>(JSON.parse(stdout));
	return join(folder, filename);
}
