import { stringifyJson } from '../helpers/exactJson';
import type { Idempotency } from './idempotency';

/** One request to the platform, without base URL and token. `policy` defines whether it may be repeated. */
export interface ApiRequest<Response = unknown> {
	method: 'POST' | 'PUT';
	/** The path after the base URL. To insert values, use the template tag `path`. */
	path: string;
	/** The JSON body. Whole numbers that JavaScript's numbers can't represent are BigInt. */
	body: object;
	/** Checks the parsed JSON of a success, and returns the result. Throws ApiError for unexpected JSON. */
	parse(response: unknown): Response;
	policy: {
		idempotency: Idempotency;
		/** For a request that must not be sent twice: the error if it fails but may have been executed. */
		unknownOutcome?: { message: string; description: string };
	};
	/** Cancels the request, even while it waits to be sent, when its response isn't needed anymore. */
	signal?: AbortSignal;
	/**
	 * Whether the response is an envelope (api-spec.md 2.5 and 7.1). A `code` of 400 to 599 in it is a
	 * failure with that status, even if the HTTP status is 2xx.
	 */
	hasEnvelope?: boolean;
}

/** A request with its body as JSON text. The text is sent, and the cache compares it. */
export type SerializedRequest = Omit<ApiRequest, 'body'> & { text: string };

/** What the HTTP client needs: what to send, and how to read the response. */
export type HttpRequest = Pick<SerializedRequest, 'method' | 'path' | 'text' | 'hasEnvelope'>;

/** Converts the body to text, because axios would drop members named `constructor` or `__proto__`. */
export function serialize({ body, ...request }: ApiRequest): SerializedRequest {
	return { ...request, text: stringifyJson(body) };
}

/** Template tag for a path. Encodes each value. Encoding keeps `..`, which `parsePathSegment` rejects. */
export function path(parts: TemplateStringsArray, ...segments: string[]): string {
	return String.raw({ raw: parts }, ...segments.map(encodeURIComponent));
}
