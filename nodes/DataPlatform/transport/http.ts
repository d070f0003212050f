import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { ApiError } from './apiError';
import { type Access, CREDENTIALS_TYPE } from './credentials';
import { IDEMPOTENCY } from './idempotency';
import { createInternalError, createNetworkError } from './networkError';
import { createHide, createHideInSuccess } from './redactToken';
import type { Send } from './request';
import { type ApiResponse, createUnexpectedError, readResponse } from './response';
import { combine, throwIfAborted, withAnySignal } from '../helpers/abort';

/** A larger body is an error. Without a limit, a small compressed response could fill n8n's memory. */
const MAX_BYTES = 64 * 2 ** 20;

type BodyStream = Extract<IN8nHttpFullResponse['body'], { setEncoding: unknown }>;

/**
 * Returns a `Send` that sends a request once, without following redirects. It returns the parsed JSON of a
 * success. `request.signal` cancels a request that was sent, and so does Stop unless it changes something.
 * No result or error contains the token.
 * @param timeout seconds for the whole response. Below 2^31 ms, or timers would fire at once.
 */
export function createHttp(context: IExecuteFunctions, access: Access, timeout: number): Send {
	const { baseUrl, token, data } = access;
	const hide = createHide(token);
	const hideInSuccess = createHideInSuccess(token, hide);
	const stop = context.getExecutionCancelSignal?.();
	const milliseconds = Math.ceil(timeout * 1000);
	// Without n8n's cancel signal, which n8n would use instead of the request's signal.
	const withoutSignal = {
		helpers: context.helpers,
		logger: context.logger,
		getNode: () => context.getNode(),
		getCredentials: context.getCredentials.bind(context),
	} as unknown as IExecuteFunctions;
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIALS_TYPE, data };

	async function exchange(options: IHttpRequestOptions): Promise<ApiResponse> {
		const request = context.helpers.httpRequestWithAuthentication;
		const args = [CREDENTIALS_TYPE, options, { credentialsDecrypted }] as const;
		const response = (await request.call(withoutSignal, ...args)) as IN8nHttpFullResponse;
		const { statusCode, headers, body } = response;
		return { statusCode, headers, body: await readBody(body as BodyStream, statusCode) };
	}

	return async (request, signal) => {
		throwIfAborted(signal);
		const { changesSomething } = IDEMPOTENCY[request.idempotency];
		const deadline = AbortSignal.timeout(milliseconds);
		const cancels = [request.signal, changesSomething ? undefined : stop].filter((each) => !!each);
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${baseUrl}${request.path}`,
			body: request.text || undefined,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			encoding: 'stream',
			// Replaces n8n's limit of 300 seconds until the headers arrive. The signal also limits the body.
			timeout: milliseconds,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		};
		const sentAt = performance.now();
		const fail = (failure: ApiError) => Object.assign(failure, { sentAt });
		const response = await withAnySignal([deadline, ...cancels], async (abortSignal) => {
			return await exchange({ ...options, abortSignal });
		}).catch((error: unknown) => {
			throwIfAborted(combine(cancels));
			if (error instanceof ApiError) throw fail(error);
			throw fail(createNetworkError(error, deadline.aborted, hide));
		});
		try {
			return readResponse(response, request, hide, hideInSuccess);
		} catch (error) {
			throw fail(error instanceof ApiError ? error : createInternalError(error, hide));
		}
	};
}

/**
 * Reads the bytes of a body, piece by piece.
 * @throws ApiError if the body is too large; the stream's error if the body is incomplete
 */
async function readBody(body: BodyStream, httpCode: number): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const piece of body) {
		pieces.push(piece as Buffer);
		bytes += (piece as Buffer).length;
		if (bytes > MAX_BYTES) throw createUnexpectedError('is larger than 64 MB', { httpCode });
	}
	return Buffer.concat(pieces);
}
