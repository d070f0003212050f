import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openClient } from '../api/client';
import type { Operation } from '../operations/operation';
import { ParameterReader } from '../parameters/reader';
import { readRequestOptions, requestOptionsField } from '../parameters/requestOptions';
import { errorItem, nodeError } from './errors';

/**
 * Runs an operation for every input item, in order, and pairs every output item with its input.
 * With Continue On Fail a failed item becomes an item with `error`; else the first one ends the run.
 * @throws NodeOperationError | NodeApiError with the item's index
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const fields = [...operation.fields, requestOptionsField(operation.requestDefaults)];
	const readerOf = (itemIndex: number) =>
		new ParameterReader((name) => context.getNodeParameter(name, itemIndex, undefined), fields);

	const { timeout, maxConcurrency } = readRequestOptions(readerOf(0), operation.requestDefaults);
	const client = await openClient(context, timeout);
	const hints = new Set<string>();
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const parameters = operation.parameters(readerOf(itemIndex));
			const outcome = await operation.perform(parameters, client.send, maxConcurrency);
			for (const json of outcome.items) output.push({ json, pairedItem: { item: itemIndex } });
			outcome.hints?.forEach((hint) => hints.add(hint));
		} catch (reason) {
			if (!context.continueOnFail()) throw nodeError(context.getNode(), reason, itemIndex);
			output.push(errorItem(reason, itemIndex));
		}
	}
	for (const message of hints) context.addExecutionHints({ message, location: 'outputPane' });
	return output;
}
