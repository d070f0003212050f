import type { IDataObject } from 'n8n-workflow';
import { parsedForItems } from '../helpers/exactJson';
import { isObject, truncate } from '../helpers/values';
import { placeholderAdvice } from './credentials';
import { networkFault } from './network';
import type { ApiAnswer } from './request';
import { retryAfterMilliseconds } from './retryAfter';

/** What is known about a request that did not succeed, beside the message. */
export interface ApiErrorDetails {
	kind?: string;
	/** The HTTP status, or the envelope's `code`. Missing when there was no answer. */
	httpCode?: number;
	/** The code of a network failure, such as ECONNRESET. */
	networkCode?: string;
	/** Whether TLS was not yet agreed upon then: nothing was sent. */
	inHandshake?: boolean;
	/** Milliseconds that the platform asks to wait (Retry-After). */
	retryAfter?: number;
	/** The answer's body, cut to size. */
	body?: string;
	/** An answer that came and could not be used. */
	received?: IDataObject;
	/** What is doubtful about it. */
	checks?: IDataObject[];
	/** How often the request was sent, when more than once. */
	attempts?: number;
	/** Whether an answer of a success status came that is not the API's. */
	unreadable?: boolean;
	/** Whether the platform may have carried the request out all the same. */
	uncertain?: boolean;
}

/**
 * A request that did not succeed. The runner turns it into n8n's error and adds node and item.
 * Message and description are free of the token (see redaction.ts).
 */
export class ApiError extends Error {
	/** How to go on, in one or two sentences. */
	readonly description: string;

	readonly details: ApiErrorDetails;

	constructor(message: string, description: string, details: ApiErrorDetails = {}) {
		super(message);
		this.description = description;
		this.details = details;
	}
}

/** How to go on when the answer is not one of the API. */
export const NOT_THE_API =
	'Check the Base URL in the credential: something else than the API of the platform may answer there.';

const LONGEST_SERVICE_MESSAGE = 400;
const LONGEST_BODY = 2000;

const BY_STATUS: Record<number, string> = {
	400: 'Correct what the answer names, then run it again. Show Request Only under Request Options shows what is sent.',
	401: 'Check the Developer Token and the Token Header in the credential, then test the credential.',
	403: 'The token may lack the permission for this. Check the Developer Token and the Token Header in the credential.',
	404: 'Check the Base URL in the credential, and what the answer names.',
	405: 'Check the Base URL in the credential: its path may be wrong.',
	408: 'Try again later, or raise the Timeout under Request Options.',
	413: 'Send less at once: the platform says that the request is too large.',
	429: 'Try again later, or send fewer requests at a time.',
};

const SERVER_SIDE =
	'The platform could not handle the request. Try again later; if it stays, ask its operators.';
const CLIENT_SIDE = 'Compare what the panel says with what the platform expects.';

/** The members under which services put their words; api-spec.md 7.3: the shape is not shown. */
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'description', 'reason', 'title', 'errors'];

/**
 * An answer that is no success: a status of 300 or more, as an ApiError.
 * @param headerName the header that the token went out in
 */
export function failedAnswer(answer: ApiAnswer, headerName = ''): ApiError {
	const { statusCode, headers, body } = answer;
	if (statusCode < 400) return redirect(answer);
	const words = serviceMessage(body);
	const isTokenRefused = statusCode === 401 || statusCode === 403;
	const advice = BY_STATUS[statusCode] ?? (statusCode >= 500 ? SERVER_SIDE : CLIENT_SIDE);
	return new ApiError(
		`The platform answered ${statusCode}${words === undefined ? '' : `: ${words}`}`,
		isTokenRefused ? [advice, ...placeholderAdvice(headerName)].join(' ') : advice,
		{ httpCode: statusCode, retryAfter: retryAfterMilliseconds(headers), body: excerpt(body) },
	);
}

