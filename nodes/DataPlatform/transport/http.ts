import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { ApiError } from './apiError';
import { type Access, CREDENTIALS_TYPE } from './credentials';
import { IDEMPOTENCY } from './idempotency';
import { createNetworkError, toApiError } from './networkError';
import { createHide, createHideInSuccess } from './redactToken';
import type { Send } from './request';
import { type ApiResponse, readResponse } from './response';
import { Aborted, combineSignals, throwIfAborted, withAnySignal } from '../helpers/abort';
import { isObject } from '../helpers/values';

/** A larger body is an error. Without a limit, a small compressed response could fill n8n's memory. */
const MAX_BYTES = 64 * 2 ** 20;

type BodyStream = Extract<IN8nHttpFullResponse['body'], { setEncoding: unknown }>;

/**
 * Returns a `Send` that sends a request once, without following redirects, and parses the response as the request
 * says. `request.signal` cancels a request that was sent, and so does Stop unless it changes something.
 * No error contains the token, and no result, unless the token is short.
 * @param timeout for the whole response, below 2^31, or timers would fire at once
 */
export function createHttp(context: IExecuteFunctions, access: Access, timeout: number): Send {
	const { baseUrl, token, data } = access;
	const hide = createHide(token);
	const hideInSuccess = createHideInSuccess(token, hide);
	const stop = context.getExecutionCancelSignal?.();
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIALS_TYPE, data };

	/**
	 * Sends a request and reads the whole response. Three things end it early: its Timeout, `request.signal`, and Stop. The
	 * last two are `cancels`.
	 * @throws Aborted if one of the signals `cancels` aborts
	 */
	async function exchange(
		options: IHttpRequestOptions,
		cancels: AbortSignal[],
	): Promise<ApiResponse> {
		const deadline = AbortSignal.timeout(timeout);
		const canceled = combineSignals(cancels);
		const requestWithToken = context.helpers.httpRequestWithAuthentication;
		let hasResponse = false;
		try {
			return await withAnySignal([deadline, ...cancels], async (abortSignal) => {
				// n8n 2 replaces a request's signal by that of the context. n8n 1 takes the one in the options.
				const ofRequest = { getExecutionCancelSignal: { value: () => abortSignal } };
				const response: unknown = await requestWithToken.call(
					Object.create(context, ofRequest) as IExecuteFunctions,
					CREDENTIALS_TYPE,
					{ ...options, abortSignal },
					{ credentialsDecrypted },
				);
				hasResponse = true;
				const { statusCode, headers, body } = response as IN8nHttpFullResponse;
				const bytes = readBody(body as BodyStream, statusCode).catch((error: unknown) => {
					// An error status says more than its broken body: a run answered with 429 hasn't started.
					if (statusCode < 400 || canceled.aborted) throw error;
					return [];
				});
				return { statusCode, headers, body: await bytes };
			});
		} catch (error) {
			throwIfAborted(canceled);
			throw createNetworkError(error, { isLate: deadline.aborted, hasResponse }, hide);
		}
	}

	return async (request, signal) => {
		// Only before it's sent. What may cancel it afterwards is in `cancels`.
		throwIfAborted(signal);
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${baseUrl}${request.path}`,
			body: request.text || undefined,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			encoding: 'stream',
			// Replaces n8n's limit of 300 seconds until the headers arrive. The signal also limits the body.
			timeout,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		};
		const { changesSomething } = IDEMPOTENCY[request.idempotency];
		const cancels = [request.signal, changesSomething ? undefined : stop].filter((each) => !!each);
		const sentAt = performance.now();
		let json: unknown;
		const parsed = exchange(options, cancels).then((response) => {
			json = readResponse(response, request, hide, hideInSuccess);
			return request.parse(json);
		});
		return await parsed.catch((error: unknown) => {
			if (error instanceof Aborted) throw error;
			const failure = Object.assign(toApiError(error, hide), { sentAt });
			const { details } = failure;
			// The response may have been paid for. A page of a search may be long, and can be requested again.
			if (request.idempotency !== 'safe' && isObject(json)) details.received = hide(json);
			// JSON of a success still has a short token. Any other body has none.
			if (json !== undefined && details.body !== undefined) details.body = hide(details.body);
			throw failure;
		});
	};
}

/**
 * Reads the pieces of a body.
 * @throws ApiError if the body is too large; the stream's error if the body is incomplete
 */
async function readBody(body: BodyStream, httpCode: number): Promise<Buffer[]> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const piece of body) {
		pieces.push(piece as Buffer);
		bytes += (piece as Buffer).length;
		if (bytes > MAX_BYTES) {
			const advice = "For a search, set a smaller 'Page Size'.";
			const details = { kind: 'unexpectedResponse', httpCode } as const;
			throw new ApiError('The response is larger than 64 MB', advice, details);
		}
	}
	return pieces;
}
