import { once } from 'node:events';
import { join } from 'node:path';
import { Command } from 'commander';
import { execa } from 'execa';
import { DEMO_TOKEN } from '../simulator/server.ts';
import { type LocalEnvironment, startEnvironment } from './environment.ts';
import { getFreePort } from './free-port.ts';
import { runExamples, showLine } from './run-examples.ts';
import { OWNER } from './n8n-api.ts';
import { runProgram } from './interruption.ts';
import { wholeNumber } from '../simulator/whole-number.ts';

const { port, watch, exit } = new Command('npm start --')
	.description(
		'Starts n8n with this package, a simulator of the service, and the examples. Runs each example and shows its result.',
	)
	.option('--exit', 'end after the examples instead of keeping the editor open', false)
	.option('--port <number>', "n8n's port, or the next free one", wholeNumber(1, 65_535), 5678)
	.option('--watch', "don't run the examples, and rebuild the node on each change", false)
	.parse()
	.opts<{ port: number; watch: boolean; exit: boolean }>();

await runProgram(async (cancelSignal) => {
	const environment = await startEnvironment({
		cancelSignal,
		port: await getFreePort(port),
		functions: 200,
		token: DEMO_TOKEN,
		n8nEnvironment: {
			// Assistants send more requests than n8n's default limit for its MCP server.
			N8N_MCP_SERVER_RATE_LIMIT: '10000',
			// n8n reloads the package, and open editors, when its files change.
			...(watch && { N8N_DEV_RELOAD: 'true' }),
		},
	});
	try {
		const { api, credential, credentialData } = environment;
		const { status, message } = await api.testCredential(credential, credentialData);
		if (status !== 'OK') throw new Error(`The credential test failed: ${message}`);
		console.log(`Tested the credential "${credential.name}": ${message}`);
		const failures = await runExamples(environment, cancelSignal, watch);
		if (!exit) {
			await showEditor(environment);
			if (watch) await rebuildOnChange(environment, cancelSignal);
			else if (!cancelSignal.aborted) await once(cancelSignal, 'abort');
		}
		return failures > 0 ? 1 : 0;
	} finally {
		console.log('\nStopping n8n and the simulator …');
		await environment.stop();
	}
});

/**
 * Rebuilds the package in n8n's folder when a source file changes, and prints compiler errors, until the signal.
 *
 * @throws ExecaError when a watcher ends by itself
 */
async function rebuildOnChange({ n8n }: LocalEnvironment, cancelSignal: AbortSignal) {
	console.log('Each change of a source file is built, and n8n loads it.\n');
	const watchers = [
		// Source maps let a debugger find the sources.
		['tsc', '--watch', '--preserveWatchOutput', '--inlineSourceMap', '--outDir'],
		['gulp', 'watchAssets', '--silent', '--dist'],
	].map(([command, ...flags]) =>
		execa(command, [...flags, join(n8n.packageFolder, 'dist')], {
			preferLocal: true,
			stdio: ['ignore', 'inherit', 'inherit'],
			cancelSignal,
		}),
	);
	await Promise.all(watchers).catch((error) => {
		if (!cancelSignal.aborted) throw error;
	});
}

async function showEditor(environment: LocalEnvironment): Promise<void> {
	const { api, n8n, simulator, credentialData, folder } = environment;
	console.log('\nThe editor is open, with the examples and the credential:');
	showLine('address', n8n.url);
	showLine('email', OWNER.email);
	showLine('password', OWNER.password);
	showLine('simulator', `${simulator.url}, it finds labeled values without a model`);
	showLine('token', credentialData.token);
	showLine('logs', folder);

	// For docs/how-to/use-with-the-ai-agent-node.md.
	const { url, key } = await api.openMcpServer();
	console.log('\nn8n’s MCP server for assistants is on:');
	showLine('address', url);
	showLine('key', key);
	console.log('\nCtrl-C stops everything.');
}
