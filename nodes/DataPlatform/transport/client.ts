import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { Access } from './credentials';
import { accessOf, CREDENTIALS_TYPE } from './credentials';
import { ApiError, TIMED_OUT } from './failures';
import { readNetworkError } from './networkError';
import { Redaction } from './redaction';
import type { WireRequest } from './request';
import { readResponse } from './response';
import { readBody } from './responseBody';

/** How one request is sent. */
export interface SendOptions {
	/** Seconds within which the whole response must arrive, at most 2^31 milliseconds. */
	timeout: number;
	/** Aborts the request, because its response isn't needed any more. */
	signal: AbortSignal;
}

/** Sends the requests of one item, or of all items whose credential is the same. */
export interface Client extends Pick<Access, 'baseUrl' | 'token'> {
	/** Whether other items of this execution may have another credential. */
	isOfItem: boolean;
	/**
	 * Sends one request once and reads the response.
	 * @returns the parsed JSON of a success
	 * @throws ApiError for everything else
	 */
	send(request: WireRequest, options: SendOptions): Promise<unknown>;
}

/** Returns the client of an item. Throws ApiError if its credential can't be used. */
export type Clients = (itemIndex: number) => Promise<Client>;

/**
 * Creates the clients of an execution. A credential is decrypted once, or for each item if it depends on
 * the item, because n8n would decrypt it for every request.
 * @param finishesOnStop whether pending requests finish after Stop
 * @throws ApiError if the credential of all items can't be used
 */
export async function createClients(
	context: IExecuteFunctions,
	finishesOnStop: boolean,
): Promise<Clients> {
	const ofFirst = await resolveCredential(context, 0);
	const isOfItem = await dependsOnItem(context, ofFirst);
	const clientFor = (resolved: ResolvedCredential) =>
		createClient(context, usable(resolved), isOfItem, finishesOnStop);
	if (!isOfItem) {
		const client = clientFor(ofFirst);
		return async () => client;
	}
	return async (itemIndex) =>
		clientFor(itemIndex === 0 ? ofFirst : await resolveCredential(context, itemIndex));
}

/** The credential as n8n resolves it for an item, or the error. */
type ResolvedCredential = { data: ICredentialDataDecryptedObject } | { error: Error };

async function resolveCredential(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<ResolvedCredential> {
	try {
		return { data: await context.getCredentials(CREDENTIALS_TYPE, itemIndex) };
	} catch (error) {
		return { error: error as Error };
	}
}

/**
 * Whether an expression in the credential depends on the item. A node can't see the expression, but for
 * an item after the last one it fails or has another value.
 */
async function dependsOnItem(
	context: IExecuteFunctions,
	ofFirst: ResolvedCredential,
): Promise<boolean> {
	const items = context.getInputData().length;
	if (items < 2) return false;
	const ofNone = await resolveCredential(context, items);
	return asText(ofFirst) !== asText(ofNone);
}

function asText(resolved: ResolvedCredential): string {
	return 'error' in resolved ? resolved.error.message : JSON.stringify(resolved.data);
}

function usable(resolved: ResolvedCredential): UsableCredential {
	if ('error' in resolved) throw resolved.error;
	const access = accessOf(resolved.data);
	if (!('problem' in access)) return { ...resolved, access };
	throw new ApiError(access.problem, 'Correct it in the credential.', { kind: 'invalid' });
}

interface UsableCredential {
	data: ICredentialDataDecryptedObject;
	access: Access;
}

function createClient(
	context: IExecuteFunctions,
	{ data, access }: UsableCredential,
	isOfItem: boolean,
	finishesOnStop: boolean,
): Client {
	const { baseUrl, headerName, token } = access;
	const redaction = new Redaction(token);
	const stop = finishesOnStop ? undefined : context.getExecutionCancelSignal?.();
	const { httpRequestWithAuthentication } = context.helpers;
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIALS_TYPE, data };

	async function responseTo(request: WireRequest, timeout: number, abortSignal: AbortSignal) {
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${baseUrl}${request.path}`,
			body: request.text,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			encoding: 'stream',
			// Instead of n8n's own 300 seconds; it bounds each silence, not the whole response.
			timeout,
			abortSignal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		};
		const response = (await httpRequestWithAuthentication.call(
			withoutCancel(context),
			CREDENTIALS_TYPE,
			options,
			{ credentialsDecrypted },
		)) as IN8nHttpFullResponse;
		const { statusCode, headers, body } = response;
		return { statusCode, headers, body: await readBody(body, statusCode) };
	}

	return {
		baseUrl,
		token,
		isOfItem,
		async send(request, { timeout, signal }) {
			const milliseconds = Math.ceil(timeout * 1000);
			const deadline = AbortSignal.timeout(milliseconds);
			const abort = abortedBy([deadline, signal, ...(stop ? [stop] : [])]);
			const response = await responseTo(request, milliseconds, abort.signal)
				.catch((error: unknown) => {
					throw readNetworkError(error, redaction, deadline.aborted ? TIMED_OUT : undefined);
				})
				.finally(abort.release);
			return readResponse(response, request.hasEnvelope === true, headerName, redaction);
		},
	};
}

/**
 * A signal that aborts as soon as one of the others does. AbortSignal.any would leave 700 bytes behind
 * at n8n's cancel signal for each request, until the execution ends.
 */
function abortedBy(signals: AbortSignal[]): { signal: AbortSignal; release: () => void } {
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

/**
 * The part of the context that requests need. n8n replaces a request's signal by the context's cancel
 * signal, which would also abort pending writes on Stop.
 */
function withoutCancel(context: IExecuteFunctions): IAllExecuteFunctions {
	const { helpers, logger } = context;
	return {
		helpers,
		logger,
		getNode: () => context.getNode(),
		getCredentials: context.getCredentials.bind(context),
	} as unknown as IAllExecuteFunctions;
}
