import { stringifyJson } from '../helpers/exactJson';
import type { Idempotency } from './idempotency';

/** One request to the platform, without base URL and token, and how it may be sent. */
export interface ApiRequest<Response = unknown> {
	method: 'POST' | 'PUT';
	/** The path after the base URL. The tag `path` below inserts values. */
	path: string;
	/** The JSON body; whole numbers that JavaScript's numbers can't represent are BigInt. */
	body: object;
	/** Checks the parsed JSON of a success and returns what the caller gets. Throws ApiError. */
	parse(response: unknown): Response;
	policy: {
		idempotency: Idempotency;
		/** Only for requests that must not be sent twice: the error if the request may have been executed. */
		unknownOutcome?: { message: string; description: string };
	};
	/** Cancels the request, even while it waits to be sent, when its response isn't needed anymore. */
	signal?: AbortSignal;
	/** Whether `code` in the response mirrors the HTTP status (api-spec.md 2.5 and 7.1). */
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

/** Template tag for a path. Encodes values, which `parsePathSegment` must have checked, as segments. */
export function path(parts: TemplateStringsArray, ...segments: string[]): string {
	return String.raw({ raw: parts }, ...segments.map(encodeURIComponent));
}
