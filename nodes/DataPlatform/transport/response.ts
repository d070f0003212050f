import type { IDataObject } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../helpers/exactJson';
import { isObject, truncate } from '../helpers/values';
import { ApiError, type ApiErrorDetails } from './apiError';
import { findFailure } from './failures';
import type { Hide } from './redactToken';

/** A response of any status. */
export interface ApiResponse {
	statusCode: number;
	headers: IDataObject;
	body: string;
}

/** The most characters of the platform's message, and of the body, in an error. */
const MAX_MESSAGE = 400;
const MAX_BODY = 2000;

/** Members in which many services explain an error. The API documents no error body (api-spec.md 7.3). */
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'description', 'reason', 'title', 'errors'];

/**
 * Returns the parsed JSON of a success.
 * @param hide replaces the token in errors
 * @throws ApiError for an error status, a redirect, or a body that isn't JSON
 */
export function readResponse(response: ApiResponse, hasEnvelope: boolean, hide: Hide): unknown {
	const { statusCode, headers, body } = response;
	const isSuccess = statusCode >= 200 && statusCode < 300;
	const json = isSuccess ? parseJsonText(body) : undefined;
	const code = (hasEnvelope && getEnvelopeCode(json)) || statusCode;
	const isFailure = !isSuccess || (code >= 400 && code < 600);
	if (isFailure) throw createResponseError(code, hide(headers), hide(body));
	if (json !== undefined) return json;
	const details = { httpCode: statusCode, body: excerpt(hide(body)) };
	throw createUnexpectedError(describeNonJson(hide(body)), details);
}

function createResponseError(httpCode: number, headers: IDataObject, body: string): ApiError {
	const details = { httpCode, retryAfter: readRetryAfter(headers), body: excerpt(body) };
	const { kind, advice } = findFailure(details);
	const target = shorten(String(headers['location'] ?? ''));
	const words = findServiceMessage(body);
	const message =
		httpCode < 400
			? `'Base URL' redirects (${httpCode})${target && ` to ${target}`}`
			: `The platform returned ${httpCode}${words && `: ${words}`}`;
	return new ApiError(message, advice, { kind, ...details });
}

/** Returns milliseconds. An HTTP date is compared with the Date header: the platform's clock may differ. */
function readRetryAfter(headers: IDataObject): number | undefined {
	const value = String(headers['retry-after']).trim();
	if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
	const until = value.endsWith(' GMT') ? Date.parse(value) : NaN;
	if (Number.isNaN(until)) return undefined;
	return Math.max(0, until - (Date.parse(String(headers['date'])) || Date.now()));
}

/** Returns the `code` of an envelope such as `{ "code": 404, "message": "…" }`. Digits count as a number. */
export function getEnvelopeCode(json: unknown): number | undefined {
	const code = isObject(json) ? json['code'] : undefined;
	if (typeof code === 'string' && /^\d{1,9}$/.test(code)) return Number(code);
	return Number.isInteger(code) ? (code as number) : undefined;
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
