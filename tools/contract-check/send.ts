import axios from 'axios';
import type { ValidCredential } from '../../nodes/DataPlatform/transport/credentials.ts';
import type { ResponseContract } from './contract.ts';
import type { Probe } from './probes.ts';

/** A response to a probe, with any status. */
export interface ProbeResponse {
	probe: Probe;
	status: number;
	/** Names are in lower case. */
	headers: Record<string, string>;
	/** A common media type without parameters, `none`, or `another one`, because others may contain names. */
	mediaType: string;
	kind: 'JSON' | 'a web page' | "text that isn't JSON" | 'nothing';
	/** The parsed body of kind `JSON`. */
	json?: unknown;
}

export const TOO_MANY_REQUESTS = 429;

const TIMEOUT = 120_000;
const WRONG_TOKEN = 'contract-check-wrong-token';
const COMMON_TYPE = /^(application|text)\/(problem\+)?(json|xml|html|plain|octet-stream)$/;

/** Sends a probe once. @throws AxiosError when there's no response */
export async function sendProbe(
	probe: Probe,
	{ baseUrl, headerName, token }: ValidCredential,
	contract: ResponseContract,
): Promise<ProbeResponse> {
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
		// As bytes, because axios would change text that isn't JSON.
		data: Buffer.from(text),
		responseType: 'text',
		transformResponse: (body) => body,
		validateStatus: null,
		// The token must not be sent to the target of a redirect.
		maxRedirects: 0,
		timeout: TIMEOUT,
	});
	const [type] = String(headers['content-type'] ?? 'none')
		.toLowerCase()
		.split(/\s*;/);
	const mediaType = type === 'none' || COMMON_TYPE.test(type) ? type : 'another one';
	const body = bodyIn(data, type);
	return { probe, status, headers: headers as ProbeResponse['headers'], mediaType, ...body };
}

function bodyIn(text: string, type: string): Pick<ProbeResponse, 'kind' | 'json'> {
	if (text.trim() === '') return { kind: 'nothing' };
	try {
		return { kind: 'JSON', json: JSON.parse(text) };
	} catch {
		const isPage = type === 'text/html' || /^\s*<(!doctype html|html)/i.test(text);
		return { kind: isPage ? 'a web page' : "text that isn't JSON" };
	}
}
