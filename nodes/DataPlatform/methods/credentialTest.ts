import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { parseSearchPage } from '../actions/function/search/searchResponse';
import { JSON_HEADERS } from '../transport/client';
import { type ValidCredential, readCredential } from '../transport/credentials';
import { type ApiError, classifyFailure, createNetworkError } from '../transport/failures';
import { PROBE } from '../transport/probe';
import { Redaction } from '../transport/redaction';
import { type ApiResponse, readResponse } from '../transport/response';

const TIMEOUT_MILLISECONDS = 30_000;

/**
 * Tests a credential with a search for one function. n8n's declarative test can't distinguish a rejected
 * token, a dead address, an API that rejects the search, and something other than the API.
 */
export async function testCredentials(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const access = readCredential(credential.data);
	const problem = 'problem' in access ? access.problem : await findProblem(this.helpers, access);
	return problem === undefined
		? { status: 'OK', message: 'Connection successful' }
		: { status: 'Error', message: problem };
}

/** Returns why the search fails; undefined if it succeeds. */
async function findProblem(
	helpers: ICredentialTestFunctions['helpers'],
	{ baseUrl, token, headerName }: ValidCredential,
): Promise<string | undefined> {
	const redaction = new Redaction(token);
	try {
		// The context of a credential test has no other helper for requests.
		const response: Partial<ApiResponse> = await helpers
			.request({
				method: PROBE.method,
				uri: baseUrl + PROBE.path,
				headers: { ...JSON_HEADERS, [headerName]: token },
				body: PROBE.text,
				...{ followRedirect: false, followAllRedirects: false },
				...{ simple: false, resolveWithFullResponse: true },
				timeout: TIMEOUT_MILLISECONDS,
			})
			.catch((error: object) => {
				// Without a socket, the request counts as unsent. Messages for unsent requests fit either way.
				throw createNetworkError(Object.assign(error, { request: {} }), redaction);
			});
		const { statusCode = 0, headers = {}, body = '' } = response;
		parseSearchPage(readResponse({ statusCode, headers, body }, false, headerName, redaction));
		return undefined;
	} catch (error) {
		return `${(error as ApiError).message}. ${getAdvice(error as ApiError)}`;
	}
}

/** Returns the error's advice. Replaces advice about parameters, because a credential test has none. */
function getAdvice(error: ApiError): string {
	const { httpCode } = error.details;
	const { kind, throttles, tookTooLong } = classifyFailure(error);
	if (throttles || tookTooLong) return 'Try again later.';
	if (httpCode === 400 || httpCode === 422) {
		return 'The test sorts by name, which your platform may not support. Save the credential, and try it in a node.';
	}
	const isAboutCredential = kind !== 'rejected' || httpCode === 401 || httpCode === 403;
	return isAboutCredential ? error.description : 'Check the Base URL and its path.';
}
