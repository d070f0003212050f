import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { groupBy } from '../../helpers/values';
import { createInputItem } from '../../parameters/inputItem';
import { createReaderFactory } from '../../parameters/nodeParameters';
import type { ParameterReader } from '../../parameters/reader';
import type { RequestOptions } from '../../parameters/requestOptions';
import { readRequestOptions } from '../../parameters/requestOptions';
import type { ExecutionController } from '../../helpers/executionController';
import type { ItemParameters, Operation } from '../operation';

/** An item whose parameters are valid. */
export interface ValidatedItem {
	itemIndex: number;
	/** Items with the same key are executed one after another. */
	key?: string;
	parameters: ItemParameters;
	requestOptions: RequestOptions;
}

/** The parameters of every item, read before anything is sent. */
export interface ValidatedItems {
	/**
	 * The valid items by index, with their parameters: an expression that is read again may return another
	 * value. An item is removed when it's executed, to free memory.
	 */
	valid: Map<number, ValidatedItem>;
	/** The error of each invalid item. */
	invalid: Map<number, unknown>;
	/** The identifiers of each item, as far as they can be read. */
	itemIds: Map<number, IDataObject>;
	/** Hints about the parameters, each with the indices of its items. */
	hints: Map<string, number[]>;
}

/** Milliseconds after which validation pauses, so that n8n can do other work, such as handle Stop. */
const LONGEST_BLOCK = 50;

/**
 * Reads and validates the parameters of every item.
 * @param controller ends the validation on Stop; without it, all items are read
 */
export async function validateItems(
	context: IExecuteFunctions,
	operation: Operation,
	controller?: ExecutionController,
): Promise<ValidatedItems> {
	const { requestDefaults, idParameters } = operation;
	const createReader = createReaderFactory(context, operation);
	const items = {
		valid: new Map<number, ValidatedItem>(),
		invalid: new Map<number, unknown>(),
		itemIds: new Map<number, IDataObject>(),
	};
	const hints: Array<[hint: string, itemIndex: number]> = [];
	let lastPause = performance.now();
	for (const [itemIndex, input] of context.getInputData().entries()) {
		if (performance.now() - lastPause > LONGEST_BLOCK) {
			await sleep(0);
			lastPause = performance.now();
		}
		if (controller?.isStopped) break;
		const read = createReader(itemIndex);
		try {
			const requestOptions = readRequestOptions(read, requestDefaults);
			const item = createInputItem(context, input, itemIndex);
			const parameters = operation.readParameters(read, item);
			for (const hint of parameters.hints ?? []) hints.push([hint, itemIndex]);
			const key = parameters.orderKey;
			items.valid.set(itemIndex, { itemIndex, key, parameters, requestOptions });
		} catch (reason) {
			items.invalid.set(itemIndex, reason);
		}
		items.itemIds.set(itemIndex, idParameters ? readIds(read, idParameters) : { itemIndex });
	}
	return { ...items, hints: groupBy(hints) };
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
