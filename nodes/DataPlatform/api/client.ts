import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { accessOf, CREDENTIALS_TYPE } from './credentials';
import {
	ApiFailure,
	failedAnswer,
	failedEnvelope,
	isFailedEnvelope,
	noAnswer,
	notJson,
} from './failures';
import { redacted, redactedAnswer, redactedJson } from './redaction';
import type { ApiAnswer, WireRequest } from './request';
import { isStream, streamedText } from './streamedText';

/** The way to the platform, opened once for a whole run of the node. */
export interface Client {
	/** Where requests go to. */
	baseUrl: string;
	/**
	 * Sends one request once and reads the answer.
	 * @returns the parsed JSON of a successful answer
	 * @throws ApiFailure for everything else
	 */
	send(request: WireRequest): Promise<unknown>;
}

/**
 * Opens the way to the platform: the only place where the node meets the network.
 * Credentials are decrypted once here, because n8n would else do it for every request.
 * @param timeout seconds after which an unanswered request is given up
 * @param settlesOnStop whether Stop lets a request under way settle
 * @throws ApiFailure when the credential cannot be used
 */
export async function openClient(
	context: IExecuteFunctions,
	timeout: number,
	settlesOnStop: boolean,
): Promise<Client> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIALS_TYPE);
	const access = accessOf(data);
	if ('refusal' in access) throw new ApiFailure(access.refusal, 'Correct it in the credential.');
	const { baseUrl, token } = access;
	const credentials = { id: '', name: '', type: CREDENTIALS_TYPE, data };

	const stop = settlesOnStop ? undefined : context.getExecutionCancelSignal?.();
	const { httpRequestWithAuthentication } = context.helpers;

	async function answerTo(request: WireRequest): Promise<ApiAnswer> {
		const breakOff = request.streamed ? new AbortController() : undefined;
		const signals = [breakOff?.signal, stop].filter((signal) => signal !== undefined);
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${baseUrl}${request.path}`,
			body: request.text,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			encoding: breakOff ? 'stream' : 'text',
			timeout: timeout * 1000,
			abortSignal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
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
		if (breakOff && isStream(body))
			return { statusCode, headers, body: await streamedText(body, timeout * 1000, breakOff) };
		return { statusCode, headers, body: typeof body === 'string' ? body : '' };
	}

	return {
		baseUrl,
		async send(request) {
			const answer = await answerTo(request).catch((error: unknown) => {
				throw failureOf(error, token);
			});
			return successOf(answer, token, request.hasEnvelope === true);
		},
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

function successOf(answer: ApiAnswer, token: string, hasEnvelope: boolean): unknown {
	const isSuccess = answer.statusCode >= 200 && answer.statusCode < 300;
	if (!isSuccess) throw failedAnswer(redactedAnswer(answer, token));
	const json = parsed(answer.body);
	if (json === undefined) throw notJson(redactedAnswer(answer, token));
	if (hasEnvelope && isFailedEnvelope(json))
		throw failedEnvelope(json, redactedAnswer(answer, token));
	return redactedJson(json, answer.body, token);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** What n8n's helper threw: it never got an answer, since every status is an answer here. */
function failureOf(error: unknown, token: string): ApiFailure {
	if (error instanceof ApiFailure) return error;
	const { cause, message } = error as { cause?: { code?: unknown }; message?: string };
	if (typeof cause?.code === 'string') return noAnswer(cause.code);
	return new ApiFailure(
		`The request could not be sent: ${redacted(message ?? 'unknown reason', token)}`,
		'Check the credential, then the network between n8n and the platform.',
		{ networkCode: 'UNKNOWN' },
	);
}