function redirect({ statusCode, headers }: ApiAnswer): ApiError {
	const location = typeof headers.location === 'string' ? headers.location : '';
	return new ApiError(
		`The base URL answers with a redirect (${statusCode})${location ? ` to ${printable(location)}` : ''}`,
		'Enter the address that answers itself as Base URL in the credential. Redirects are not followed, so that the token stays with the base URL.',
		{ httpCode: statusCode },
	);
}

/**
 * Whether the envelope of a success status says otherwise, by the `code` of a failed request
 * (api-spec.md 2.5 and 7.1). To be asked of an answer that is an envelope: in any other one `code` may be
 * anything.
 */
export function isFailedEnvelope(json: unknown): json is { code: number } {
	if (!isObject(json) || !Number.isInteger(json.code)) return false;
	return (json.code as number) >= 400 && (json.code as number) < 600;
}

/** An envelope with the code of a failed request, as an ApiError. */
export function failedEnvelope({ code }: { code: number }, answer: ApiAnswer): ApiError {
	return failedAnswer({ ...answer, statusCode: code });
}

/**
 * A request that n8n refused to send: its protection against internal addresses, or the domains that
 * the credential is allowed to reach.
 * @param words n8n's own, free of the token
 */
export function blockedByN8n(words: string): ApiError {
	return new ApiError(
		`Not sent, n8n does not allow it: ${words}`,
		'Check the Base URL in the credential. If it is right, its host must be allowed: in the credential under Allowed HTTP Request Domains, or by the administrator of n8n.',
	);
}

/** A success status whose body is not JSON. */
export function notJson({ statusCode, body }: ApiAnswer): ApiError {
	const details = { httpCode: statusCode, body: excerpt(body), unreadable: true };
	if (body.trim() === '') return new ApiError('The answer is empty', NOT_THE_API, details);
	if (isHtml(body)) {
		const title = serviceMessage(body);
		const inQuotes = title === undefined ? '' : ` ("${title}")`;
		return new ApiError(
			`The base URL answers with a web page, not with the API${inQuotes}`,
			'Check the Base URL in the credential. A sign-in page or a proxy may stand before the API.',
			details,
		);
	}
	return new ApiError(
		'The answer is not valid JSON, it may have been cut off on its way',
		'Try again later; if it stays, check what stands between n8n and the platform.',
		details,
	);
}

/**
 * A success status whose body made its reading stumble.
 * @param words what went wrong, free of the token
 */
export function unreadableAnswer({ statusCode, body }: ApiAnswer, words: string): ApiError {
	return new ApiError(
		`The answer could not be read: ${words}`,
		'Look at the body in the details; if the API documents such an answer, report it.',
		{ httpCode: statusCode, body: excerpt(body), unreadable: true },
	);
}

/**
 * A request to which no answer came.
 * @param inHandshake whether TLS was not yet agreed upon
 */
export function noAnswer(networkCode: string, inHandshake = false): ApiError {
	const { message, description } = networkFault(networkCode, inHandshake);
	return new ApiError(`${message} (${networkCode})`, description, {
		networkCode,
		...(inHandshake && { inHandshake }),
	});
}

/**
 * The service's own words in an answer's body: of JSON its telling members, of a page its title, else
 * the text.
 */
export function serviceMessage(body: string): string | undefined {
	const words = isHtml(body) ? pageTitle(body) : messageInText(body);
	return printable(words ?? '') || undefined;
}

/** JSON without anything in it. */
const SAYS_NOTHING = /^\s*(\{\s*\}|\[\s*\]|null)\s*$/;

function messageInText(body: string): string | undefined {
	try {
		return messageIn(parsedForItems(body)) ?? (SAYS_NOTHING.test(body) ? undefined : body);
	} catch {
		return body;
	}
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
	return truncate(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), LONGEST_SERVICE_MESSAGE);
}

/** As much of a body as the details show; undefined when there is none. */
export function excerpt(body: string): string | undefined {
	return body === '' ? undefined : body.slice(0, LONGEST_BODY);
}
