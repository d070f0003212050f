import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { Access } from '../../nodes/DataPlatform/api/credentials.ts';
import type { Probe } from './probes.ts';

/** What the instance answered, of any status, its body read as far as it can be. */
export interface Reply {
	status: number;
	/** Names in small letters. */
	headers: Record<string, string>;
	/** A common media type without parameters, `none`, or `another one`: others may carry names. */
	mediaType: string;
	kind: 'JSON' | 'a web page' | 'a text that is no JSON' | 'nothing';
	/** The parsed body of kind `JSON`. */
	json?: unknown;
}

export interface Exchange {
	probe: Probe;
	reply: Reply;
}

export const TOO_MANY_REQUESTS = 429;

const LONGEST_ANSWER = 120_000;
const LONGEST_PAUSE = 60_000;
const USUAL_PAUSE = 1000;
const MOST_ATTEMPTS = 3;
const WRONG_TOKEN = 'contract-check-wrong-token';
const COMMON_TYPE = /^(application|text)\/(problem\+)?(json|xml|html|plain|octet-stream)$/;

/**
 * Sends a probe. After 429 it pauses as long as the instance asks for, up to a minute, and sends it again, twice
 * at most.
 *
 * @returns all replies, the last one is the probe's
 * @throws AxiosError when none comes
 */
export async function sendProbe(probe: Probe, access: Access): Promise<Exchange[]> {
	const exchanges: Exchange[] = [];
	for (;;) {
		const reply = await sendOnce(probe, access);
		exchanges.push({ probe, reply });
		const pause = pauseOf(reply);
		const isLast = reply.status !== TOO_MANY_REQUESTS || exchanges.length === MOST_ATTEMPTS;
		if (isLast || pause > LONGEST_PAUSE) return exchanges;
		await sleep(pause);
	}
}

async function sendOnce(probe: Probe, { baseUrl, headerName, token }: Access): Promise<Reply> {
	const tokens = { right: token, wrong: WRONG_TOKEN, missing: undefined };
	const sentToken = tokens[probe.token ?? 'right'];
	const text = typeof probe.body === 'string' ? probe.body : JSON.stringify(probe.body);
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
		validateStatus: null,
		// The token must not reach the address that a redirect names.
		maxRedirects: 0,
		timeout: LONGEST_ANSWER,
	});
	const [type] = String(headers['content-type'] ?? 'none')
		.toLowerCase()
		.split(/\s*;/);
	const mediaType = type === 'none' || COMMON_TYPE.test(type) ? type : 'another one';
	return { status, headers: { ...headers } as Reply['headers'], mediaType, ...bodyIn(data, type) };
}

function bodyIn(text: string, type: string): Pick<Reply, 'kind' | 'json'> {
	if (text.trim() === '') return { kind: 'nothing' };
	try {
		return { kind: 'JSON', json: JSON.parse(text) };
	} catch {
		const isPage = type === 'text/html' || /^\s*<(!doctype html|html)/i.test(text);
		return { kind: isPage ? 'a web page' : 'a text that is no JSON' };
	}
}

/** Retry-After in seconds or as a date, in milliseconds from now. */
function pauseOf({ headers }: Reply): number {
	const asked = headers['retry-after'];
	const pause = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
	return Number.isNaN(pause) ? USUAL_PAUSE : Math.max(0, pause);
}
