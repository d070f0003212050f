import type { IDataObject } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../helpers/exactJson';
import { Aborted } from '../helpers/abort';
import { isObject, truncate } from '../helpers/values';
import { ApiError, type ApiErrorDetails } from './apiError';
import { DEFAULT_HEADER_NAME } from './credentials';
import { classify, findFailure } from './failures';
import type { Send, SerializedRequest } from './request';

/** A response of any status, its body not parsed yet. */
export interface ApiResponse {
	statusCode: number;
	headers: IDataObject;
	body: string;
}

/** The most characters in an error: MAX_MESSAGE for the platform's message, MAX_BODY for the body. */
const MAX_MESSAGE = 400;
const MAX_BODY = 2000;

const REPLACE_SERVICE =
	"Token Header still contains SERVICE. Replace SERVICE with your platform's word, unless you use this project's simulator.";

/** Members in which many services explain an error. The API documents no error body (api-spec.md 7.3). */
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'description', 'reason', 'title', 'errors'];

/**
 * Returns the parsed JSON of a success.
 * @param response without the token
 * @throws ApiError for an error status, a redirect, or a body that isn't JSON
 */
export function readResponse(
	response: ApiResponse,
	hasEnvelope: boolean,
	headerName: string,
): unknown {
	const { statusCode, body } = response;
	if (statusCode < 200 || statusCode >= 300) throw createResponseError(response, headerName);
	const json = parseJsonText(body);
	if (json === undefined) throw createBodyError(describeNonJson(body), statusCode, body);
	const code = hasEnvelope ? getEnvelopeCode(json) : undefined;
	if (code !== undefined && code >= 400 && code < 600) {
		throw createResponseError({ ...response, statusCode: code }, headerName);
	}
	return json;
}

/** Creates the error for a body of a success. `what` continues "The response", as in `is empty`. */
export function createBodyError(what: string, httpCode: number, body?: string): ApiError {
	return createUnexpectedError(what, { httpCode, body: body && excerpt(body) });
}

function createResponseError({ statusCode, headers, body }: ApiResponse, headerName: string) {
	const retryAfter = getRetryAfterMilliseconds(headers);
	const details = { httpCode: statusCode, retryAfter, body: excerpt(body) };
	const { kind, advice } = findFailure(details);
	const to = headers['location'] ? ` to ${shorten(String(headers['location']))}` : '';
	const words = findServiceMessage(body);
	const message =
		statusCode < 400
			? `The base URL redirects (${statusCode})${to}`
			: `The platform returned ${statusCode}${words === undefined ? '' : `: ${words}`}`;
	const isTokenRejected = statusCode === 401 || statusCode === 403;
	const isDefaultHeader = isTokenRejected && headerName === DEFAULT_HEADER_NAME;
	const description = isDefaultHeader ? `${advice} ${REPLACE_SERVICE}` : advice;
	return new ApiError(message, description, { kind, ...details });
}

const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Returns the wait that Retry-After asks for; undefined without a valid header. An HTTP date is compared
 * with the response's Date header, because the platform's clock may differ from n8n's.
 */
export function getRetryAfterMilliseconds(headers: IDataObject): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	if (SECONDS.test(value)) return Number(value) * 1000;
	const until = parseDate(value);
	if (until === undefined) return undefined;
	return Math.max(0, until - (parseDate(String(headers['date'] ?? '').trim()) ?? Date.now()));
}

function parseDate(text: string): number | undefined {
	const time = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(time) ? undefined : time;
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
	return `is a web page${title === undefined ? '' : ` ("${title}")`}`;
}

function createUnexpectedError(what: string, details: ApiErrorDetails): ApiError {
	const { kind, advice } = findFailure(details);
	return new ApiError(`The response ${what}`, advice, { kind, ...details });
}

/** Returns what explains an error: the message in JSON, the title of a web page, or any other text. */
export function findServiceMessage(body: string): string | undefined {
	if (isHtml(body)) return shorten(/<title[^<>]*>([^<]*)</i.exec(body)?.[1] ?? '') || undefined;
	const words = findMessage(parseJsonText(body)) ?? (EMPTY_JSON.test(body) ? '' : body);
	return shorten(words) || undefined;
}

const EMPTY_JSON = /^\s*(\{\s*\}|\[\s*\]|null)\s*$/;

function findMessage(json: unknown, depth = 0): string | undefined {
	if (typeof json === 'string') return json;
	if (depth > 3) return undefined;
	if (Array.isArray(json)) return findMessage(json[0], depth + 1);
	if (!isObject(json)) return undefined;
	const member = MESSAGE_MEMBERS.find((name) => findMessage(json[name], depth + 1));
	return member === undefined ? undefined : findMessage(json[member], depth + 1);
}

const isHtml = (body: string) => /^\s*(<!doctype html|<html|<head|<body|<h\d|<!--)/i.test(body);

const shorten = (text: string) => truncate(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), MAX_MESSAGE);

const excerpt = (body: string) => (body === '' ? undefined : body.slice(0, MAX_BODY));

/**
 * Casts a response to the type that the API documents. Checks only that the response is an object, so
 * callers must check the members they need.
 * @throws ApiError if it isn't an object
 */
export function requireObject<Response extends object = IDataObject>(response: unknown): Response {
	if (isObject(response)) return response as Response;
	throw createUnexpectedJsonError(response, "isn't a JSON object");
}

/** Creates the error for JSON the API doesn't describe. Users see `received` in the error's details. */
export function createUnexpectedJsonError(json: unknown, what: string, received?: IDataObject) {
	return createUnexpectedError(what, { body: excerpt(stringifyOrEmpty(json)), received });
}

function stringifyOrEmpty(response: unknown): string {
	try {
		return stringifyJson(response);
	} catch {
		return ''; // JSON.stringify fails if the response is nested too deeply.
	}
}

/** Returns a `Send` that parses the response, or throws `unknownOutcome` if a run may have started. */
export function withParsing(send: Send): Send {
	return async (request, signal) => {
		try {
			return request.parse(await send(request, signal));
		} catch (reason) {
			throw toUnknownOutcome(request, reason) ?? reason;
		}
	};
}

function toUnknownOutcome({ policy }: SerializedRequest, reason: unknown) {
	if (!policy.unknownOutcome || reason instanceof Aborted) return undefined;
	const isFailure = reason instanceof ApiError;
	if (isFailure && !classify(reason).mayHaveRun) return undefined;
	const { message, description } = policy.unknownOutcome;
	return new ApiError(`${message}: ${(reason as Error).message}`, description, {
		...(isFailure && reason.details),
		kind: 'unknownOutcome',
	});
}
