// Runs the examples for npm start and shows their results.
import {
	type Example,
	exampleFiles,
	type ExampleRun,
	type ExampleContext,
	importExample,
	needsChatModel,
	readExample,
	REHEARSED_FAULTS,
	runExample,
} from './examples.ts';

type Outcome = 'succeeded' | 'failed' | 'not run';

const LONG_ITEM = /^(.{300}).+/s;

/** Shows a line of output with a label. */
export function showLine(label: string, text: string): void {
	console.log(`  ${label.padEnd(10)}  ${text}`);
}

/**
 * Imports every example and runs those that don't need a chat model, one after another. Continues after a failure.
 *
 * @param onlyImport whether to run none
 * @returns the number of failures
 * @throws the signal's reason when it ends an example
 */
export async function runExamples(
	context: ExampleContext,
	cancelSignal: AbortSignal,
	onlyImport: boolean,
): Promise<number> {
	const paths = await exampleFiles();
	const counts: Record<Outcome, number> = { succeeded: 0, failed: 0, 'not run': 0 };
	for (const [index, path] of paths.entries()) {
		console.log(`\nExample ${index + 1} of ${paths.length}: ${path}`);
		const outcome = await tryExample(context, path, onlyImport).catch((error: Error) => {
			cancelSignal.throwIfAborted();
			showLine('failed', error.message);
			return 'failed' as const;
		});
		counts[outcome] += 1;
	}
	const { succeeded, failed, 'not run': notRun } = counts;
	console.log(`\n${succeeded} examples succeeded, ${failed} failed, ${notRun} not run.`);
	return failed;
}

async function tryExample(
	context: ExampleContext,
	path: string,
	onlyImport: boolean,
): Promise<Outcome> {
	const example = await readExample(path);
	showLine('name', example.workflow.name);
	const workflowId = await importExample(context, example);
	if (onlyImport || needsChatModel(example)) {
		const reason = needsChatModel(example)
			? 'it needs a chat model. Choose yours in the editor, then run it there'
			: 'you can run it in the editor';
		showLine('not run', reason);
		return 'not run';
	}
	const run = await runExample(context, example, workflowId);
	showRun(example, run);
	return run.execution.status === 'success' ? 'succeeded' : 'failed';
}

function showRun({ file }: Example, { execution, requests, items }: ExampleRun) {
	const { status, error, lastNodeExecuted } = execution;
	for (const { status, message } of REHEARSED_FAULTS[file] ?? []) {
		showLine('rehearsed', `the simulator returns ${status} for one request: ${message}`);
	}
	if (requests.length === 0) showLine('sent', 'nothing');
	const byOperation = Map.groupBy(requests, ({ operation }) => operation ?? 'no known operation');
	for (const [operation, [first, ...others]] of byOperation) {
		const count = others.length === 0 ? '1 request,' : `${others.length + 1} requests, the first`;
		showLine('sent', `${operation}: ${count} ${first.method} ${first.path}`);
	}
	if (status !== 'success') {
		const { message, description } = error ?? { message: `It ended as ${status}` };
		const more = description ? ` (${description})` : '';
		showLine('failed', `in the node "${lastNodeExecuted}": ${message}${more}`);
		return;
	}
	const count = items.length === 1 ? '1 item' : `${items.length} items`;
	showLine('came out', `${count} of "${lastNodeExecuted}"`);
	if (items.length === 0) return;
	const [{ json, binary = {} }] = items;
	showLine('first item', JSON.stringify(json).replace(LONG_ITEM, '$1…'));
	for (const { fileName = 'without a name' } of Object.values(binary)) {
		showLine('with file', fileName);
	}
}
