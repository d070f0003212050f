import { join } from 'node:path';
import { execa } from 'execa';
import type { N8nServer } from './n8n-server.ts';

/** Makes n8n reload the package, and open editors, when its files change. */
export const HOT_RELOAD = { N8N_DEV_RELOAD: 'true' };

const WATCHERS = [
	// Source maps let a debugger find the sources.
	['tsc', '--watch', '--preserveWatchOutput', '--inlineSourceMap', '--outDir'],
	['gulp', 'watchAssets', '--silent', '--dist'],
];

/**
 * Rebuilds the package in n8n's folder when a source file changes, and prints compiler errors. Resolves when the
 * signal has ended it.
 *
 * @throws ExecaError when a watcher ends by itself
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
