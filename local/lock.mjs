// Compares installed packages with a lock file. Plain JavaScript, because it runs before anything is installed
// (entry.mjs).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The packages in a lock file, by path. The project itself has the path ''.
 *
 * @typedef {Record<string, { version: string, integrity?: string, optional?: boolean }>} LockedPackages
 */

/** @type {(...path: string[]) => Promise<LockedPackages>} */
async function packagesIn(...path) {
	return JSON.parse(await readFile(join(...path), 'utf8')).packages;
}

/**
 * Finds the packages that aren't installed as the lock file says: missing, of another version, with other content,
 * or left over. Optional packages may be missing, because most are for other platforms.
 *
 * @param {string} folder with a package-lock.json and its node_modules
 * @returns {Promise<string[]>} their paths; all packages if no installation has finished there
 */
export async function wrongPackages(folder) {
	const locked = await packagesIn(folder, 'package-lock.json');
	// npm writes its record last.
	const record = packagesIn(folder, 'node_modules', '.package-lock.json');
	const installed = await record.catch(() => /** @type {LockedPackages} */ ({}));
	const paths = Object.keys({ ...locked, ...installed }).filter(
		(path) => path !== '' && (path in installed || !locked[path].optional),
	);
	const versions = await Promise.all(
		paths.map((path) =>
			readFile(join(folder, path, 'package.json'), 'utf8')
				.then((text) => JSON.parse(text).version)
				.catch(() => undefined),
		),
	);
	return paths.filter(
		(path, index) =>
			installed[path]?.integrity !== locked[path]?.integrity ||
			versions[index] !== locked[path]?.version,
	);
}

/**
 * Adds the addresses of the packages to a lock file. Without them, npm first asks the registry for the list of each
 * package's releases. Our lock files don't have addresses, because an address names a registry.
 *
 * @param {string} file
 * @param {string} registry
 */
export async function addAddresses(file, registry) {
	const lock = JSON.parse(await readFile(file, 'utf8'));
	for (const path of Object.keys(lock.packages).filter((path) => path !== '')) {
		const { name = path.split('node_modules/').at(-1), version } = lock.packages[path];
		const tarball = `${name.split('/').at(-1)}-${version}.tgz`;
		lock.packages[path].resolved = `${registry.replace(/\/$/, '')}/${name}/-/${tarball}`;
	}
	await writeFile(file, JSON.stringify(lock));
}

/**
 * Names the first few packages, for a message.
 *
 * @param {string[]} paths
 */
export function describePackages(paths) {
	const names = paths.slice(0, 5).map((path) => path.replace(/^node_modules\//, ''));
	const more = paths.length - names.length;
	return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
