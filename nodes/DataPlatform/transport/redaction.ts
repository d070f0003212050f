import type { IDataObject } from 'n8n-workflow';
import { parseJsonWithBigInts, stringifyJson } from '../helpers/exactJson';
import { escapeHtml, isObject } from '../helpers/values';
import type { ApiResponse } from './response';

const REPLACEMENT = '[token]';

/** Minimum length of base64 forms, and of tokens in successful responses. Shorter text may be a word. */
const MIN_REDACTED_LENGTH = 8;

/** JSON escapes that may hide a token, such as `\u002d` for a hyphen, or `\/`. */
const ESCAPED_ASCII = /\\(u00[2-7]|\/)/i;

/** Replaces the token in responses and errors, as it is and in the encoded forms that SECURITY.md lists. */
export class Redaction {
	private readonly token: string;
	private readonly pattern: RegExp;
	/** Matches the token in unparsed JSON, where the token's quotes and backslashes are escaped. */
	private readonly patternInJson: RegExp;

	constructor(token: string) {
		this.token = token;
		const forms = listForms(token);
		this.pattern = createPattern(forms);
		this.patternInJson = createPattern(forms.map(writeInJson));
	}

	text(text: string): string {
		return text.replace(this.pattern, REPLACEMENT);
	}

	/**
	 * Replaces the token in parsed JSON, unless the token is shorter than MIN_REDACTED_LENGTH.
	 * @param text the JSON before it was parsed; searching it first is faster than walking through `json`
	 */
	json(json: unknown, text: string): unknown {
		if (this.token.length < MIN_REDACTED_LENGTH) return json;
		// Escapes such as \u002d may hide the token. If there are any, searches the JSON without them.
		// `includes` comes first, because it's much faster than the pattern.
		const written = text.includes('\\') && ESCAPED_ASCII.test(text) ? stringifyJson(json) : text;
		return written.search(this.patternInJson) === -1 ? json : this.value(json);
	}

	/** Returns a response without the token in its headers and body. */
	response({ statusCode, headers, body }: ApiResponse): ApiResponse {
		return { statusCode, headers: this.value(headers) as IDataObject, body: this.body(body) };
	}

	private body(body: string): string {
		try {
			return stringifyJson(this.value(parseJsonWithBigInts(body)));
		} catch {
			return this.text(body);
		}
	}

	private value(value: unknown): unknown {
		if (typeof value === 'string') return this.text(value);
		if (Array.isArray(value)) return value.map((element) => this.value(element));
		if (!isObject(value)) return String(value) === this.token ? REPLACEMENT : value;
		const members = Object.entries(value);
		return Object.fromEntries(members.map(([name, each]) => [this.text(name), this.value(each)]));
	}
}

/** Matches the forms literally, because a pattern with repetitions could take exponential time. */
function createPattern(forms: string[]): RegExp {
	const literals = forms.map((form) => form.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&'));
	return new RegExp(literals.join('|'), 'g');
}

const writeInHtml = (text: string) =>
	escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
const writeInJson = (text: string) => stringifyJson(text).slice(1, -1);

/**
 * Returns the token as it is, and as JSON, URLs, HTML and base64 write it. Longer forms come first, so that
 * a form that begins with a shorter one is replaced as a whole.
 */
function listForms(token: string): string[] {
	const url = encodeURIComponent(token);
	const forms = [
		...[token, writeInJson(token), writeInJson(token).replaceAll('/', '\\/')],
		...[escapeHtml(token), writeInHtml(token)],
		...[url, url.replaceAll('%20', '+')],
		...listBase64Forms(token),
	];
	const withLowerCaseEscapes = forms.map((form) =>
		form.replace(/%../g, (hex) => hex.toLowerCase()),
	);
	return [...new Set([...forms, ...withLowerCaseEscapes])].sort((a, b) => b.length - a.length);
}

/**
 * Returns the token in base64, alone or inside a longer text such as `user:token`. Inside a text, the
 * base64 depends on the token's byte offset modulo 3. Base64 characters at both ends that also encode
 * neighboring bytes are left out.
 */
function listBase64Forms(token: string): string[] {
	const within = [0, 1, 2].map((offset) => {
		const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(token)]);
		const end = Math.floor((bytes.length * 8) / 6);
		return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), end);
	});
	const alone = Buffer.from(token).toString('base64');
	return [alone, alone.replaceAll('=', ''), ...within]
		.filter((form) => form.length >= MIN_REDACTED_LENGTH)
		.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
