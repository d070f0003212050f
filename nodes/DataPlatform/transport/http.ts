import type {
	IAllExecuteFunctions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { Aborted, combineSignals, throwIfAborted } from '../helpers/abort';
import { stringifyJson } from '../helpers/exactJson';
import { isObject } from '../helpers/values';
import { ApiError } from './apiError';
import { type Access, CREDENTIALS_TYPE } from './credentials';
import { IDEMPOTENCY } from './idempotency';
import { createNetworkError } from './networkError';
import type { Send, SerializedRequest } from './request';
import { type ApiResponse, createBodyError, readResponse } from './response';

/** A larger body is an error. Without a limit, a small compressed response could fill n8n's memory. */
const MAX_BYTES = 64 * 2 ** 20;

const REPLACEMENT = '[token]';

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
	const forms = listForms(access.token);
	const hideToken = (text: string) => hide(text, forms);
	const stop = context.getExecutionCancelSignal?.();
	const milliseconds = Math.ceil(timeout * 1000);

	return async (request, signal) => {
		throwIfAborted(signal);
		const { changesSomething } = IDEMPOTENCY[request.policy.idempotency];
		const deadline = AbortSignal.timeout(milliseconds);
		const cancel = combineSignals([request.signal, changesSomething ? undefined : stop]);
		const abort = combineSignals([deadline, cancel.signal]);
		const sentAt = performance.now();
		const toError = (error: unknown) => {
			if (cancel.signal.aborted) return new Aborted();
			if (!(error instanceof ApiError)) {
				return createNetworkError(error, hideToken, deadline.aborted, sentAt);
			}
			return new ApiError(error.message, error.description, error.details, sentAt);
		};
		return await exchange(context, access, request, milliseconds, abort.signal)
			.then((response) => readWithoutToken(response, request.hasEnvelope === true, access))
			.catch((error: unknown) => {
				throw toError(error);
			})
			.finally(() => {
				cancel.release();
				abort.release();
			});
	};
}

async function exchange(
	context: IExecuteFunctions,
	{ baseUrl, data }: Access,
	request: SerializedRequest,
	timeout: number,
	abortSignal: AbortSignal,
): Promise<ApiResponse> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: `${baseUrl}${request.path}`,
		body: request.text,
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
		encoding: 'stream',
		// Replaces n8n's limit of 300 seconds until the headers arrive. The signal also limits the body.
		timeout,
		abortSignal,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	};
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIALS_TYPE, data };
	const { statusCode, headers, body } = (await context.helpers.httpRequestWithAuthentication.call(
		omitCancelSignal(context),
		CREDENTIALS_TYPE,
		options,
		{ credentialsDecrypted },
	)) as IN8nHttpFullResponse;
	return { statusCode, headers, body: await readBody(body as BodyStream, statusCode) };
}

/** Returns the context without its cancel signal, which n8n would use instead of the request's signal. */
function omitCancelSignal(context: IExecuteFunctions): IAllExecuteFunctions {
	const { helpers, logger } = context;
	const getNode = () => context.getNode();
	const getCredentials = context.getCredentials.bind(context);
	return { helpers, logger, getNode, getCredentials } as unknown as IAllExecuteFunctions;
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
		if (bytes > MAX_BYTES) throw createBodyError('is larger than 64 MB', httpCode);
	}
	return text.replace(/^\uFEFF/, '');
}

/** Reads a response. Throws ApiError. Neither the result nor the error contains the token. */
function readWithoutToken(
	{ statusCode, headers, body }: ApiResponse,
	hasEnvelope: boolean,
	{ token, headerName }: Access,
): unknown {
	const forms = listForms(token);
	const isExposed = forms.some((form) => body.includes(form));
	const hiddenHeaders = hideInJson(headers, forms) as IDataObject;
	const read = (text: string) =>
		readResponse({ statusCode, headers: hiddenHeaders, body: text }, hasEnvelope, headerName);
	if (!isExposed) return read(body);
	try {
		const json = read(body);
		return token.length < MIN_HIDDEN_LENGTH ? json : hideInJson(json, forms);
	} catch {
		return read(hide(body, forms));
	}
}

function hideInJson(value: unknown, forms: string[]): unknown {
	if (typeof value === 'string') return hide(value, forms);
	if (Array.isArray(value)) return value.map((element) => hideInJson(element, forms));
	if (!isObject(value)) return forms.includes(String(value)) ? REPLACEMENT : value;
	const members = Object.entries(value);
	return Object.fromEntries(
		members.map(([name, member]) => [hide(name, forms), hideInJson(member, forms)]),
	);
}

function hide(text: string, forms: string[]): string {
	return forms.reduce((rest, form) => rest.replaceAll(form, REPLACEMENT), text);
}

/** The token as JSON writes it, once or within a text that is JSON, and as it is. */
function listForms(token: string): string[] {
	const escape = (text: string) => stringifyJson(text).slice(1, -1);
	const inJson = escape(token);
	return [escape(inJson), inJson.replaceAll('/', '\\/'), inJson, token];
}
