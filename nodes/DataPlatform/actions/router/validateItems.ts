import { type IDataObject, type IExecuteFunctions, UserError } from 'n8n-workflow';
import { createBreather } from '../../helpers/breather';
import { isObject, quote, withoutUndefined } from '../../helpers/values';
import { createInputItem } from '../../parameters/inputItem';
import { InvalidParameterError } from '../../parameters/invalidParameter';
import type { ParameterReader } from '../../parameters/reader';
import { createReaderFactory } from '../../parameters/readerFactory';
import { readRequestOptions, type RequestOptions } from '../../parameters/requestOptions';
import { ApiError, type ApiErrorDetails } from '../../transport/apiError';
import { type Access, createAccessReader } from '../../transport/credentials';
import { createRequestOptionsProperty } from '../common.descriptions';
import type { ItemParameters, Operation, Result } from '../operation';

/** An input item: at first with its parameters, later with its result or error. */
export interface Item {
	itemIndex: number;
	/** The item's IDs, such as `jobId`, for errors and hints; its index if the operation has no IDs. */
	ids: IDataObject;
	/** Hints about the parameters. */
	hints?: string[];
	/**
	 * The parameters, if they are valid, and the credential, which Show Request Only doesn't need. They are read
	 * once, because an expression could change its value.
	 */
	valid?: { parameters: ItemParameters; requestOptions: RequestOptions; access?: Access };
	/**
	 * `returned`: a search or a preview succeeded. `invalid`: a parameter is invalid, so nothing was sent.
	 * `notSent`: the initial state, which remains if the item isn't sent or Stop cancels it.
	 */
	state: 'completed' | 'returned' | 'failed' | 'unknownOutcome' | 'invalid' | 'notSent';
	result?: Result;
	/** Whether the result is the unsent request, because of Show Request Only. */
	isPreview?: boolean;
	error?: ItemError;
}

/** Why an item failed. */
export interface ItemError {
	message: string;
	/** What the user can do. */
	description: string;
	/** With the parameter that is invalid, or the first lines of the stack of an error in our own code. */
	details: ApiErrorDetails & { parameter?: string; stack?: string };
	/** What was thrown. */
	cause: Error;
}

const STACK_LINES = 5;
const REPORT_BUG =
	'Please report this message at https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/issues.';

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
	const items = inputs.map((_, itemIndex): Item => ({ itemIndex, ids: {}, state: 'notSent' }));
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
			item.valid = { parameters, requestOptions, access };
		} catch (reason) {
			failItem(item, reason);
			if (item.error?.details.kind === 'invalid') item.state = 'invalid';
		}
		const ids = operation.idParameters?.map((name) => [name, readId(read, name)] as const);
		item.ids = ids ? withoutUndefined(Object.fromEntries(ids)) : { itemIndex };
	}
	return items;
}

/** Returns the value of a parameter; undefined if it's an object, invalid or not set. */
function readId(read: ParameterReader, name: string): IDataObject[string] {
	try {
		const value = read.id(name);
		return typeof value === 'object' ? undefined : value;
	} catch {
		return undefined;
	}
}

/**
 * Sets error and state of an item for which `reason` was thrown.
 * @param received the response to the item's request, if there was one
 */
export function failItem(item: Item, reason: unknown, received?: IDataObject): void {
	const error = toItemError(reason);
	if (received) error.details.received ??= received;
	item.error = error;
	const { kind } = error.details;
	item.state = kind === 'notSent' || kind === 'unknownOutcome' ? kind : 'failed';
}

/**
 * What n8n throws about expressions, credentials and files is converted where n8n is called. So any other error
 * is one in our own code.
 */
function toItemError(reason: unknown): ItemError {
	const cause = toError(reason);
	const message = cause.message.replace(/(?<!\.)\.$/, '');
	if (cause instanceof ApiError) {
		const { description, details } = cause;
		return { message, description, details: { ...withoutUndefined(details) }, cause };
	}
	if (cause instanceof InvalidParameterError) {
		const { description, parameter } = cause;
		return { message, description, details: { kind: 'invalid', parameter }, cause };
	}
	if (cause instanceof UserError) {
		return { message, description: cause.description ?? '', details: { kind: 'invalid' }, cause };
	}
	const stack = cause.stack?.split('\n', STACK_LINES).join('\n');
	const details = withoutUndefined<ItemError['details']>({ kind: 'internal', stack });
	return { message: `Internal error: ${cause.message}`, description: REPORT_BUG, details, cause };
}

/** Anything can be thrown, even undefined. */
function toError(reason: unknown): Error {
	const isError = isObject(reason) && typeof reason['message'] === 'string';
	return isError ? (reason as unknown as Error) : new Error(`${quote(reason)} was thrown`);
}
