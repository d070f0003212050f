import { setTimeout as sleep } from 'node:timers/promises';
import axios, { isAxiosError } from 'axios';
import type { Access } from './access.ts';
import type { Probe } from './probes.ts';

/** An answer of any status, its body read as far as it can be. */
export interface Answer {
	status: number;
	/** Names in small letters. */
	headers: Record<string, string>;
	/** `application/json`, without parameters; empty when the header is missing. */
	mediaType: string;
	kind: 'json' | 'page' | 'text' | 'empty';
	/** The parsed body of kind `json`. */
	json?: unknown;
}

export interface Exchange {
	probe: Probe;
	answer: Answer;
}

/** No answer came; `code` is the network's, such as ECONNREFUSED. */
export class NoAnswer extends Error {
	readonly code: string;

	constructor(code: string) {
		super(`no answer came (${code})`);
		this.code = code;
	}
}

const LONGEST_ANSWER = 120_000;
const LONGEST_PAUSE = 60_000;
const USUAL_PAUSE = 1000;
const MOST_ATTEMPTS = 3;
const WRONG_TOKEN = 'contract-check-wrong-token';
const TOO_MANY_REQUESTS = 429;

/**
 * Sends a probe. After 429 it pauses as long as the instance asks for, up to a minute, and sends it again, twice
 * at most.
 *
 * @returns all answers, the last one is the probe's
 * @throws NoAnswer
 */
export async function send(probe: Probe, access: Access): Promise<Exchange[]> {
	const exchanges: Exchange[] = [];
	for (;;) {
		const answer = await sendOnce(probe, access);
		exchanges.push({ probe, answer });
		const pause = pauseOf(answer);
		if (answer.status !== TOO_MANY_REQUESTS || exchanges.length === MOST_ATTEMPTS) break;
		if (pause > LONGEST_PAUSE) break;
		await sleep(pause);
	}
	return exchanges;
}

async function sendOnce(probe: Probe, { baseUrl, headerName, token }: Access): Promise<Answer> {
	const tokens = { right: token, wrong: WRONG_TOKEN, missing: undefined };
	const sentToken = tokens[probe.token ?? 'right'];
	const text = typeof probe.body === 'string' ? probe.body : JSON.stringify(probe.body);
	try {
		const { status, headers, data } = await axios.request<string>({
			method: probe.method,
			url: baseUrl + probe.path,
			headers: {
				'Content-Type': probe.contentType ?? 'application/json',
				...(sentToken && { [headerName]: sentToken }),
			},
			// As bytes: axios would mend a text that is no JSON.
			data: Buffer.from(text),
			responseType: 'text',
			transformResponse: (body) => body,
			validateStatus: () => true,
			// The token must not reach the address that a redirect names.
			maxRedirects: 0,
			timeout: LONGEST_ANSWER,
		});
		return readAnswer(status, headers as Record<string, string>, data);
	} catch (error) {
		if (!isAxiosError(error)) throw error;
		throw new NoAnswer(error.code ?? 'no code');
	}
}

function readAnswer(status: number, headers: Record<string, string>, text: string): Answer {
	const mediaType = String(headers['content-type'] ?? '')
		.split(';')[0]
		.trim()
		.toLowerCase();
	const seen = { status, headers: { ...headers }, mediaType };
	if (text.trim() === '') return { ...seen, kind: 'empty' };
	try {
		return { ...seen, kind: 'json', json: JSON.parse(text) };
	} catch {
		const isPage = mediaType === 'text/html' || /^\s*<(!doctype html|html)/i.test(text);
		return { ...seen, kind: isPage ? 'page' : 'text' };
	}
}

/** Retry-After in seconds or as a date, in milliseconds from now. */
function pauseOf({ headers }: Answer): number {
	const asked = headers['retry-after'];
	if (asked === undefined) return USUAL_PAUSE;
	const pause = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
	return Number.isNaN(pause) ? USUAL_PAUSE : Math.max(0, pause);
}
