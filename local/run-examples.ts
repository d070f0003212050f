// Runs the examples for npm start and shows their results.
import {
	CHAT_MODEL,
	type Example,
	type ExampleRun,
	type ExampleContext,
	importExample,
	readExamples,
	REHEARSED_FAULTS,
	runExample,
} from './examples.ts';

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
	const examples = await readExamples();
	const counts = { succeeded: 0, failed: 0, 'not run': 0 };
	for (const [index, example] of examples.entries()) {
		console.log(`\nExample ${index + 1} of ${examples.length}: examples/${example.file}`);
		showLine('name', example.workflow.name);
		try {
			counts[await tryExample(context, example, onlyImport)] += 1;
		} catch (error) {
			cancelSignal.throwIfAborted();
			showLine('failed', (error as Error).message);
			counts.failed += 1;
		}
	}
	const { succeeded, failed, 'not run': notRun } = counts;
	console.log(`\n${succeeded} examples succeeded, ${failed} failed, ${notRun} not run.`);
	return failed;
}

async function tryExample(context: ExampleContext, example: Example, onlyImport: boolean) {
	const workflowId = await importExample(context, example);
	if (example.workflow.nodes.some(({ type }) => type === CHAT_MODEL)) {
		showLine('not run', 'it needs a chat model. Choose yours in the editor, then run it there');
		return 'not run';
	}
	if (onlyImport) {
		showLine('not run', 'you can run it in the editor');
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
	const operations = Map.groupBy(requests, ({ method, operation }) => `${method} ${operation}`);
	for (const [operation, { length }] of operations) {
		showLine('sent', `${length} × ${operation}`);
	}
	if (status !== 'success') {
		showLine('failed', `in the node "${lastNodeExecuted}": ${error?.message ?? status}`);
		return;
	}
	showLine('came out', `items of "${lastNodeExecuted}": ${items.length}`);
	if (items.length > 0) {
		showLine('first item', JSON.stringify(items[0].json).replace(LONG_ITEM, '$1…'));
	}
}
