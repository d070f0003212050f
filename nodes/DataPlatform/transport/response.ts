import type { IDataObject } from 'n8n-workflow';
import type { ApiError, ApiErrorDetails } from './apiError';
import { createFailure } from './failures';
import type { Hide } from './redactToken';
import type { SerializedRequest } from './request';
import { REDIRECTS } from './statusTable';
import { decodeText } from '../helpers/decodeText';
import { parseJsonText } from '../helpers/exactJson';
import { isObject, truncate } from '../helpers/values';

/** A response of any status. */
export interface ApiResponse {
	statusCode: number;
	headers: IDataObject;
	/** The bytes of the body, piece by piece. */
	body: Buffer[];
}

/** The most characters of the platform's message in an error. */
const MAX_MESSAGE = 400;

/** Members in which many services explain an error. The API documents no error body (api-spec.md 7.3). */
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'description', 'reason', 'title', 'errors'];

/**
 * Returns the parsed JSON of a success.
 * @param hide replaces the token in errors
 * @param hideInSuccess replaces the token in the JSON
 * @throws ApiError for an error status, a redirect, or a body that isn't JSON
 */
export function readResponse(
	{ statusCode, headers, body }: ApiResponse,
	{ hasEnvelope, idempotency }: Pick<SerializedRequest, 'hasEnvelope' | 'idempotency'>,
	hide: Hide,
	hideInSuccess: Hide,
): unknown {
	const decoded = decodeText(body, String(headers['content-type'] ?? ''));
	const text = decoded ?? Buffer.concat(body).toString();
	const shownHeaders = hide(headers);
	const shownText = hide(text);
	const isSuccess = statusCode >= 200 && statusCode < 300;
	if (!isSuccess) throw createStatusError(statusCode, shownHeaders, shownText);
	const json = decoded === undefined ? undefined : parseJsonText(decoded);
	const code = hasEnvelope ? getFailureCode(json) : undefined;
	if (code !== undefined) throw createStatusError(code, shownHeaders, shownText);
	// In a text without the token, the JSON needn't be searched for it.
	if (json !== undefined) return shownText === text ? json : hideInSuccess(json);

	const details: ApiErrorDetails = { httpCode: statusCode, body: shownText };
	if (decoded === undefined) {
		const type = shorten(String(shownHeaders['content-type'] ?? '')) || 'none';
		const what = `is neither UTF-8 nor in a charset that its Content-Type declares (${type})`;
		throw createFailure(`The response ${what}`, details);
	}
	// Requesting a search again costs nothing. A compressed body may be cut off without a network error.
	const isCutOff = idempotency === 'safe' && /^\s*[[{]/.test(text);
	if (isCutOff) details.networkCode = 'INCOMPLETE_RESPONSE';
	throw createFailure(`The response ${describeNonJson(shownText)}`, details);
}

function createStatusError(httpCode: number, headers: IDataObject, body: string): ApiError {
	const target = shorten(String(headers['location'] ?? ''));
	const words = findServiceMessage(body);
	const message = REDIRECTS.includes(httpCode)
		? `'Base URL' redirects (${httpCode})${target && ` to ${target}`}`
		: `The platform returned ${httpCode}${words && `: ${words}`}`;
	return createFailure(message, { httpCode, retryAfter: readRetryAfter(headers), body });
}

/**
 * Returns milliseconds. An HTTP date is compared with the Date header: the platform's clock may differ. A fraction is
 * rounded up to whole seconds, as in RFC 9110, section 10.2.3: after a millisecond, the platform would still be busy.
 */
function readRetryAfter(headers: IDataObject): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	const isNumber = /^(\d+|\d*\.\d+)$/.test(value);
	if (isNumber) return Math.min(Math.ceil(Number(value)) * 1000, Number.MAX_SAFE_INTEGER);
	const now = parseHttpDate(String(headers['date'] ?? '')) || Date.now();
	const milliseconds = parseHttpDate(value) - now;
	return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Parses an HTTP date (RFC 9110, section 5.6.7), or returns NaN. asctime's format names no zone, but means GMT. */
function parseHttpDate(text: string): number {
	if (/^\w{3} \w{3} +\d{1,2} [\d:]{8} \d{4}$/.test(text)) return Date.parse(`${text} GMT`);
	return text.endsWith(' GMT') ? Date.parse(text) : NaN;
}

/** Returns the `code` of an envelope such as `{ "code": "404" }` if it's the status of a failure. */
function getFailureCode(json: unknown): number | undefined {
	const code = isObject(json) ? json['code'] : undefined;
	const isFailure = typeof code !== 'object' && /^0*[45]\d\d$/.test(String(code));
	return isFailure ? Number(code) : undefined;
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

function isHtml(body: string): boolean {
	return /^\s*(<!doctype html|<html|<head|<body|<h\d|<!--)/i.test(body);
}

/** Returns text in one line, without a period at the end. */
function shorten(text: string): string {
	const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
	return truncate(line.replace(/\.$/, ''), MAX_MESSAGE);
}
