import type { IDataObject } from 'n8n-workflow';
import { ApiError, type ApiErrorDetails } from './apiError';
import { findFailure } from './failures';
import { createInternalError } from './networkError';
import type { Hide } from './redactToken';
import type { SerializedRequest } from './request';
import { decodeText } from '../helpers/decodeText';
import { parseJsonText } from '../helpers/exactJson';
import { isObject, truncate } from '../helpers/values';

/** A response of any status. */
export interface ApiResponse {
	statusCode: number;
	headers: IDataObject;
	body: Buffer;
}

/** The most characters of the platform's message, and of the body, in an error. */
const MAX_MESSAGE = 400;
const MAX_BODY = 2000;

/** A text of which only the last character isn't UTF-8, because it's cut off. */
const ENDS_IN_CHARACTER = /^[^\ufffd]*\ufffd{1,3}$/;

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
	{ hasEnvelope, idempotency }: Pick<SerializedRequest, 'hasEnvelope' | 'idempotency'>,
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
	const details = { httpCode, body: hide(text) };
	if (decoded === undefined && !ENDS_IN_CHARACTER.test(text)) {
		const type = shorten(hide(contentType)) || 'none';
		const what = `is neither UTF-8 nor in a charset that its Content-Type declares (${type})`;
		throw createUnexpectedError(what, details);
	}
	// Requesting a search again costs nothing. A compressed body may be cut off without a network error.
	const isCutOff = idempotency === 'safe' && /^\s*[[{]/.test(text);
	const networkCode = isCutOff ? { networkCode: 'INCOMPLETE_RESPONSE' } : {};
	throw createUnexpectedError(describeNonJson(details.body), { ...details, ...networkCode });
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
	const isNumber = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value);
	if (isNumber) return Math.min(Math.ceil(Number(value) * 1000), Number.MAX_SAFE_INTEGER);
	const until = parseHttpDate(value);
	const now = parseHttpDate(String(headers['date'] ?? '')) ?? Date.now();
	return until === undefined ? undefined : Math.max(0, until - now);
}

/** Parses an HTTP date (RFC 9110, section 5.6.7). The format of asctime names no time zone, but means GMT. */
function parseHttpDate(text: string): number | undefined {
	const isAsctime = /^\w{3} \w{3} +\d{1,2} [\d:]{8} \d{4}$/.test(text);
	if (!isAsctime && !text.endsWith(' GMT')) return undefined;
	const time = Date.parse(isAsctime ? `${text} GMT` : text);
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

const excerpt = (body = '') => (body === '' ? undefined : body.slice(0, MAX_BODY));

/** @param what continues "The response", as in `is empty` */
export function createUnexpectedError(what: string, details: ApiErrorDetails): ApiError {
	const { kind, advice } = findFailure(details);
	const shown = { kind, ...details, body: excerpt(details.body) };
	return new ApiError(`The response ${what}`, advice, shown);
}

/** Parses the JSON as the request says. An exception in the node's own code becomes an ApiError, too. */
export function parseResponse({ parse, idempotency }: SerializedRequest, json: unknown): unknown {
	try {
		return parse(json);
	} catch (error) {
		const failure = error instanceof ApiError ? error : createInternalError(error);
		// The response may have been paid for. A page of a search may be long, and can be requested again.
		if (idempotency !== 'safe' && isObject(json)) failure.details.received ??= json;
		throw failure;
	}
}
