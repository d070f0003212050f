import { once } from 'node:events';
import { Command, InvalidArgumentError } from 'commander';
import getPort, { portNumbers } from 'get-port';
import { type LocalEnvironment, startEnvironment } from './environment.ts';
import {
	type Example,
	type ExampleRun,
	importExample,
	needsChatModel,
	readExamples,
	REHEARSED_FAULTS,
	runExample,
} from './examples.ts';
import { OWNER } from './n8n-api.ts';
import { HOT_RELOAD, rebuildOnChange } from './rebuild.ts';
import { reportToConsole, shorten } from './report.ts';
import { runProgram } from './interruption.ts';
import type { RequestRecord } from '../simulator/journal.ts';

interface StartOptions {
	exit: boolean;
	port: number;
	functions: number;
	keep: boolean;
	watch: boolean;
}

const ITEM_LENGTH = 300;

function readOptions(): StartOptions {
	return new Command('npm start --')
		.description(
			'Starts the released n8n with this package in it, a simulator of the service, and the examples; runs each example and shows what came out.',
		)
		.option('--exit', 'end after the examples instead of leaving the editor open', false)
		.option(
			'--port <number>',
			'where n8n listens; the next free port if it is taken',
			wholeNumber(1, 65_535),
			5678,
		)
		.option(
			'--functions <number>',
			'how many functions the simulator has',
			wholeNumber(0, 200_000),
			200,
		)
		.option('--keep', 'keep the temporary folder with n8n’s database and the logs', false)
		.option(
			'--watch',
			'only import the examples, and rebuild the node at each change of a source file',
			false,
		)
		.parse()
		.opts<StartOptions>();
}

function wholeNumber(smallest: number, largest: number): (text: string) => number {
	return (text) => {
		const number = Number(text);
		if (/^\d+$/.test(text) && number >= smallest && number <= largest) return number;
		throw new InvalidArgumentError(`It takes a whole number from ${smallest} to ${largest}.`);
	};
}

async function start(options: StartOptions, cancelSignal: AbortSignal): Promise<number> {
	const environment = await startEnvironment({
		report: reportToConsole,
		cancelSignal,
		port: await freePortFrom(options.port),
		functions: options.functions,
		keepFolder: options.keep,
		n8nEnvironment: options.watch ? HOT_RELOAD : undefined,
	});
	try {
		await checkCredential(environment);
		if (options.watch) return await develop(environment, cancelSignal);

		const failures = await runExamples(environment);
		if (options.exit) return failures > 0 ? 1 : 0;

		showEditor(environment);
		if (!cancelSignal.aborted) await once(cancelSignal, 'abort');
		return failures > 0 ? 1 : 0;
	} finally {
		console.log('\nStopping n8n and the simulator …');
		await environment.stop();
	}
}

async function develop(environment: LocalEnvironment, cancelSignal: AbortSignal): Promise<number> {
	for (const example of await readExamples()) await importExample(environment, example);
	showEditor(environment);
	console.log('Each change of a source file is built, and n8n loads it.\n');
	await rebuildOnChange(environment.n8n, cancelSignal);
	return 0;
}

async function freePortFrom(first: number): Promise<number> {
	const candidates = portNumbers(first, Math.min(first + 99, 65_535));
	return await getPort({ port: candidates, host: '127.0.0.1' });
}

async function checkCredential({ api, credential, credentialData }: LocalEnvironment) {
	const { status, message } = await api.testCredential(credential, credentialData);
	if (status !== 'OK') throw new Error(`The credential’s test failed: ${message}`);
	console.log(`The credential "${credential.name}" was tested: ${message}`);
}

/** @returns how many examples failed */
async function runExamples(environment: LocalEnvironment): Promise<number> {
	const examples = await readExamples();
	let failures = 0;
	for (const [index, example] of examples.entries()) {
		console.log(`\nExample ${index + 1} of ${examples.length}: ${example.workflow.name}`);
		const workflowId = await importExample(environment, example);
		if (needsChatModel(example)) {
			showLine('file', `examples/${example.file}`);
			showLine('not run', 'it needs a chat model: choose yours in the editor, then run it there');
			continue;
		}
		const run = await runExample(environment, example, workflowId);
		showExampleRun(example, run);
		if (run.execution.status !== 'success') failures += 1;
	}
	const notRun = examples.filter(needsChatModel).length;
	const succeeded = examples.length - notRun - failures;
	console.log(`\n${succeeded} examples succeeded, ${failures} failed, ${notRun} not run.`);
	return failures;
}

function showExampleRun({ file }: Example, { execution, requests, lastNode, items }: ExampleRun) {
	showLine('file', `examples/${file}`);
	for (const { status, message } of REHEARSED_FAULTS[file] ?? []) {
		showLine('rehearsed', `the simulator answers a request with ${status}: ${message}`);
	}
	if (requests.length === 0) showLine('sent', 'nothing');
	for (const [operation, [first, ...others]] of requestsByOperation(requests)) {
		const count = others.length === 0 ? '1 request,' : `${others.length + 1} requests, the first`;
		showLine('sent', `${operation}: ${count} ${first.method} ${first.path}`);
	}
	if (execution.status !== 'success') {
		const { message, description } = execution.error ?? {
			message: `It ended as ${execution.status}`,
		};
		showLine(
			'failed',
			`in the node "${lastNode}": ${message}${description ? ` (${description})` : ''}`,
		);
		return;
	}
	showLine('came out', `${items.length} ${items.length === 1 ? 'item' : 'items'} of "${lastNode}"`);
	if (items.length === 0) return;
	const [{ json, binary = {} }] = items;
	showLine('first item', shorten(JSON.stringify(json), ITEM_LENGTH));
	for (const { fileName } of Object.values(binary)) showLine('with file', fileName);
}

function requestsByOperation(requests: RequestRecord[]): Map<string, RequestRecord[]> {
	const groups = new Map<string, RequestRecord[]>();
	for (const request of requests) {
		const operation = request.operation ?? 'no known operation';
		groups.set(operation, [...(groups.get(operation) ?? []), request]);
	}
	return groups;
}

function showLine(label: string, text: string): void {
	console.log(`  ${label.padEnd(10)}  ${text}`);
}

function showEditor({ n8n, simulator, folder }: LocalEnvironment): void {
	console.log('\nThe editor is open, with the examples and the credential in it:');
	showLine('address', n8n.url);
	showLine('e-mail', OWNER.email);
	showLine('password', OWNER.password);
	showLine('simulator', simulator.url);
	showLine('logs', folder);
	console.log('\nCtrl-C stops everything.');
}

await runProgram((cancelSignal) => start(readOptions(), cancelSignal));
