import { type IDataObject, type IExecuteFunctions, sleep } from 'n8n-workflow';
import { groupBy } from '../../helpers/values';
import { createInputItem } from '../../parameters/inputItem';
import { createReaderFactory } from '../../parameters/nodeParameters';
import type { ParameterReader } from '../../parameters/reader';
import { readRequestOptions, type RequestOptions } from '../../parameters/requestOptions';
import type { ExecutionController } from '../../helpers/executionController';
import type { ItemParameters, Operation, Result } from '../operation';

/** An input item, and what became of it. Without a reason and a result, it wasn't sent or was canceled. */
export interface Item {
	itemIndex: number;
	/** Identifies the item in reports: its IDs such as `jobId`, as far as they can be read, or its index. */
	ids: IDataObject;
	/** Items with the same key are executed one after another. */
	key?: string;
	/**
	 * Set if the parameters are valid. They aren't read again, because an expression could return another value.
	 * Removed when the item is executed, to free memory.
	 */
	valid?: { parameters: ItemParameters; requestOptions: RequestOptions };
	isInvalid?: boolean;
	/** Why the item is invalid or failed. */
	reason?: unknown;
	result?: ItemResult;
}

/** The result of an item, or its preview. */
export interface ItemResult extends Result {
	isPreview?: boolean;
}

/** Milliseconds after which validation pauses, so that n8n can do other work, such as handle Stop. */
const LONGEST_BLOCK = 50;

/**
 * Reads and validates the parameters of every item.
 * @param controller ends the validation on Stop; without it, all items are read
 * @returns the input items, and hints about their parameters, each with the indices of its items
 */
export async function validateItems(
	context: IExecuteFunctions,
	operation: Operation,
	controller?: ExecutionController,
): Promise<{ items: Item[]; hints: Map<string, number[]> }> {
	const { requestDefaults, idParameters } = operation;
	const createReader = createReaderFactory(context, operation);
	const inputs = context.getInputData();
	const items = inputs.map((_, itemIndex): Item => ({ itemIndex, ids: {} }));
	const hints: Array<[hint: string, itemIndex: number]> = [];
	let lastPause = performance.now();
	for (const item of items) {
		if (performance.now() - lastPause > LONGEST_BLOCK) {
			await sleep(0);
			lastPause = performance.now();
		}
		if (controller?.isStopped) break;
		const { itemIndex } = item;
		const read = createReader(itemIndex);
		try {
			const requestOptions = readRequestOptions(read, requestDefaults);
			const input = createInputItem(context, inputs[itemIndex], itemIndex);
			const parameters = operation.readParameters(read, input);
			for (const hint of parameters.hints ?? []) hints.push([hint, itemIndex]);
			item.key = parameters.orderKey;
			item.valid = { parameters, requestOptions };
		} catch (reason) {
			Object.assign(item, { isInvalid: true, reason });
		}
		item.ids = idParameters ? readIds(read, idParameters) : { itemIndex };
	}
	return { items, hints: groupBy(hints) };
}

/** Values that can't be read, and objects, are left out. */
function readIds(read: ParameterReader, names: string[]): IDataObject {
	const ids: IDataObject = {};
	for (const name of names) {
		try {
			const value = read.value(name) as IDataObject[string];
			if (value !== undefined && typeof value !== 'object') ids[name] = value;
		} catch {
			continue;
		}
	}
	return ids;
}
