import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../helpers/exactJson';
import { Aborted } from '../helpers/executionController';
import { isObject, truncate } from '../helpers/values';
import { adviseOnHeader } from './credentials';
import { ApiError, type ApiErrorDetails } from './apiError';
import { classifyFailure, findFailureRow } from './retryPolicy';
import type { Redaction } from './redaction';
import type { SerializedRequest } from './request';
import type { RequestState, Send } from './retry';

/** A response of any status, its body not parsed yet. */
export interface ApiResponse {
	statusCode: number;
	headers: IDataObject;
	body: string;
}

/** The most characters in an error: MAX_MESSAGE for the platform's message, MAX_BODY for the body. */
const MAX_MESSAGE = 400;
const MAX_BODY = 2000;

/** A larger body is an error. Without a limit, a small compressed response could fill n8n's memory. */
const MAX_BYTES = 64 * 2 ** 20;
const PAGE_SIZE_ADVICE = 'For a search, lower Page Size under Options.';

/** Members in which many services explain an error. The API documents no error body (api-spec.md 7.3). */
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'description', 'reason', 'title', 'errors'];

export type BodyStream = Extract<IN8nHttpFullResponse['body'], { setEncoding: unknown }>;

/**
 * Reads a body as text, piece by piece. n8n's helper would hold all bytes twice in addition to the text.
 * @throws ApiError if the body is too large; the stream's error if the body is incomplete
 */
export async function readBody(body: BodyStream, httpCode: number): Promise<string> {
	let text = '';
	let bytes = 0;
	for await (const piece of body.setEncoding('utf8')) {
		text += piece as string;
		bytes += Buffer.byteLength(piece as string);
		if (bytes > MAX_BYTES)
			throw createUnexpectedError('is larger than 64 MB', { httpCode }, PAGE_SIZE_ADVICE);
	}
	return text.replace(/^\uFEFF/, '');
}

/** Returns the parsed JSON of a success, without the token. Throws ApiError for all other responses. */
export function readResponse(
	response: ApiResponse,
	hasEnvelope: boolean,
	headerName: string,
	redaction: Redaction,
): unknown {
	const { statusCode, body } = response;
	const withoutToken = () => redaction.response(response);
	const createError = (what: string) =>
		createUnexpectedError(what, { httpCode: statusCode, body: excerpt(withoutToken().body) });
	if (statusCode < 200 || statusCode >= 300) throw createResponseError(withoutToken(), headerName);
	const json = parseJsonText(body);
	if (json === undefined) throw createError(describeNonJson(withoutToken().body));
	const code = hasEnvelope ? getEnvelopeCode(json) : undefined;
	if (code !== undefined && code >= 400 && code < 600) {
		throw createResponseError({ ...withoutToken(), statusCode: code }, headerName);
	}
	try {
		return redaction.json(json, body);
	} catch (error) {
		throw createError(`can't be read: ${redaction.text((error as Error).message)}`);
	}
}

/** Creates the error for an error status or a redirect. The response must not contain the token. */
export function createResponseError(response: ApiResponse, headerName = ''): ApiError {
	const { statusCode, headers, body } = response;
	const retryAfter = getRetryAfterMilliseconds(headers);
	const details = { httpCode: statusCode, retryAfter, body: excerpt(body) };
	const { advice } = findFailureRow(details);
	if (statusCode < 400) {
		const to = typeof headers['location'] === 'string' ? ` to ${shorten(headers['location'])}` : '';
		return new ApiError(`The base URL redirects (${statusCode})${to}`, advice, details);
	}
	const words = findServiceMessage(body);
	const isTokenRejected = statusCode === 401 || statusCode === 403;
	return new ApiError(
		`The platform returned ${statusCode}${words === undefined ? '' : `: ${words}`}`,
		isTokenRejected ? adviseOnHeader(advice, headerName) : advice,
		details,
	);
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
	const code: unknown = isObject(json) ? json['code'] : undefined;
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

/**
 * Creates the error for a response that the API doesn't describe. `what` continues "The response", as in
 * `is empty`. `details` must not contain the token.
 */
function createUnexpectedError(
	what: string,
	details: ApiErrorDetails,
	advice = findFailureRow(details).advice,
): ApiError {
	return new ApiError(`The response ${what}`, advice, details);
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
	const details = { body: excerpt(stringifyOrEmpty(json)), received };
	return createUnexpectedError(what, { ...details, kind: 'unexpectedResponse' });
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
	return async (request, state) => {
		try {
			return request.parse(await send(request, state));
		} catch (reason) {
			throw toUnknownOutcome(request, reason, state) ?? reason;
		}
	};
}

function toUnknownOutcome(
	{ policy }: SerializedRequest,
	reason: unknown,
	{ bounds }: RequestState,
) {
	if (!policy.unknownOutcome || reason instanceof Aborted) return undefined;
	const isFailure = reason instanceof ApiError;
	if (isFailure && !classifyFailure(reason, bounds.trustsThrottling).mayHaveRun) return undefined;
	const { message, description } = policy.unknownOutcome;
	return new ApiError(`${message}: ${(reason as Error).message}`, description, {
		...(isFailure && reason.details),
		kind: 'unknownOutcome',
	});
}
