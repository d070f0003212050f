import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { parseSearchPage } from '../actions/function/search/searchResponse';
import { stringifyJson } from '../helpers/exactJson';
import { type ValidCredential, readCredential } from '../transport/credentials';
import { ApiError } from '../transport/apiError';
import { createNetworkError, type ThrownError } from '../transport/networkError';
import { CHECK_BASE_URL, classifyFailure } from '../transport/retryPolicy';
import { PROBE, PROBE_SEARCH } from '../transport/probe';
import { Redaction } from '../transport/redaction';
import { type ApiResponse, readResponse } from '../transport/response';

const TIMEOUT_MILLISECONDS = 30_000;

/**
 * Tests a credential with a search for one function. Unlike n8n's declarative test, it can distinguish a
 * rejected token, an address that doesn't respond, a rejected search, and a server that isn't the API.
 */
export async function testCredentials(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const access = readCredential(credential.data);
	if ('problem' in access) return { status: 'Error', message: access.problem };
	const redaction = new Redaction(access.token);
	try {
		const response = await search(this.helpers, access);
		parseSearchPage(readResponse(response, false, access.headerName, redaction));
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		// A request without a socket counts as not sent. So even a broken connection gets the advice to
		// check the Base URL.
		const thrown = { cause: error as ThrownError, message: (error as Error).message, request: {} };
		const failure = error instanceof ApiError ? error : createNetworkError(thrown, redaction);
		return {
			status: 'Error',
			message: `${failure.message.replace(/\.$/, '')}. ${findAdvice(failure)}`,
		};
	}
}

async function search(
	helpers: ICredentialTestFunctions['helpers'],
	{ baseUrl, token, headerName }: ValidCredential,
): Promise<ApiResponse> {
	// The context of a credential test has no other helper for requests.
	const response = (await helpers.request({
		method: PROBE.method,
		uri: baseUrl + PROBE.path,
		headers: { [headerName]: token },
		body: PROBE_SEARCH,
		json: true,
		...{ followRedirect: false, followAllRedirects: false },
		...{ simple: false, resolveWithFullResponse: true },
		timeout: TIMEOUT_MILLISECONDS,
	})) as ApiResponse & { body: unknown };
	// The helper has parsed the body if it's JSON. An empty body is undefined.
	const { body = '' } = response;
	return { ...response, body: typeof body === 'string' ? body : stringifyJson(body) };
}

/** Returns what to do. Replaces advice that mentions node parameters, which a credential doesn't have. */
function findAdvice(failure: ApiError): string {
	const { httpCode = 0, body = '' } = failure.details;
	if ([400, 422].includes(httpCode) && /^\s*[[{]/.test(body)) {
		return 'The test sorts by name, which your platform may not support. Save the credential, and try it in a node.';
	}
	const { kind, tookTooLong, throttles } = classifyFailure(failure);
	if (tookTooLong || throttles) return 'Try again later.';
	const isTokenRejected = httpCode === 401 || httpCode === 403;
	return kind === 'rejected' && !isTokenRejected ? CHECK_BASE_URL : failure.description;
}
