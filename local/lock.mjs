// Which packages a lock file demands, and whether they are there. Plain JavaScript, like all that is
// needed before anything is installed (entry.mjs).
import { readFile } from 'node:fs/promises';
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
 * What package-lock.json says of each package, by its path; the project itself has the path ''.
 *
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/**
 * A platform in npm's words; one that is not Linux has no `libc`.
 *
 * @typedef {{ os: string, cpu: string, libc?: string }} Platform
 */

/**
 * The platform on which this runs.
 *
 * @returns {Platform}
 */
export function currentPlatform() {
	const { platform: os, arch: cpu } = process;
	if (os !== 'linux') return { os, cpu };
	// Looking up the names of all network connections would take its time.
	Object.assign(process.report, { excludeNetwork: true });
	const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
		process.report.getReport()
	);
	return { os, cpu, libc: header.glibcVersionRuntime === undefined ? 'musl' : 'glibc' };
}

/**
 * The packages that npm installs from a lock file with all kinds of dependencies but peers.
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
 * The nearest package of that name, as Node looks for it.
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
 * npm's rule for the lists `os`, `cpu` and `libc` of package.json.
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
 * @param {string} folder with a package-lock.json and the node_modules that were made from it
 * @returns {Promise<string[]>} the paths of the packages that the lock file demands on this platform
 *   and that are not there in the version that it names
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
 * @param {string} folder with a package-lock.json and the node_modules that were made from it, or from
 *   another one
 * @returns {Promise<string[]>} the paths of the packages that npm has installed and that the lock file
 *   does not have, or has with another content
 * @throws {Error} when npm has not ended an installation there: its record is what it writes last
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

/** @type {(file: string) => Promise<LockedPackages>} */
async function packagesIn(file) {
	return JSON.parse(await readFile(file, 'utf8')).packages;
}

/**
 * Names packages for a message, the first few of them.
 *
 * @param {string[]} paths
 */
export function describePackages(paths, atMost = 5) {
	const names = paths.slice(0, atMost).map((path) => path.replace(/^node_modules\//, ''));
	const more = paths.length - names.length;
	return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
