import type { IDataObject } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../helpers/exactJson';
import { isObject } from '../helpers/values';
import type { ApiError } from '../transport/apiError';
import { createFailure } from '../transport/failures';

/**
 * How operations read responses. They check only the members by which the node decides. Null counts as absent.
 * Numbers and booleans that some servers write as text are read. Anything else isn't what the API describes.
 */

/**
 * Casts an object to the type that the API documents. Callers must check the members they need.
 * @throws ApiError if the response isn't an object
 */
export function requireObject<Response extends object = IDataObject>(response: unknown): Response {
	if (isObject(response)) return response as Response;
	throw createUnexpectedJsonError(response, "isn't a JSON object");
}

/** Creates the error for JSON the API doesn't describe. `what` continues "The response". */
export function createUnexpectedJsonError(json: unknown, what: string): ApiError {
	return createFailure(`The response ${what}`, { body: stringifyJson(json) });
}

/** @throws ApiError unless the member is a whole number, or its digits as text */
export function readWholeNumber(response: IDataObject, name: string): number | undefined {
	return readMember(response, name, 'whole number', (value) => {
		const isDigits = typeof value === 'string' && /^-?\d+$/.test(value);
		const number = isDigits ? Number(value) : value;
		return Number.isInteger(number) ? (number as number) : undefined;
	});
}

/** @throws ApiError unless the member is a boolean, or `true` or `false` as text in any case */
export function readBoolean(response: IDataObject, name: string): boolean | undefined {
	return readMember(response, name, 'boolean', (value) => {
		const json = typeof value === 'string' ? parseJsonText(value.toLowerCase()) : value;
		return typeof json === 'boolean' ? json : undefined;
	});
}

/** @throws ApiError unless the member is text */
export function readText(response: IDataObject, name: string): string | undefined {
	return readMember(response, name, 'text', (value) =>
		typeof value === 'string' ? value : undefined,
	);
}

/** @throws ApiError unless the member is a whole number, or text that isn't blank. An ID is only passed on. */
export function readId(response: IDataObject, name: string): number | string | undefined {
	return readMember(response, name, 'whole number or text', (value) => {
		const isText = typeof value === 'string' && value.trim() !== '';
		return isText || Number.isInteger(value) ? (value as number | string) : undefined;
	});
}

/** @param read returns undefined for a value that isn't valid */
function readMember<Value>(
	response: IDataObject,
	name: string,
	type: string,
	read: (value: unknown) => Value | undefined,
): Value | undefined {
	const value = response[name] ?? undefined;
	if (value === undefined) return undefined;
	const result = read(value);
	if (result !== undefined) return result;
	throw createUnexpectedJsonError(response, `has no ${type} "${name}"`);
}
