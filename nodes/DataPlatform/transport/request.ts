import type { IDataObject } from 'n8n-workflow';
import { writtenJson } from '../helpers/exactJson';

/** One request to the platform, without the base URL and without the token. */
export interface ApiRequest {
	method: 'POST' | 'PUT';
	/** Path below the base URL, built with `path`. */
	path: string;
	/** The JSON body; whole numbers that JavaScript's numbers cannot hold are BigInt. */
	body: object;
	/** Whether megabytes may come back: then the answer is read as it arrives. */
	streamed?: boolean;
	/** Cancels the request, even while it waits to be sent, when its response isn't needed anymore. */
	signal?: AbortSignal;
	/** Whether its answer is an envelope, whose `code` mirrors the HTTP status (api-spec.md 2.5 and 7.1). */
	hasEnvelope?: boolean;
}

/** A request as it goes over the wire: its body written out once, for sending and for recognising. */
export interface WireRequest extends Omit<ApiRequest, 'body'> {
	text: string;
}

/**
 * Writes a request's body out.
 * axios, if it got the object, would leave out members named `constructor` or `__proto__`.
 */
export function onWire({ body, ...request }: ApiRequest): WireRequest {
	return { ...request, text: writtenJson(body) };
}

/** An answer of the platform, of any status, body not yet read. */
export interface ApiAnswer {
	statusCode: number;
	headers: IDataObject;
	body: string;
}

/**
 * Template tag for a request path: every inserted value is encoded as one segment.
 * The values have passed `parsePathSegment`.
 */
export function path(parts: TemplateStringsArray, ...segments: string[]): string {
	return String.raw({ raw: parts }, ...segments.map(encodeURIComponent));
}
