import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { Aborted, combineSignals, throwIfAborted } from '../helpers/abort';
import { ApiError } from './apiError';
import { type Access, CREDENTIALS_TYPE } from './credentials';
import { createHide } from './hideToken';
import { IDEMPOTENCY } from './idempotency';
import { createNetworkError } from './networkError';
import type { Send } from './request';
import { type ApiResponse, createUnexpectedError, readResponse } from './response';

/** A larger body is an error. Without a limit, a small compressed response could fill n8n's memory. */
const MAX_BYTES = 64 * 2 ** 20;

/** Minimum length of a token that is replaced in successful responses. A shorter one may be a word. */
const MIN_HIDDEN_LENGTH = 8;

type BodyStream = Extract<IN8nHttpFullResponse['body'], { setEncoding: unknown }>;

/**
 * Returns a `Send` that sends a request once, without following redirects. It returns the parsed JSON of a
 * success. `request.signal` cancels a request that was sent, and so does Stop unless it changes something.
 * No result or error contains the token.
 * @param timeout seconds for the whole response. Below 2^31 ms, or timers would fire at once.
 */
export function createHttp(context: IExecuteFunctions, access: Access, timeout: number): Send {
	const { baseUrl, token } = access;
	const hide = createHide(token);
	const stop = context.getExecutionCancelSignal?.();
	const milliseconds = Math.ceil(timeout * 1000);

	return async (request, signal) => {
		throwIfAborted(signal);
		const { changesSomething } = IDEMPOTENCY[request.policy.idempotency];
		const deadline = AbortSignal.timeout(milliseconds);
		const cancels = [request.signal, changesSomething ? undefined : stop];
		const abort = combineSignals([deadline, ...cancels]);
		const sentAt = performance.now();
		const toFailure = (error: unknown) => {
			if (cancels.some((cancel) => cancel?.aborted)) return new Aborted();
			const isApiError = error instanceof ApiError;
			const failure = isApiError ? error : createNetworkError(error, deadline.aborted, hide);
			return Object.assign(failure, { sentAt });
		};
		try {
			const response = await exchange(context, access, {
				method: request.method,
				url: `${baseUrl}${request.path}`,
				body: request.text,
				headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
				encoding: 'stream',
				// Replaces n8n's limit of 300 seconds until the headers arrive. The signal also limits the body.
				timeout: milliseconds,
				abortSignal: abort.signal,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			});
			const json = readResponse(response, request.hasEnvelope === true, hide);
			const isExposed = token.length >= MIN_HIDDEN_LENGTH && hide(response.body) !== response.body;
			return isExposed ? hide(json) : json;
		} catch (error) {
			throw toFailure(error);
		} finally {
			abort.release();
		}
	};
}

async function exchange(
	context: IExecuteFunctions,
	{ data }: Access,
	options: IHttpRequestOptions,
): Promise<ApiResponse> {
	// Without n8n's cancel signal, which n8n would use instead of the request's signal.
	const withoutSignal = {
		helpers: context.helpers,
		logger: context.logger,
		getNode: () => context.getNode(),
		getCredentials: context.getCredentials.bind(context),
	} as unknown as IExecuteFunctions;
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIALS_TYPE, data };
	const { statusCode, headers, body } = (await context.helpers.httpRequestWithAuthentication.call(
		withoutSignal,
		CREDENTIALS_TYPE,
		options,
		{ credentialsDecrypted },
	)) as IN8nHttpFullResponse;
	return { statusCode, headers, body: await readBody(body as BodyStream, statusCode) };
}

/**
 * Reads a body as text, piece by piece. n8n's helper would hold all bytes twice in addition to the text.
 * @throws ApiError if the body is too large; the stream's error if the body is incomplete
 */
async function readBody(body: BodyStream, httpCode: number): Promise<string> {
	let text = '';
	let bytes = 0;
	for await (const piece of body.setEncoding('utf8')) {
		text += piece as string;
		bytes += Buffer.byteLength(piece as string);
		if (bytes > MAX_BYTES) throw createUnexpectedError('is larger than 64 MB', { httpCode });
	}
	return text.replace(/^\uFEFF/, '');
}
