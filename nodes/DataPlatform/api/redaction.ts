import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import type { ApiAnswer } from './request';

const REPLACEMENT = '[token]';

/** A token shorter than this is not looked for in data: it would hit ordinary words. */
const SHORTEST_TOKEN_IN_DATA = 8;

/** JSON may write any character as an escape: then the token is only seen in the parsed text. */
const ESCAPES_LETTERS = /\\[u/]/;

/** Takes the token out of a text, in every form in which a service may echo it. */
export function redacted(text: string, token: string): string {
	return formsOf(token).reduce((rest, form) => rest.replaceAll(form, REPLACEMENT), text);
}

/**
 * Takes the token out of the texts and names of a successful answer's JSON.
 * @param text the JSON before it was parsed: most answers show there that they are clean
 */
export function redactedJson(json: unknown, text: string, token: string): unknown {
	if (token.length < SHORTEST_TOKEN_IN_DATA) return json;
	const mayHold =
		(text.includes('\\') && ESCAPES_LETTERS.test(text)) ||
		formsOf(token).some((form) => text.includes(form));
	return mayHold ? redactedValue(json, token) : json;
}

/** Takes the token out of an answer that is shown to the user: headers, and body in any form. */
export function redactedAnswer({ statusCode, headers, body }: ApiAnswer, token: string): ApiAnswer {
	return {
		statusCode,
		headers: redactedValue(headers, token) as IDataObject,
		body: redactedBody(body, token),
	};
}

function redactedBody(body: string, token: string): string {
	try {
		return JSON.stringify(redactedValue(JSON.parse(body), token));
	} catch {
		return redacted(body, token);
	}
}

function redactedValue(value: unknown, token: string): unknown {
	if (typeof value === 'string') return redacted(value, token);
	if (Array.isArray(value)) return value.map((element) => redactedValue(element, token));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [
			redacted(name, token),
			redactedValue(member, token),
		]),
	);
}

/** As it is, inside a JSON string, percent-encoded, in HTML, base64. */
function formsOf(token: string): string[] {
	const forms = [
		token,
		JSON.stringify(token).slice(1, -1),
		encodeURIComponent(token),
		token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
		Buffer.from(token).toString('base64'),
	];
	return [...new Set(forms)];
}
