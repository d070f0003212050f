import type { IDataObject } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../helpers/exactJson';
import { isObject, truncate } from '../helpers/values';
import { ApiError, type ApiErrorDetails } from './apiError';
import { decodeText } from '../helpers/decodeText';
import { findFailure } from './failures';
import { createInternalError } from './networkError';
import type { Hide } from './redactToken';
import type { Send, SerializedRequest } from './request';

/** A response of any status. */
export interface ApiResponse {
	statusCode: number;
	headers: IDataObject;
	body: Buffer;
}

/** The most characters of the platform's message, and of the body, in an error. */
const MAX_MESSAGE = 400;
const MAX_BODY = 2000;

/** Members in which many services explain an error. The API documents no error body (api-spec.md 7.3). */
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'description', 'reason', 'title', 'errors'];

/**
 * Returns the parsed JSON of a success.
 * @param hide replaces the token in errors
 * @param hideInSuccess replaces the token in the JSON
 * @throws ApiError for an error status, a redirect, or a body that isn't JSON
 */
export function readResponse(
	response: ApiResponse,
	{ hasEnvelope, policy }: Pick<SerializedRequest, 'hasEnvelope' | 'policy'>,
	hide: Hide,
	hideInSuccess: Hide,
): unknown {
	const { statusCode: httpCode, headers } = response;
	const contentType = String(headers['content-type'] ?? '');
	const decoded = decodeText(response.body, contentType);
	const text = decoded ?? response.body.toString();
	const isSuccess = httpCode >= 200 && httpCode < 300;
	const json = isSuccess && decoded !== undefined ? parseJsonText(text) : undefined;
	const code = (hasEnvelope && getEnvelopeCode(json)) || httpCode;
	const isFailure = !isSuccess || (code >= 400 && code < 600);
	if (isFailure) throw createResponseError(code, hide(headers), hide(text));
	if (json !== undefined) return hideInSuccess(text) === text ? json : hideInSuccess(json);
	const body = hide(text);
	const details = { httpCode, body: excerpt(body) };
	if (decoded === undefined) {
		const what = `is neither UTF-8 nor text in a charset of its Content-Type (${hide(contentType) || 'none'})`;
		throw createUnexpectedError(what, details);
	}
	// Another request does no harm, and costs nothing. Compressed bodies can be cut off without a network error.
	const mayBeCutOff = httpCode !== 204 && /^\s*([[{]|$)/.test(body);
	const isCutOff = mayBeCutOff && policy.idempotency === 'safe';
	const networkCode = isCutOff ? { networkCode: 'INCOMPLETE_RESPONSE' } : {};
	throw createUnexpectedError(describeNonJson(body), { ...details, ...networkCode });
}

function createResponseError(httpCode: number, headers: IDataObject, body: string): ApiError {
	const details = { httpCode, retryAfter: readRetryAfter(headers), body: excerpt(body) };
	const { kind, advice } = findFailure(details);
	const target = shorten(String(headers['location'] ?? ''));
	const words = findServiceMessage(body);
	// 304 means that a copy is still valid. The node has none.
	const isRedirect = httpCode >= 300 && httpCode < 400 && httpCode !== 304;
	const message = isRedirect
		? `'Base URL' redirects (${httpCode})${target && ` to ${target}`}`
		: `The platform returned ${httpCode}${words && `: ${words}`}`;
	return new ApiError(message, advice, { kind, ...details });
}

/** Returns milliseconds. An HTTP date is compared with the Date header: the platform's clock may differ. */
function readRetryAfter(headers: IDataObject): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	if (/^\d*\.?\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
	const until = parseHttpDate(value);
	const now = parseHttpDate(String(headers['date'] ?? '')) ?? Date.now();
	return until === undefined ? undefined : Math.max(0, until - now);
}

/** Parses an HTTP date (RFC 9110, section 5.6.7). The format of asctime names no time zone, but means GMT. */
function parseHttpDate(text: string): number | undefined {
	const isAsctime = /^\w{3} \w{3} +\d{1,2} [\d:]{8} \d{4}$/.test(text);
	const time =
		isAsctime || text.endsWith(' GMT') ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : NaN;
	return Number.isNaN(time) ? undefined : time;
}

/** Returns the `code` of an envelope such as `{ "code": 404, "message": "…" }`. Digits count as a number. */
function getEnvelopeCode(json: unknown): number | undefined {
	const code = isObject(json) ? json['code'] : undefined;
	const isDigits = typeof code === 'string' && /^\d+$/.test(code);
	return isDigits || typeof code === 'number' ? Number(code) : undefined;
}

/** Describes a body that isn't valid JSON. The text continues "The response", as in `is empty`. */
function describeNonJson(body: string): string {
	if (body.trim() === '') return 'is empty';
	if (!isHtml(body)) return "isn't valid JSON and may be incomplete";
	const title = findServiceMessage(body);
	return `is a web page${title && ` ("${title}")`}`;
}

/** Returns the message in JSON, the title of a web page, or any other text, but not just `{}`. */
export function findServiceMessage(body: string): string {
	if (isHtml(body)) return shorten(/<title[^<>]*>([^<]*)</i.exec(body)?.[1] ?? '');
	const isEmpty = ['', '{}', '[]', 'null'].includes(body.trim());
	return isEmpty ? '' : shorten(findMessage(parseJsonText(body)) || body);
}

function findMessage(json: unknown, depth = 0): string {
	if (typeof json === 'string') return json;
	if (depth > 3) return '';
	if (Array.isArray(json)) return findMessage(json[0], depth + 1);
	if (!isObject(json)) return '';
	const messages = MESSAGE_MEMBERS.map((name) => findMessage(json[name], depth + 1));
	return messages.find((message) => message !== '') ?? '';
}

const isHtml = (body: string) => /^\s*(<!doctype html|<html|<head|<body|<h\d|<!--)/i.test(body);

/** Returns text in one line, without a period at the end. */
function shorten(text: string): string {
	const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
	return truncate(line.replace(/\.$/, ''), MAX_MESSAGE);
}

const excerpt = (body: string) => (body === '' ? undefined : body.slice(0, MAX_BODY));

/**
 * Casts an object to the type that the API documents. Callers must check the members they need.
 * @throws ApiError if the response isn't an object
 */
export function requireObject<Response extends object = IDataObject>(response: unknown): Response {
	if (isObject(response)) return response as Response;
	throw createUnexpectedJsonError(response, "isn't a JSON object");
}

/** Creates the error for JSON the API doesn't describe. Users see `received` in the error's details. */
export const createUnexpectedJsonError = (json: unknown, what: string, received?: IDataObject) =>
	createUnexpectedError(what, { body: excerpt(stringifyJson(json)), received });

/** @param what continues "The response", as in `is empty` */
export function createUnexpectedError(what: string, details: ApiErrorDetails): ApiError {
	const { kind, advice } = findFailure(details);
	return new ApiError(`The response ${what}`, advice, { kind, ...details });
}

/**
 * Parses the JSON as the request says. If that fails because of a mistake in the node, the error has the
 * response, because it may have been paid for.
 */
function parseResponse({ parse }: SerializedRequest, json: unknown): unknown {
	try {
		return parse(json);
	} catch (error) {
		const response = { body: excerpt(stringifyJson(json)) };
		throw error instanceof ApiError ? error : createInternalError(error, undefined, response);
	}
}

/** Returns a `Send` that parses the response, or throws `unknownOutcome` if a run may have started. */
export function withParsing(send: Send): Send {
	return async (request, signal) => {
		const response = send(request, signal).then((json) => parseResponse(request, json));
		return await response.catch((error: Error) => {
			const { unknownOutcome } = request.policy;
			const details = error instanceof ApiError ? error.details : undefined;
			const mayHaveRun = details && findFailure(details).mayHaveRun;
			if (!unknownOutcome || !mayHaveRun) throw error;
			const message = `${unknownOutcome.message}: ${error.message}`;
			const unknownDetails = { ...details, kind: 'unknownOutcome' as const };
			throw new ApiError(message, unknownOutcome.description, unknownDetails);
		});
	};
}
