// Reads lock files and checks that their packages are installed. Plain JavaScript, because it runs before
// anything is installed (entry.mjs).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @typedef {object} LockedPackage
 * @property {string} version
 * @property {string} [integrity]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/**
 * The packages in package-lock.json, by path. The project itself has the path ''.
 *
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/**
 * A platform, as npm describes it. Only Linux has a `libc`.
 *
 * @typedef {{ os: string, cpu: string, libc?: string }} Platform
 */

/**
 * The platform of this machine.
 *
 * @returns {Platform}
 */
export function currentPlatform() {
	const { platform: os, arch: cpu } = process;
	if (os !== 'linux') return { os, cpu };
	// Network lookups would be slow.
	Object.assign(process.report, { excludeNetwork: true });
	const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
		process.report.getReport()
	);
	return { os, cpu, libc: header.glibcVersionRuntime === undefined ? 'musl' : 'glibc' };
}

/**
 * The packages that npm installs from a lock file: all dependencies except peers.
 *
 * @param {LockedPackages} packages
 * @param {Platform} platform
 * @returns {string[]} their paths
 */
export function demandedPackages(packages, platform) {
	const demanded = new Set(['']);
	for (const path of demanded) {
		const { dependencies, devDependencies, optionalDependencies } = packages[path];
		const names = Object.keys({
			...dependencies,
			...optionalDependencies,
			...(path === '' ? devDependencies : undefined),
		});
		for (const name of names) {
			const found = resolve(packages, path, name);
			if (found === undefined) continue;
			const { os, cpu, libc } = packages[found];
			const runsHere = admits(os, platform.os) && admits(cpu, platform.cpu);
			if (runsHere && admits(libc, platform.libc)) demanded.add(found);
		}
	}
	demanded.delete('');
	return [...demanded];
}

/**
 * The nearest package with that name, as Node resolves it.
 *
 * @param {LockedPackages} packages
 * @param {string} path of the package that needs it
 * @param {string} name
 * @returns {string | undefined}
 */
function resolve(packages, path, name) {
	const candidate = `${path && `${path}/`}node_modules/${name}`;
	if (candidate in packages) return candidate;
	if (path === '') return undefined;
	return resolve(packages, path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name);
}

/**
 * npm's rule for the lists `os`, `cpu`, and `libc` in package.json.
 *
 * @param {string[] | undefined} list
 * @param {string | undefined} value
 */
function admits(list, value) {
	if (list === undefined) return true;
	if (list.includes(`!${value}`)) return false;
	return list.every((entry) => entry.startsWith('!')) || list.some((entry) => entry === value);
}

/**
 * @param {string} folder with a package-lock.json and its node_modules
 * @returns {Promise<string[]>} the paths of the packages that the lock file requires on this platform
 *   and that are missing or have another version
 */
export async function missingPackages(folder) {
	const packages = await packagesIn(join(folder, 'package-lock.json'));
	const demanded = demandedPackages(packages, currentPlatform());
	const versions = await Promise.all(
		demanded.map((path) =>
			readFile(join(folder, path, 'package.json'), 'utf8')
				.then((text) => JSON.parse(text).version)
				.catch(() => undefined),
		),
	);
	return demanded.filter((path, index) => versions[index] !== packages[path].version);
}

/**
 * @param {string} folder with a package-lock.json and node_modules
 * @returns {Promise<string[]>} the paths of installed packages that the lock file doesn't have, or has
 *   with other content
 * @throws {Error} when no installation has finished there, because npm writes its record last
 */
export async function leftOverPackages(folder) {
	const [locked, installed] = await Promise.all(
		['package-lock.json', join('node_modules', '.package-lock.json')].map((file) =>
			packagesIn(join(folder, file)),
		),
	);
	return Object.keys(installed).filter(
		(path) => locked[path]?.integrity !== installed[path].integrity,
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

/** @type {(file: string) => Promise<LockedPackages>} */
async function packagesIn(file) {
	return JSON.parse(await readFile(file, 'utf8')).packages;
}

/**
 * Names the first few packages, for a message.
 *
 * @param {string[]} paths
 */
export function describePackages(paths, atMost = 5) {
	const names = paths.slice(0, atMost).map((path) => path.replace(/^node_modules\//, ''));
	const more = paths.length - names.length;
	return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
