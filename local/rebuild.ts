import { join } from 'node:path';
import { execa } from 'execa';
import type { N8nServer } from './n8n-server.ts';

/** With this n8n loads a package again, and tells the editors that are open, when its files change. */
export const HOT_RELOAD = { N8N_DEV_RELOAD: 'true' };

const WATCHERS = [
	// With maps, so that a debugger finds the sources from the folder of n8n.
	['tsc', '--watch', '--preserveWatchOutput', '--inlineSourceMap', '--outDir'],
	['gulp', 'watchAssets', '--silent', '--dist'],
];

/**
 * Rebuilds the package at each change of its sources, into the folder from which n8n has loaded it.
 * What the compiler finds is printed. Resolves when the signal has ended it.
 *
 * @throws ExecaError when one of the watchers ends by itself
 */
export async function rebuildOnChange(n8n: N8nServer, cancelSignal: AbortSignal): Promise<void> {
	console.log('Each change of a source file is built, and n8n loads it.\n');
	const dist = join(n8n.packageFolder, 'dist');
	const watchers = WATCHERS.map(([command, ...commandArguments]) =>
		execa(command, [...commandArguments, dist], {
			preferLocal: true,
			stdio: ['ignore', 'inherit', 'inherit'],
			cancelSignal,
		}),
	);
	await Promise.all(watchers).catch((error) => {
		if (!cancelSignal.aborted) throw error;
	});
}
