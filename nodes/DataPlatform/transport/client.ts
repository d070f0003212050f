import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { parsedForItems } from '../helpers/exactJson';
import { accessOf, CREDENTIALS_TYPE } from './credentials';
import {
	ApiError,
	blockedByN8n,
	failedAnswer,
	failedEnvelope,
	isFailedEnvelope,
	noAnswer,
	notJson,
	unreadableAnswer,
} from './failures';
import { failedInHandshake, TIMED_OUT } from './network';
import { Redaction } from './redaction';
import type { ApiAnswer, WireRequest } from './request';
import { isStream, streamedText } from './streamedText';

/** How one request is sent. */
export interface SendOptions {
	/** Seconds within which the whole answer must be there, at most 2^31 milliseconds. */
	timeout: number;
	/** Breaks the request off, because nobody waits for its answer any more. */
	signal: AbortSignal;
}

/** The way to the platform, opened once for a whole run of the node. */
export interface Client {
	/** Where requests go to. */
	baseUrl: string;
	/**
	 * Sends one request once and reads the answer.
	 * @returns the parsed JSON of a successful answer
	 * @throws ApiError for everything else
	 */
	send(request: WireRequest, options: SendOptions): Promise<unknown>;
}

/**
 * Opens the way to the platform, by which every operation sends (the credential test has another).
 * Credentials are decrypted once here, because n8n would else do it for every request.
 * @param settlesOnStop whether Stop lets a request under way settle
 * @throws ApiError when the credential cannot be used
 */
export async function openClient(
	context: IExecuteFunctions,
	settlesOnStop: boolean,
): Promise<Client> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIALS_TYPE);
	const access = accessOf(data);
	if ('refusal' in access) throw new ApiError(access.refusal, 'Correct it in the credential.');
	const { baseUrl, headerName } = access;
	const redaction = new Redaction(access.token);
	const credentials = { id: '', name: '', type: CREDENTIALS_TYPE, data };

	const stop = settlesOnStop ? undefined : context.getExecutionCancelSignal?.();
	const { httpRequestWithAuthentication } = context.helpers;

	async function answerTo(
		request: WireRequest,
		milliseconds: number,
		abortSignal: AbortSignal,
	): Promise<ApiAnswer> {
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${baseUrl}${request.path}`,
			body: request.text,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			encoding: request.streamed ? 'stream' : 'text',
			// In the place of n8n's own 300 seconds; it bounds each silence, not the whole answer.
			timeout: milliseconds,
			abortSignal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		};
		const response = (await httpRequestWithAuthentication.call(
			withoutCancel(context),
			CREDENTIALS_TYPE,
			options,
			{ credentialsDecrypted: credentials },
		)) as IN8nHttpFullResponse;
		const { statusCode, headers, body } = response;
		if (isStream(body)) return { statusCode, headers, body: await streamedText(body) };
		return { statusCode, headers, body: typeof body === 'string' ? body : '' };
	}

	return {
		baseUrl,
		async send(request, { timeout, signal }) {
			const milliseconds = Math.ceil(timeout * 1000);
			const deadline = AbortSignal.timeout(milliseconds);
			const abort = abortedBy([deadline, signal, ...(stop ? [stop] : [])]);
			const answer = await answerTo(request, milliseconds, abort.signal)
				.catch((error: unknown) => {
					throw deadline.aborted ? noAnswer(TIMED_OUT) : failureOf(error, redaction);
				})
				.finally(abort.release);
			return readAnswer(answer, request, headerName, redaction);
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
 * The context as far as requests need it. n8n puts the context's cancel signal in the place of the
 * request's, and would break off on Stop also what changes something.
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

/** A request went out and was answered, whatever its answer does to the reader. */
function readAnswer(
	answer: ApiAnswer,
	{ hasEnvelope }: WireRequest,
	headerName: string,
	redaction: Redaction,
): unknown {
	const isSuccess = answer.statusCode >= 200 && answer.statusCode < 300;
	try {
		if (!isSuccess) throw failedAnswer(redaction.answer(answer), headerName);
		const json = parsed(answer.body);
		if (json === undefined) throw notJson(redaction.answer(answer));
		if (hasEnvelope && isFailedEnvelope(json)) throw failedEnvelope(json, redaction.answer(answer));
		return redaction.json(json, answer.body);
	} catch (error) {
		throw error instanceof ApiError
			? error
			: unreadableAnswer(redaction.answer(answer), redaction.text((error as Error).message));
	}
}

function parsed(text: string): unknown {
	try {
		return parsedForItems(text);
	} catch {
		return undefined;
	}
}

interface ThrownError {
	message?: string;
	code?: unknown;
	/** What the HTTP client sent with. */
	request?: unknown;
	cause?: ThrownError;
}

/** What n8n's helper threw: it never got an answer, since every status is an answer here. */
function failureOf(error: unknown, redaction: Redaction): ApiError {
	if (error instanceof ApiError) return error;
	const causes = causesOf(error as ThrownError);
	const blocked = causes.find((cause) => cause instanceof UserError);
	if (blocked) return blockedByN8n(redaction.text(blocked.message));
	const [thrown, cause] = causes;
	if (typeof cause?.code === 'string') return noAnswer(cause.code, failedInHandshake(cause));
	return new ApiError(
		`The request could not be sent: ${redaction.text(thrown.message ?? 'unknown reason')}`,
		'Check the credential, then the network between n8n and the platform.',
		{ networkCode: 'UNKNOWN' },
	);
}

function causesOf(error: ThrownError): ThrownError[] {
	return error.cause ? [error, ...causesOf(error.cause)] : [error];
}
