import type { IDataObject } from 'n8n-workflow';
import { parsedForItems, writtenJson } from '../helpers/exactJson';
import { isObject, truncate } from '../helpers/values';
import { placeholderAdvice } from './credentials';
import { ApiError, rowFor } from './failures';
import type { Redaction } from './redaction';
import { retryAfterMilliseconds } from './retryAfter';

/** A response of any status, its body not parsed yet. */
export interface ApiResponse {
	statusCode: number;
	headers: IDataObject;
	body: string;
}

const MAX_WORDS = 400;
const MAX_BODY = 2000;

/** The members in which services explain an error; api-spec.md 7.3: the shape is not shown. */
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'description', 'reason', 'title', 'errors'];

/**
 * Reads a response.
 * @param hasEnvelope whether `code` of the body mirrors the HTTP status (api-spec.md 2.5 and 7.1)
 * @param headerName the header that the token was sent in
 * @returns the parsed JSON, without the token
 * @throws ApiError if it isn't a success
 */
export function readResponse(
	response: ApiResponse,
	hasEnvelope: boolean,
	headerName: string,
	redaction: Redaction,
): unknown {
	const { statusCode, body } = response;
	try {
		if (statusCode < 200 || statusCode >= 300) {
			throw failedResponse(redaction.response(response), headerName);
		}
		const json = parse(body);
		if (json === undefined) throw notJson(redaction.response(response));
		if (hasEnvelope && isFailedEnvelope(json)) {
			throw failedResponse({ ...redaction.response(response), statusCode: json.code }, headerName);
		}
		return redaction.json(json, body);
	} catch (error) {
		throw error instanceof ApiError
			? error
			: unexpectedResponse(
					`can't be read: ${redaction.text((error as Error).message)}`,
					redaction.response(response),
				);
	}
}

function parse(text: string): unknown {
	try {
		return parsedForItems(text);
	} catch {
		return undefined;
	}
}

/** A response with an error status or a redirect, without the token. */
export function failedResponse(response: ApiResponse, headerName = ''): ApiError {
	const { statusCode, headers, body } = response;
	const details = {
		httpCode: statusCode,
		retryAfter: retryAfterMilliseconds(headers),
		body: excerpt(body),
	};
	const { advice } = rowFor(details);
	if (statusCode < 400) {
		const to = typeof headers.location === 'string' ? ` to ${printable(headers.location)}` : '';
		return new ApiError(`The base URL redirects (${statusCode})${to}`, advice, details);
	}
	const words = serviceMessage(body);
	const isTokenRejected = statusCode === 401 || statusCode === 403;
	return new ApiError(
		`The platform returned ${statusCode}${words === undefined ? '' : `: ${words}`}`,
		isTokenRejected ? [advice, ...placeholderAdvice(headerName)].join(' ') : advice,
		details,
	);
}

/** Whether an envelope has the `code` of a failed request. In other responses `code` may be anything. */
function isFailedEnvelope(json: unknown): json is { code: number } {
	if (!isObject(json) || !Number.isInteger(json.code)) return false;
	return (json.code as number) >= 400 && (json.code as number) < 600;
}

function notJson(response: ApiResponse): ApiError {
	const { body } = response;
	if (body.trim() === '') return unexpectedResponse('is empty', response);
	if (!isHtml(body)) {
		return unexpectedResponse("isn't valid JSON and may be incomplete", response);
	}
	const title = serviceMessage(body);
	return unexpectedResponse(`is a web page${title === undefined ? '' : ` ("${title}")`}`, response);
}

/** A response with a success status that isn't what the API describes, without the token. */
export function unexpectedResponse(
	what: string,
	{ statusCode, body }: Pick<ApiResponse, 'statusCode' | 'body'>,
): ApiError {
	const details = { httpCode: statusCode, body: excerpt(body) };
	return new ApiError(`The response ${what}`, rowFor(details).advice, details);
}

/** The platform's own words: the members of JSON that explain, the title of a page, else the text. */
export function serviceMessage(body: string): string | undefined {
	const words = isHtml(body) ? pageTitle(body) : messageInText(body);
	return printable(words ?? '') || undefined;
}

/** JSON without anything in it. */
const SAYS_NOTHING = /^\s*(\{\s*\}|\[\s*\]|null)\s*$/;

function messageInText(body: string): string | undefined {
	const json = parse(body);
	const message = messageIn(json);
	return message ?? (SAYS_NOTHING.test(body) ? undefined : body);
}

function messageIn(json: unknown, depth = 0): string | undefined {
	if (typeof json === 'string') return json;
	if (depth > 3) return undefined;
	if (Array.isArray(json)) return messageIn(json[0], depth + 1);
	if (!isObject(json)) return undefined;
	const member = MESSAGE_MEMBERS.find((name) => messageIn(json[name], depth + 1));
	return member === undefined ? undefined : messageIn(json[member], depth + 1);
}

function isHtml(body: string): boolean {
	return /^\s*(<!doctype html|<html|<head|<body|<h\d|<!--)/i.test(body);
}

function pageTitle(body: string): string | undefined {
	return /<title[^<>]*>([^<]*)</i.exec(body)?.[1];
}

function printable(text: string): string {
	return truncate(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), MAX_WORDS);
}

function excerpt(body: string): string | undefined {
	return body === '' ? undefined : body.slice(0, MAX_BODY);
}

/**
 * The response as a JSON object, as the API describes all of them (api-spec.md 4).
 * @throws ApiError
 */
export function objectAnswer(response: unknown): IDataObject {
	if (isObject(response)) return response;
	throw unexpectedAnswer(response, "isn't a JSON object");
}

/**
 * A parsed response that isn't what the API describes.
 * @param received all of it, if sending the request again would give another one
 */
export function unexpectedAnswer(
	response: unknown,
	what: string,
	received?: IDataObject,
): ApiError {
	const details = { kind: 'unexpectedResponse' as const, body: written(response), received };
	return new ApiError(`The response ${what}`, rowFor(details).advice, details);
}

function written(response: unknown): string | undefined {
	try {
		return excerpt(writtenJson(response));
	} catch {
		return undefined; // It is nested more deeply than JavaScript can write.
	}
}
