import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { marksItemAsFailed } from '../helpers/values';
import { ExecutionController } from '../helpers/executionController';
import { openConnection } from '../transport/apiClient';
import type { Operation } from './operation';
import { createExecutionError } from './router/executionError';
import { executeItems } from './router/executeItems';
import { collectHints } from './router/hints';
import { createOutputItems } from './router/outputItems';
import { validateItems } from './router/validateItems';

/**
 * Executes an operation for every input item, in parallel within Max Concurrency. The output items are
 * paired with the input items and keep their order.
 *
 * With Continue On Fail, a failed item becomes an output item with `error`. Otherwise, nothing is sent if
 * any item is invalid. If an item fails later, pending requests finish, no more are sent, and the error
 * reports which items are done. The unknown outcome of an earlier try fails its item, but the other items
 * are still sent.
 * @throws NodeOperationError | NodeApiError for the first failed item, or after Stop
 */
export async function executeOperation(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const controller = new ExecutionController(context.getExecutionCancelSignal?.());
	const stopsAtFailure = !context.continueOnFail();
	const connecting = openConnection(context, operation.idempotency);
	// An invalid credential fails the items later, in executeItems.
	const cache = (await connecting.catch(() => undefined))?.cache;
	// If true, the outcomes of earlier tries are looked up even after Stop, so that the error reports them.
	const hasEarlierOutcomes = cache?.hasEarlierOutcomes === true;
	const { items, hints } = await validateItems(context, operation, controller, hasEarlierOutcomes);
	await executeItems(items, {
		operation,
		connecting,
		controller,
		stopsAtFailure,
		hasEarlierOutcomes,
	});
	const { isStopped } = controller;
	if (isStopped || (stopsAtFailure && items.some(({ error }) => error))) {
		cache?.onRunFailed();
		throw createExecutionError(node, { items, isStopped });
	}
	const output = items.flatMap((item) => createOutputItems(node, item));
	// With Retry On Fail, n8n executes the node again if the first output item has an error.
	const willBeRetried = node.retryOnFail === true && marksItemAsFailed(output[0]?.json['error']);
	if (willBeRetried) cache?.onRunFailed();
	else cache?.onRunSucceeded();
	for (const message of collectHints(items, hints)) {
		// Older versions of n8n don't have this function.
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
	return output;
}
