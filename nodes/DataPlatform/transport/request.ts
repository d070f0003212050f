import { stringifyJson } from '../helpers/exactJson';

/** One request to the platform, without the base URL and without the token. */
export interface ApiRequest {
	method: 'POST' | 'PUT';
	/** Path below the base URL, built with `path`. */
	path: string;
	/** The JSON body; whole numbers that JavaScript's numbers can't represent are BigInt. */
	body: object;
	/** Cancels the request, even while it waits to be sent, when its response isn't needed anymore. */
	signal?: AbortSignal;
	/** Whether its response is an envelope, whose `code` mirrors the HTTP status (api-spec.md 2.5 and 7.1). */
	hasEnvelope?: boolean;
}

/** A request with its body as text, for sending and for recognizing. */
export interface SerializedRequest extends Omit<ApiRequest, 'body'> {
	text: string;
}

/** Serializes a request. axios would drop members named `constructor` or `__proto__`. */
export function serialize({ body, ...request }: ApiRequest): SerializedRequest {
	return { ...request, text: stringifyJson(body) };
}

/** Template tag for a request path: encodes every value as one segment, after `parsePathSegment`. */
export function path(parts: TemplateStringsArray, ...segments: string[]): string {
	return String.raw({ raw: parts }, ...segments.map(encodeURIComponent));
}
