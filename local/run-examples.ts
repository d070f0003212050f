// Runs the examples for npm start and shows their results.
import * as examples from './examples.ts';

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
	context: examples.ExampleContext,
	cancelSignal: AbortSignal,
	onlyImport: boolean,
): Promise<number> {
	const counts = { succeeded: 0, failed: 0, 'not run': 0 };
	for (const example of await examples.readExamples()) {
		console.log(`\nexamples/${example.file}: ${example.workflow.name}`);
		try {
			const workflowId = await examples.importExample(context, example);
			const needsModel = example.workflow.nodes.some(({ type }) => type === examples.CHAT_MODEL);
			if (needsModel || onlyImport) {
				const reason = needsModel ? 'it needs a chat model: choose yours, then ' : '';
				showLine('not run', `${reason}run it in the editor`);
				counts['not run']++;
				continue;
			}
			await runAndShow(context, example, workflowId);
			counts.succeeded++;
		} catch (error) {
			cancelSignal.throwIfAborted();
			showLine('failed', (error as Error).message);
			counts.failed++;
		}
	}
	const { succeeded, failed, 'not run': notRun } = counts;
	console.log(`\n${succeeded} examples succeeded, ${failed} failed, ${notRun} not run.`);
	return failed;
}

/** @throws Error if the execution fails */
async function runAndShow(
	context: examples.ExampleContext,
	example: examples.Example,
	workflowId: string,
): Promise<void> {
	for (const { status, message } of examples.REHEARSED_FAULTS[example.file] ?? []) {
		showLine('rehearsed', `the simulator returns ${status} for one request: ${message}`);
	}
	const { execution, requests, items } = await examples.runExample(context, example, workflowId);
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
