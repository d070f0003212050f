import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { searchPageAnswer } from './answers';
import { accessOf } from './credentials';
import type { SearchRequest } from './contract';
import { redacted } from './redaction';

const PROBE: SearchRequest = { filters: [], sort: { field: 'name', ascending: true }, limit: 1 };

const TIMEOUT_MILLISECONDS = 30_000;

interface ProbeAnswer {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/**
 * The credential's live test: a function search for one function, which changes nothing and costs
 * nothing. It tells apart: works; the token is refused; nothing answers; something else answers.
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
		return verdict(answer, baseUrl);
	} catch (error) {
		const { code, cause } = error as { code?: string; cause?: { code?: string } };
		const reason = code ?? cause?.code ?? redacted((error as Error).message, token);
		return failed(`Nothing answers at ${baseUrl} (${reason}). Check the Base URL.`);
	}
}

function verdict(
	{ statusCode, headers, body }: ProbeAnswer,
	url: string,
): INodeCredentialTestResult {
	if (statusCode === 401 || statusCode === 403) {
		return failed(
			`The platform refused the token (${statusCode}). Check Developer Token and Token Header.`,
		);
	}
	if (statusCode >= 300 && statusCode < 400) {
		return failed(
			`${url} answers with a redirect (${statusCode}) to ${String(headers.location ?? 'another address')}. Enter the address that answers itself.`,
		);
	}
	if (statusCode >= 500) {
		return failed(
			`The service at ${url} is not working right now (${statusCode}). Try again later.`,
		);
	}
	return statusCode === 200 && isSearchPage(body)
		? { status: 'OK', message: 'Connection successful' }
		: failed(
				`Something answers at ${url} (${statusCode}), but it is not this API. Check the Base URL and its path.`,
			);
}

function isSearchPage(body: unknown): boolean {
	try {
		searchPageAnswer(body);
		return true;
	} catch {
		return false;
	}
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
