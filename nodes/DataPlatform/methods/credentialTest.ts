import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { stringifyJson } from '../helpers/exactJson';
import { isObject } from '../helpers/values';
import { type ValidCredential, adviseOnHeader, readCredential } from '../transport/credentials';
import { findFailureRow, type ThrownError } from '../transport/failures';
import { PROBE, PROBE_SEARCH } from '../transport/probe';
import { Redaction } from '../transport/redaction';
import { type ApiResponse, findServiceMessage } from '../transport/response';

const TIMEOUT_MILLISECONDS = 30_000;

/** The body is parsed JSON, or text if it isn't JSON. */
type ProbeResponse = Omit<ApiResponse, 'body'> & { body: unknown };

/**
 * Tests a credential by a search for one function. n8n's declarative test can't distinguish a rejected
 * token, a dead address, an API that rejects the search, and something other than the API.
 */
export async function testCredentials(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const access = readCredential(credential.data);
	const problem = 'problem' in access ? access.problem : await probe(this.helpers, access);
	return problem === undefined
		? { status: 'OK', message: 'Connection successful' }
		: { status: 'Error', message: problem };
}

async function probe(helpers: ICredentialTestFunctions['helpers'], access: ValidCredential) {
	const { baseUrl, token, headerName } = access;
	try {
		// The context of a credential test has no other helper for requests.
		const response: ProbeResponse = await helpers.request({
			method: PROBE.method,
			uri: baseUrl + PROBE.path,
			headers: { [headerName]: token },
			body: PROBE_SEARCH,
			json: true,
			...{ followRedirect: false, followAllRedirects: false },
			...{ simple: false, resolveWithFullResponse: true },
			timeout: TIMEOUT_MILLISECONDS,
		});
		return findProblem(response, access);
	} catch (error) {
		const { message: words, cause, code = cause?.code } = error as ThrownError;
		// `sent: false` selects the message about the address, which also fits if the request was sent.
		const row = findFailureRow({ networkCode: String(code ?? ''), sent: false });
		const reason = code ?? new Redaction(token).text(words ?? '');
		// A credential has no Timeout to raise.
		const advice = row.tookTooLong ? 'Try again later.' : row.advice;
		return `${row.message} at ${baseUrl} (${String(reason)}). ${advice}`;
	}
}

/** Returns why the test fails for this response; undefined if it's a search result. */
function findProblem(response: ProbeResponse, access: ValidCredential): string | undefined {
	const { statusCode: status, headers, body } = response;
	const { baseUrl, headerName } = access;
	const redaction = new Redaction(access.token);
	if (status === 401 || status === 403) {
		const rejected = `The platform rejected the token (${status}). Check Developer Token and Token Header${status === 403 ? ', and whether the token may search functions' : ''}.`;
		return adviseOnHeader(rejected, headerName);
	}
	if (status >= 300 && status < 400) {
		const location = redaction.text(String(headers['location'] ?? 'another address'));
		return `${baseUrl} redirects (${status}) to ${location}. If that's your platform, enter it as Base URL, without the path of the API.`;
	}
	if (status === 429 || status >= 500) {
		return `The platform at ${baseUrl} isn't available right now (${status}). Try again later.`;
	}
	if ((status === 400 || status === 422) && (isObject(body) || Array.isArray(body))) {
		const words = redaction.text(findServiceMessage(stringifyJson(body)) ?? 'no explanation');
		return `An API at ${baseUrl} rejected the test's search (${status}): ${words}. The test sorts by name, which your platform may not support. Save the credential, and try it in a node.`;
	}
	const isPage =
		isObject(body) && Array.isArray(body['results']) && body['results'].every(isObject);
	if (status === 200 && isPage) return undefined;
	return `Something at ${baseUrl} responded (${status}), but not as this API does. Check the Base URL and its path.`;
}
