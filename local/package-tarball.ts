import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { execa } from 'execa';

/**
 * Builds and packs the package as for publishing, unless `npm test` has done it.
 *
 * @returns the path of the tarball
 * @throws ExecaError with the output of the build
 */
export async function packPackage(folder: string, cancelSignal?: AbortSignal): Promise<string> {
	const { N8N_DATA_PLATFORM_TARBALLS: packed = folder } = process.env;
	const find = (cwd: string) => globSync('*.tgz', { cwd }).map((file) => resolve(cwd, file))[0];
	const pack = ['pack', '--pack-destination', folder];
	if (!find(packed)) await execa('npm', pack, { all: true, cancelSignal });
	return find(packed) ?? find(folder);
}
