import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { writtenJson } from '../helpers/exactJson';
import { isObject } from '../helpers/values';
import type { SearchRequest } from './contract';
import type { Access } from './credentials';
import { accessOf, placeholderAdvice } from './credentials';
import { rowFor } from './failures';
import { Redaction } from './redaction';
import { serviceMessage } from './response';

export const PROBE: SearchRequest = {
	filters: [],
	sort: { field: 'name', ascending: true },
	limit: 1,
};

const TIMEOUT_MILLISECONDS = 30_000;

interface NetworkError {
	message: string;
	code?: string;
	cause?: { code?: string };
}

interface ProbeResponse {
	statusCode: number;
	headers: IDataObject;
	/** Parsed if it is JSON, else text. */
	body: unknown;
}

/**
 * The credential's live test: a search for one function. It distinguishes: works; the token is rejected;
 * nothing answers; an API answers and rejects the search; something else answers. n8n's declarative
 * credential test can't: it reports a dead address as a bare ECONNREFUSED.
 */
export async function testCredentials(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const access = accessOf(credential.data);
	if ('problem' in access) return failed(access.problem);
	const { baseUrl, token, headerName } = access;
	// The context of a credential test offers no other helper than this one.
	const { helpers } = this;
	try {
		const response: ProbeResponse = await helpers.request({
			method: 'POST',
			uri: `${baseUrl}/api/query/v1/functions/search`,
			headers: { [headerName]: token },
			body: PROBE,
			json: true,
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			timeout: TIMEOUT_MILLISECONDS,
		});
		const problem = problemOf(response, access);
		return problem === undefined
			? { status: 'OK', message: 'Connection successful' }
			: failed(problem);
	} catch (error) {
		const { cause, message: words, code = cause?.code } = error as NetworkError;
		// Which request failed where doesn't matter here: the message is for the address.
		const { message, advice } = rowFor({ networkCode: code ?? 'UNKNOWN', sent: false });
		return failed(
			`${message} at ${baseUrl} (${code ?? new Redaction(token).text(words)}). ${advice}`,
		);
	}
}

/** What a response says against the credential; undefined if it is a search result. */
function problemOf(
	{ statusCode: status, headers, body }: ProbeResponse,
	{ baseUrl, token, headerName }: Access,
): string | undefined {
	if (status === 401 || status === 403) {
		const rejected = `The platform rejected the token (${status}). Check Developer Token and Token Header.`;
		return [rejected, ...placeholderAdvice(headerName)].join(' ');
	}
	if (status >= 300 && status < 400) {
		const location = new Redaction(token).text(String(headers.location ?? 'another address'));
		return `${baseUrl} redirects (${status}) to ${location}. Enter the address it redirects to.`;
	}
	if (status === 429 || status >= 500) {
		return `The platform at ${baseUrl} isn't available right now (${status}). Try again later.`;
	}
	if ((status === 400 || status === 422) && (isObject(body) || Array.isArray(body))) {
		const said = serviceMessage(writtenJson(body)) ?? 'no explanation';
		const words = new Redaction(token).text(said);
		return `An API at ${baseUrl} rejected the test's search (${status}): ${words}. The test sorts by name, which your platform may not support. Save the credential and try it in a node.`;
	}
	if (status === 200 && isSearchPage(body)) return undefined;
	return `Something at ${baseUrl} responded (${status}), but it isn't this API. Check the Base URL and its path.`;
}

function isSearchPage(body: unknown): boolean {
	return isObject(body) && Array.isArray(body.results) && body.results.every(isObject);
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
