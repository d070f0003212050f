import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject as Credential,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { stringifyJson } from '../helpers/exactJson';
import { Aborted } from '../helpers/executionController';
import { type ValidCredential, CREDENTIALS_TYPE, readCredential } from './credentials';
import { ApiError } from './apiError';
import { createNetworkError } from './networkError';
import { IDEMPOTENCY } from './idempotency';
import { Redaction } from './redaction';
import type { HttpRequest } from './request';
import { type BodyStream, readBody, readResponse } from './response';
import type { Send } from './retry';

/** Sends the requests of one item, or of all items if they have the same credential. */
export interface Client extends Pick<ValidCredential, 'baseUrl' | 'token'> {
	/** Whether other items of this execution may have another credential. */
	isPerItem: boolean;
	/** Sends a request once. Returns the parsed JSON of a success. Otherwise throws ApiError. */
	send(request: HttpRequest, options: SendOptions): Promise<unknown>;
}

interface SendOptions {
	/** Time limit for the whole response, in seconds. Must be below 2^31 ms, or timers would fire at once. */
	timeout: number;
	/** Aborts the request when its response isn't needed anymore. */
	signal: AbortSignal;
	/** Whether a pending request finishes, instead of being canceled, when a user stops the execution. */
	finishesOnStop: boolean;
}

/** Returns the client of an item. Throws ApiError or n8n's error if the credential can't be used. */
export type ClientFactory = (itemIndex: number) => Promise<Client>;

/**
 * Decrypts the credential once for all items, because n8n would decrypt it for every request. If an
 * expression in the credential depends on the item, decrypts it once per item.
 * @throws ApiError or n8n's error if all items share a credential that can't be used
 */
export async function createClientFactory(context: IExecuteFunctions): Promise<ClientFactory> {
	const resolve = async (item: number) => await context.getCredentials(CREDENTIALS_TYPE, item);
	const items = context.getInputData().length;
	const first = resolve(0);
	// For an index after the last item, an expression that depends on items fails or has another value.
	const isPerItem = items > 1 && (await toText(first)) !== (await toText(resolve(items)));
	const clientFor = async (credential: Promise<Credential>) =>
		createClient(context, await credential, isPerItem);
	if (isPerItem) return async (item) => await clientFor(item === 0 ? first : resolve(item));
	const client = await clientFor(first);
	return async () => client;
}

async function toText(credential: Promise<Credential>): Promise<string> {
	return await credential.then(stringifyJson, (error: Error) => error.message);
}

function createClient(context: IExecuteFunctions, data: Credential, isPerItem: boolean): Client {
	const access = readCredential(data);
	if ('problem' in access) {
		throw new ApiError(access.problem, 'Correct it in the credential.', { kind: 'invalid' });
	}
	const { baseUrl, headerName, token } = access;
	const redaction = new Redaction(token);
	const stop = context.getExecutionCancelSignal?.();
	const { httpRequestWithAuthentication } = context.helpers;
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIALS_TYPE, data };

	async function fetchResponse(request: HttpRequest, timeout: number, signal: AbortSignal) {
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${baseUrl}${request.path}`,
			body: request.text,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			encoding: 'stream',
			// Replaces n8n's limit of 300 seconds until the headers arrive. `signal` also limits the body.
			timeout,
			abortSignal: signal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		};
		const sender = omitCancelSignal(context);
		const { statusCode, headers, body } = (await httpRequestWithAuthentication.call(
			sender,
			CREDENTIALS_TYPE,
			options,
			{ credentialsDecrypted },
		)) as IN8nHttpFullResponse;
		return { statusCode, headers, body: await readBody(body as BodyStream, statusCode) };
	}

	return {
		...{ baseUrl, token, isPerItem },
		async send(request, { timeout, signal, finishesOnStop }) {
			const milliseconds = Math.ceil(timeout * 1000);
			const deadline = AbortSignal.timeout(milliseconds);
			const abort = combineSignals([deadline, signal, ...(stop && !finishesOnStop ? [stop] : [])]);
			const response = await fetchResponse(request, milliseconds, abort.signal)
				.catch((error: unknown) => {
					throw createNetworkError(error, redaction, deadline.aborted);
				})
				.finally(abort.release);
			return readResponse(response, request.hasEnvelope === true, headerName, redaction);
		},
	};
}

/**
 * Returns a signal that aborts as soon as one of `signals` does. Call `release` after the request. With
 * AbortSignal.any, each request would leak a bit of memory until n8n's cancel signal is freed.
 */
function combineSignals(signals: AbortSignal[]): { signal: AbortSignal; release: () => void } {
	const controller = new AbortController();
	const abort = () => controller.abort();
	for (const signal of signals) {
		if (signal.aborted) abort();
		signal.addEventListener('abort', abort);
	}
	return {
		signal: controller.signal,
		release: () => signals.forEach((signal) => signal.removeEventListener('abort', abort)),
	};
}

/** Returns the context without its cancel signal, which n8n would use instead of the request's signal. */
function omitCancelSignal(context: IExecuteFunctions): IAllExecuteFunctions {
	const { helpers, logger } = context;
	const getNode = () => context.getNode();
	const getCredentials = context.getCredentials.bind(context);
	return { helpers, logger, getNode, getCredentials } as unknown as IAllExecuteFunctions;
}

/** Returns a `Send` that sends one try with a client. */
export function withHttp(client: Client): Send {
	return async (request, state) => {
		state.sentAt = performance.now();
		const { signal } = state.controller;
		const { timeout } = state.bounds;
		const { changesSomething: finishesOnStop } = IDEMPOTENCY[request.policy.idempotency];
		return await client
			.send(request, { timeout, signal, finishesOnStop })
			.catch((error: unknown) => {
				// The circuit breaker would take the ApiError of a canceled request as a sign of an outage.
				throw signal.aborted ? new Aborted() : error;
			});
	};
}
