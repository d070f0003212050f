import type { IDataObject } from 'n8n-workflow';
import { parsedForSending, writtenJson } from '../helpers/exactJson';
import { isObject } from '../helpers/values';
import type { ApiAnswer } from './request';
import { tokenPattern } from './tokenPattern';

const REPLACEMENT = '[token]';

/** A token shorter than this is not looked for in data: it would hit ordinary words. */
const SHORTEST_TOKEN_IN_DATA = 8;

/** Takes a token out of everything in which a service may echo it. */
export class Redaction {
	private readonly token: string;

	private readonly pattern: RegExp;

	constructor(token: string) {
		this.token = token;
		this.pattern = tokenPattern(token);
	}

	/** A text without the token, in whatever form it stood there. */
	text(text: string): string {
		return text.replace(this.pattern, REPLACEMENT);
	}

	/**
	 * A successful answer's JSON without the token in its texts and names.
	 * @param text the JSON before it was parsed: most answers show there that they are clean
	 */
	json(json: unknown, text: string): unknown {
		const isLookedFor = this.token.length >= SHORTEST_TOKEN_IN_DATA;
		return isLookedFor && text.search(this.pattern) !== -1 ? this.value(json) : json;
	}

	/** An answer that is shown to the user without the token: headers, and body in any form. */
	answer({ statusCode, headers, body }: ApiAnswer): ApiAnswer {
		return { statusCode, headers: this.value(headers) as IDataObject, body: this.body(body) };
	}

	private body(body: string): string {
		try {
			return writtenJson(this.value(parsedForSending(body)));
		} catch {
			return this.text(body);
		}
	}

	private value(value: unknown): unknown {
		if (typeof value === 'string') return this.text(value);
		if (Array.isArray(value)) return value.map((element) => this.value(element));
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, member]) => [this.text(name), this.value(member)]),
		);
	}
}
