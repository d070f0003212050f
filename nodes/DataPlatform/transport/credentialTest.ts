import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { writtenJson } from '../helpers/exactJson';
import { isObject } from '../helpers/values';
import type { Access } from './credentials';
import { accessOf, placeholderAdvice } from './credentials';
import type { SearchRequest } from './contract';
import { serviceMessage } from './failures';
import { networkFault } from './network';
import { Redaction } from './redaction';

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

interface ProbeAnswer {
	statusCode: number;
	headers: IDataObject;
	/** Parsed when it is JSON, else text. */
	body: unknown;
}

/**
 * The credential's live test: a function search for one function. It tells apart: works; the token is
 * refused; nothing answers; an API answers and refuses the search; something else answers.
 * n8n's declarative credential test cannot: it reports a dead address as a bare ECONNREFUSED.
 */
export async function testCredentials(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const access = accessOf(credential.data);
	if ('refusal' in access) return failed(access.refusal);
	const { baseUrl, token, headerName } = access;
	// The context of a credential test offers no other helper than this one.
	const { helpers } = this;
	try {
		const answer: ProbeAnswer = await helpers.request({
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
		const obstacle = obstacleOf(answer, access);
		return obstacle === undefined
			? { status: 'OK', message: 'Connection successful' }
			: failed(obstacle);
	} catch (error) {
		const { cause, message: words, code = cause?.code } = error as NetworkError;
		const { message, description } = networkFault(code ?? 'UNKNOWN');
		const what = message.replace('the base URL', baseUrl);
		return failed(`${what} (${code ?? new Redaction(token).text(words)}). ${description}`);
	}
}

/** What an answer says against the credential; undefined when it is the one of the API. */
function obstacleOf(
	{ statusCode: status, headers, body }: ProbeAnswer,
	{ baseUrl, token, headerName }: Access,
): string | undefined {
	if (status === 401 || status === 403) {
		const refused = `The platform refused the token (${status}). Check Developer Token and Token Header.`;
		return [refused, ...placeholderAdvice(headerName)].join(' ');
	}
	if (status >= 300 && status < 400) {
		const location = new Redaction(token).text(String(headers.location ?? 'another address'));
		return `${baseUrl} answers with a redirect (${status}) to ${location}. Enter the address that answers itself.`;
	}
	if (status === 429 || status >= 500) {
		return `The service at ${baseUrl} does not answer right now (${status}). Try again later.`;
	}
	if ((status === 400 || status === 422) && (isObject(body) || Array.isArray(body))) {
		const said = serviceMessage(writtenJson(body)) ?? 'it says no more';
		const words = new Redaction(token).text(said);
		return `An API answers at ${baseUrl} and refuses the test's search (${status}): ${words}. The test sorts by name, which your instance may not offer. Save the credential and try it in a node.`;
	}
	if (status === 200 && isSearchPage(body)) return undefined;
	return `Something answers at ${baseUrl} (${status}), but it is not this API. Check the Base URL and its path.`;
}

function isSearchPage(body: unknown): boolean {
	return isObject(body) && Array.isArray(body.results) && body.results.every(isObject);
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
