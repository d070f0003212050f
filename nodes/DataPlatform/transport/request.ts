import type { Idempotency } from './idempotency';
import type { Cancellation } from '../helpers/abort';
import { stringifyJson } from '../helpers/exactJson';

/** One request to the platform, without base URL and token. */
export interface ApiRequest<Response = unknown> {
	method: 'GET' | 'POST' | 'PUT';
	/** The path after the base URL. To insert values, use the template tag `path`. */
	path: string;
	/** Parameters after the path. Undefined ones are left out. */
	query?: Record<string, string | number | boolean | undefined>;
	/** The JSON body, if any. Whole numbers that JavaScript's numbers can't represent are BigInt. */
	body?: object;
	/** Checks the parsed JSON of a success, and returns the result. Throws ApiError for unexpected JSON. */
	parse(response: unknown): Response;
	/**
	 * For a request that may have been executed although it failed: what its error says, such as `The job may
	 * have been replaced`. The description replaces the failure's.
	 */
	unknownOutcome?: { message: string; description?: string };
	/** Whether a request that may have been executed is sent again only if the user sets Max Retries, and not to 0. */
	repeatsOnlyIfAsked?: boolean;
	/** Cancels the request, even while it waits to be sent. */
	signal?: AbortSignal;
	/** Whether a `code` of 400 to 599 in a response with the status 2xx is a failure (api-spec.md 7.1). */
	hasEnvelope?: boolean;
}

/**
 * A request with its query in the path, its body as JSON text, which is empty without a body, and what the
 * policies must know.
 */
export type SerializedRequest = Readonly<
	Omit<ApiRequest, 'body' | 'query'> & {
		text: string;
		idempotency: Idempotency;
		/** Whether it may be sent again although it may have been executed. */
		maySendTwice: boolean;
		/** Whether an earlier try of the whole execution may have been executed. */
		earlierTryMayHaveRun?: boolean;
	}
>;

/** Whether a request starts a connector run. */
export function isRun({ idempotency }: Pick<SerializedRequest, 'idempotency'>): boolean {
	return idempotency === 'nonIdempotent';
}

/**
 * Sends a request and returns its response. Each policy is a function from one `Send` to another.
 * @param signal after it aborts, nothing is sent anymore. A request that was sent then isn't canceled by it.
 * @throws ApiError; Aborted if the request wasn't sent or was canceled, because it isn't needed anymore
 */
export type Send = (request: SerializedRequest, signal: Cancellation) => Promise<unknown>;

/** An escape of JSON. If it's of a lone surrogate, which JSON.stringify escapes, its code is a group. */
const JSON_ESCAPE = /\\(?:u(d[89a-f]..)|.)/g;

/**
 * Converts the body to text, because axios would drop members named `constructor` or `__proto__`. Replaces
 * halves of surrogate pairs, because they aren't valid Unicode, and many servers reject them.
 */
export function serialize({ body, query, ...request }: ApiRequest) {
	const json = body === undefined ? '' : stringifyJson(body);
	const text = json.replace(JSON_ESCAPE, (escape, lone?: string) => (lone ? '\\ufffd' : escape));
	return { ...request, path: request.path + serializeQuery(query), text };
}

function serializeQuery(query: ApiRequest['query'] = {}): string {
	const set = Object.entries(query).filter(([, value]) => value !== undefined);
	const encode = (part: unknown) => encodeURIComponent(String(part).toWellFormed());
	const pairs = set.map((pair) => pair.map(encode).join('='));
	return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Template tag for a path. Encodes each value. Encoding keeps `..`, which `parsePathSegment` rejects. */
export function path(parts: TemplateStringsArray, ...segments: string[]): string {
	const encoded = segments.map((segment) => encodeURIComponent(segment.toWellFormed()));
	return String.raw({ raw: parts }, ...encoded);
}
