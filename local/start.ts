import { once } from 'node:events';
import { join } from 'node:path';
import { Command } from 'commander';
import { execa } from 'execa';
import { type LocalEnvironment, startEnvironment } from './environment.ts';
import * as examples from './examples.ts';
import { getFreePort } from './free-port.ts';
import { runProgram } from './interruption.ts';
import { OWNER } from './n8n-api.ts';
import { DEMO_TOKEN } from '../simulator/server.ts';
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
		// n8n reloads the package, and open editors, when its files change.
		n8nEnvironment: watch ? { N8N_DEV_RELOAD: 'true' } : {},
	});
	try {
		const { api, credential, credentialData } = environment;
		const { status, message } = await api.testCredential(credential, credentialData);
		if (status !== 'OK') throw new Error(`The credential test failed: ${message}`);
		console.log(`Tested the credential "${credential.name}": ${message}`);
		const failures = await runExamples(environment, cancelSignal);
		if (!exit) {
			showEditor(environment);
			if (watch) await rebuildOnChange(environment, cancelSignal);
			else if (!cancelSignal.aborted) await once(cancelSignal, 'abort');
		}
		return failures > 0 ? 1 : 0;
	} finally {
		console.log('\nStopping n8n and the simulator …');
		await environment.stop();
	}
});

function showLine(label: string, text: string): void {
	console.log(`  ${label.padEnd(10)}  ${text}`);
}

/**
 * Imports every example and runs those that don't need a chat model, one after another. Continues after a failure.
 *
 * @returns the number of failures
 * @throws the signal's reason when it ends an example
 */
async function runExamples(
	environment: LocalEnvironment,
	cancelSignal: AbortSignal,
): Promise<number> {
	let [succeeded, failed, notRun] = [0, 0, 0];
	for (const example of await examples.readExamples()) {
		console.log(`\nexamples/${example.file}: ${example.workflow.name}`);
		try {
			const workflowId = await examples.importExample(environment, example);
			const needsModel = example.workflow.nodes.some(({ type }) => type === examples.CHAT_MODEL);
			if (needsModel || watch) {
				const reason = needsModel ? 'it needs a chat model: choose yours, then ' : '';
				showLine('not run', `${reason}run it in the editor`);
				notRun++;
			} else {
				await runAndShow(environment, example, workflowId);
				succeeded++;
			}
		} catch (error) {
			cancelSignal.throwIfAborted();
			showLine('failed', (error as Error).message);
			failed++;
		}
	}
	console.log(`\n${succeeded} examples succeeded, ${failed} failed, ${notRun} not run.`);
	return failed;
}

/** @throws Error if the execution fails */
async function runAndShow(
	environment: LocalEnvironment,
	example: examples.Example,
	id: string,
): Promise<void> {
	for (const { status, message } of examples.REHEARSED_FAULTS[example.file] ?? []) {
		showLine('rehearsed', `the simulator returns ${status} for one request: ${message}`);
	}
	const { execution, requests, items } = await examples.runExample(environment, example, id);
	const { status, error, lastNodeExecuted } = execution;
	const sent = Map.groupBy(requests, ({ method, operation }) => `${method} ${operation}`);
	for (const [operation, { length }] of sent) showLine('sent', `${length} × ${operation}`);
	if (status !== 'success') {
		throw new Error(`in the node "${lastNodeExecuted}": ${error?.message ?? status}`);
	}
	showLine('came out', `items of "${lastNodeExecuted}": ${items.length}`);
	if (items.length === 0) return;
	const first = JSON.stringify(items[0].json);
	showLine('first item', first.length > 300 ? `${first.slice(0, 300)}…` : first);
}

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

function showEditor({ n8n, simulator, credentialData, folder }: LocalEnvironment): void {
	console.log('\nThe editor is open, with the examples and the credential:');
	showLine('address', n8n.url);
	showLine('email', OWNER.email);
	showLine('password', OWNER.password);
	showLine('simulator', `${simulator.url}, it finds labeled values without a model`);
	showLine('token', credentialData.token);
	showLine('logs', folder);
	console.log('\nCtrl-C stops everything.');
}
