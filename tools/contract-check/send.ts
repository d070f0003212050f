import axios from 'axios';
import type { Access } from '../../nodes/DataPlatform/transport/credentials.ts';
import type { AnswerContract } from './contract.ts';
import type { Probe } from './probes.ts';

/** What the instance answered to a probe, with any status, its body read as far as it can be. */
export interface Answer {
	probe: Probe;
	status: number;
	/** Names in small letters. */
	headers: Record<string, string>;
	/** A common media type without parameters, `none`, or `another one`: others may carry names. */
	mediaType: string;
	kind: 'JSON' | 'a web page' | 'a text that is no JSON' | 'nothing';
	/** The parsed body of kind `JSON`. */
	json?: unknown;
}

export const TOO_MANY_REQUESTS = 429;

const LONGEST_ANSWER = 120_000;
const WRONG_TOKEN = 'contract-check-wrong-token';
const COMMON_TYPE = /^(application|text)\/(problem\+)?(json|xml|html|plain|octet-stream)$/;

/** Sends a probe once. @throws AxiosError when no answer comes */
export async function sendProbe(
	probe: Probe,
	{ baseUrl, headerName, token }: Access,
	contract: AnswerContract,
): Promise<Answer> {
	const tokens = { right: token, wrong: WRONG_TOKEN, missing: undefined };
	const sentToken = tokens[probe.token ?? 'right'];
	const text = typeof probe.body === 'string' ? probe.body : JSON.stringify(probe.body);
	const { method, path } = contract.targetOf(probe);
	const { status, headers, data } = await axios.request<string>({
		method,
		url: baseUrl + path,
		headers: {
			'Content-Type': probe.contentType ?? 'application/json',
			...(sentToken && { [headerName]: sentToken }),
		},
		// As bytes: axios would fix a text that is no JSON.
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
	const body = bodyIn(data, type);
	return { probe, status, headers: headers as Answer['headers'], mediaType, ...body };
}

function bodyIn(text: string, type: string): Pick<Answer, 'kind' | 'json'> {
	if (text.trim() === '') return { kind: 'nothing' };
	try {
		return { kind: 'JSON', json: JSON.parse(text) };
	} catch {
		const isPage = type === 'text/html' || /^\s*<(!doctype html|html)/i.test(text);
		return { kind: isPage ? 'a web page' : 'a text that is no JSON' };
	}
}
