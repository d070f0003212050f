import { type IDataObject, type IExecuteFunctions, sleep } from 'n8n-workflow';
import { createInputItem } from '../../parameters/inputItem';
import { createReaderFactory, type ParameterReader } from '../../parameters/reader';
import { readRequestOptions } from '../../parameters/requestOptions';
import type { Operation } from '../operation';
import { failItem, type Item } from './item';

/** Milliseconds after which validation pauses, so that n8n can do other work, such as handling Stop. */
const MAX_BLOCKING_TIME = 50;

/**
 * Reads and validates the parameters of every item.
 * @param isOver whether the remaining items needn't be read
 */
export async function validateItems(
	context: IExecuteFunctions,
	operation: Operation,
	isOver: () => boolean,
): Promise<Item[]> {
	const { requestDefaults, idParameters } = operation;
	const createReader = createReaderFactory(context, operation);
	const inputs = context.getInputData();
	const items = inputs.map((_, itemIndex): Item => ({ itemIndex, ids: {}, state: 'notSent' }));
	let lastPause = performance.now();
	for (const item of items) {
		if (performance.now() - lastPause > MAX_BLOCKING_TIME) {
			await sleep(0);
			lastPause = performance.now();
		}
		if (isOver()) break;
		const { itemIndex } = item;
		const read = createReader(itemIndex);
		try {
			const requestOptions = readRequestOptions(read, requestDefaults);
			const input = createInputItem(context, inputs[itemIndex], itemIndex);
			const parameters = operation.readParameters(read, input);
			item.hints = parameters.hints;
			item.valid = { parameters, requestOptions };
		} catch (reason) {
			failItem(item, reason);
			if (item.error?.details.kind === 'invalid') item.state = 'invalid';
		}
		item.ids = idParameters ? readIds(read, idParameters) : { itemIndex };
	}
	return items;
}

/** Returns the values of these parameters, except objects and values that are invalid or not set. */
function readIds(read: ParameterReader, names: string[]): IDataObject {
	const ids: IDataObject = {};
	for (const name of names) {
		try {
			const value = read.id(name);
			if (value !== undefined && typeof value !== 'object') ids[name] = value;
		} catch {
			continue;
		}
	}
	return ids;
}
