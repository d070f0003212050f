import { join } from 'node:path';
import { execa } from 'execa';

/**
 * Builds the package from its sources and packs it, as a publisher would.
 *
 * @returns the path of the tarball in the given folder
 * @throws ExecaError with everything that the build printed
 */
export async function packPackage(folder: string, cancelSignal: AbortSignal): Promise<string> {
	await execa('npm', ['run', 'build'], { all: true, cancelSignal });
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const { stdout } = await execa('npm', pack, { cancelSignal });
	// A list of packages; from npm 12 on an object with one member for each.
	const [{ filename }] = Object.values<{ filename: string }>(JSON.parse(stdout));
	return join(folder, filename);
}
