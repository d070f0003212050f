import { type IDataObject, type IExecuteFunctions, sleep } from 'n8n-workflow';
import { withoutUndefined } from '../../helpers/values';
import { createInputItem } from '../../parameters/inputItem';
import { createReaderFactory, type ParameterReader } from '../../parameters/reader';
import { readRequestOptions, type RequestOptions } from '../../parameters/requestOptions';
import { InvalidParameterError } from '../../parameters/validators';
import { ApiError } from '../../transport/apiError';
import type { ItemParameters, Operation, Result } from '../operation';

/** An input item: at first with its parameters, later with its result or error. */
export interface Item {
	itemIndex: number;
	/** The item's IDs, such as `jobId`, for errors and hints; its index if the operation has no IDs. */
	ids: IDataObject;
	/** Hints about the parameters. */
	hints?: string[];
	/** The parameters, if they are valid. They are read once, because an expression could change its value. */
	valid?: { parameters: ItemParameters; requestOptions: RequestOptions };
	/**
	 * `returned`: a search or a preview succeeded. `invalid`: a parameter is invalid, so nothing was sent.
	 * `notSent`: the initial state, which remains if the item isn't sent or Stop cancels it.
	 */
	state: 'completed' | 'returned' | 'failed' | 'unknownOutcome' | 'invalid' | 'notSent';
	/** With Show Request Only, the unsent request, and `isPreview` is true. */
	result?: Result & { isPreview?: boolean };
	error?: {
		message: string;
		description: string;
		details: IDataObject & { kind: string; httpCode?: number };
		isApiError: boolean;
	};
}

/** Milliseconds after which validation pauses, so that n8n can do other work, such as handling Stop. */
const MAX_BLOCKING_TIME = 50;
/** Errors that JavaScript throws for mistakes in code. n8n's errors about parameters have other names. */
const BUGS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError'];
const REPORT_BUG =
	'Please report this message at https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/issues.';

/** Reads and validates the parameters of every item, unless `isOver` ends it. */
export async function validateItems(
	context: IExecuteFunctions,
	operation: Operation,
	isOver: () => boolean,
): Promise<Item[]> {
	const createReader = createReaderFactory(context, operation);
	const inputs = context.getInputData();
	const items = inputs.map((_, itemIndex): Item => ({ itemIndex, ids: {}, state: 'notSent' }));
	let lastPause = performance.now();
	for (const [itemIndex, item] of items.entries()) {
		if (performance.now() - lastPause > MAX_BLOCKING_TIME) {
			await sleep(0);
			lastPause = performance.now();
		}
		if (isOver()) break;
		const read = createReader(itemIndex);
		try {
			const requestOptions = readRequestOptions(read, operation.requestDefaults);
			const input = createInputItem(context, inputs[itemIndex], itemIndex);
			const parameters = operation.readParameters(read, input);
			item.hints = parameters.hints;
			item.valid = { parameters, requestOptions };
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

/** Sets error and state. `reason` may be n8n's error about an expression, a credential or a file. */
export function failItem(item: Item, reason: unknown): void {
	const { name = '', message = String(reason), description = '' } = reason as Partial<ApiError>;
	const isApiError = reason instanceof ApiError;
	const isBug = BUGS.includes(name);
	const parameter = reason instanceof InvalidParameterError ? reason.parameter : undefined;
	const ownDetails = { kind: isBug ? 'internal' : 'invalid', parameter };
	const details = isApiError ? { ...reason.details } : ownDetails;
	item.error = {
		message: isBug ? `Internal error: ${message}` : message.replace(/(?<!\.)\.$/, ''),
		description: isBug ? REPORT_BUG : description,
		details: withoutUndefined<IDataObject & { kind: string }>(details),
		isApiError,
	};
	const { kind } = details;
	item.state = kind === 'notSent' || kind === 'unknownOutcome' ? kind : 'failed';
}
