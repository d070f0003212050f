import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { type Item, toItemError } from './item';
import { createBreather } from '../../helpers/breather';
import { withoutUndefined } from '../../helpers/values';
import { createInputItem } from '../../parameters/inputItem';
import type { ParameterReader } from '../../parameters/reader';
import { createReaderFactory } from '../../parameters/readerFactory';
import { readRequestOptions } from '../../parameters/requestOptions';
import { createAccessReader } from '../../transport/credentials';
import { createRequestOptionsProperty } from '../common.descriptions';
import type { Operation } from '../operation';

/** Reads and validates the parameters and the credential of every item, unless `isOver` ends it. */
export async function validateItems(
	context: IExecuteFunctions,
	operation: Operation,
	isOver: () => boolean,
): Promise<Item[]> {
	const properties = [...operation.properties, createRequestOptionsProperty(operation)];
	const createReader = createReaderFactory(context, properties);
	const readAccess = createAccessReader(context);
	const inputs = context.getInputData();
	const items = inputs.map((_, itemIndex): Item => ({ itemIndex, ids: {} }));
	const breathe = createBreather();
	for (const [itemIndex, item] of items.entries()) {
		await breathe();
		if (isOver()) break;
		const read = createReader(itemIndex);
		try {
			const requestOptions = readRequestOptions(read, operation.requestDefaults);
			const input = createInputItem(context, inputs[itemIndex], itemIndex);
			const parameters = operation.readParameters(read, input);
			item.hints = parameters.hints;
			const access = requestOptions.showRequest ? undefined : await readAccess(itemIndex);
			item.prepared = { parameters, requestOptions, access };
		} catch (reason) {
			item.error = toItemError(reason);
			item.isInvalid = item.error.details.kind === 'invalid';
		}
		const ids = operation.idParameters?.map((name) => [name, tryReadId(read, name)] as const);
		item.ids = ids ? withoutUndefined(Object.fromEntries(ids)) : { itemIndex };
	}
	return items;
}

/** Returns the value of a parameter; undefined if it's an object, invalid or not set. */
function tryReadId(read: ParameterReader, name: string): IDataObject[string] {
	try {
		const value = read.id(name);
		return typeof value === 'object' ? undefined : value;
	} catch {
		return undefined;
	}
}
