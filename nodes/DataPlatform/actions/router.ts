import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from './operation';
import { combineSignals } from '../helpers/abort';
import { marksItemAsFailed } from '../helpers/n8n';
import { openConnection } from '../transport/apiClient';
import { executeItems } from './router/executeItems';
import { createExecutionError } from './router/executionError';
import { addEarlierTry } from './router/item';
import { collectHints, createOutputItems } from './router/outputItems';
import { validateItems } from './router/validateItems';

/**
 * Executes an operation for every input item: validates all items, executes them in parallel, and pairs the output
 * items with them. Without Continue On Fail, no request is sent if an item is invalid or after a failure.
 * @throws NodeOperationError | NodeApiError for the first failed item, or after Stop
 */
export async function executeOperation(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const stop = context.getExecutionCancelSignal?.();
	const continues = context.continueOnFail();
	const failure = new AbortController();
	/** After it aborts, nothing is sent anymore. */
	const end = combineSignals([stop, continues ? undefined : failure.signal]);
	const connection = openConnection(context, operation.idempotency, end);
	const { keptResponses } = connection;
	// After Stop or a failure, the remaining items are skipped. But in a later try, some may get the response of an
	// earlier try. So none is skipped, and the error reports these as done. `end` keeps the others from sending.
	const isOver = () => end.aborted && !keptResponses.mayHaveResponses;
	const items = await validateItems(context, operation, isOver);
	for (const item of items) addEarlierTry(item, keptResponses.findUnknownFailure(item.itemIndex));
	const hasFailed = () => items.some(({ error }) => error);
	if (hasFailed()) failure.abort();
	const onFailure = () => failure.abort();
	await executeItems(items, operation, connection, { isOver, onFailure });

	const isStopped = stop?.aborted === true;
	if (isStopped || (!continues && hasFailed())) {
		keptResponses.endRun(true);
		throw createExecutionError(node, items, isStopped);
	}
	const output = items.flatMap((item) => createOutputItems(node, item));
	// With Retry On Fail, n8n executes the node again if the first output item has an error.
	keptResponses.endRun(node.retryOnFail === true && marksItemAsFailed(output[0]?.json['error']));
	for (const message of collectHints(items)) {
		// Older versions of n8n don't have this function.
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
	return output;
}
