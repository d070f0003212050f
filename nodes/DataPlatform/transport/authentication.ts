import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { accessOf } from './credentials';

/**
 * Adds the token's header (api-spec.md 5), for this node and for n8n's HTTP Request node. Disables
 * redirects.
 * @throws UserError if the credential is invalid, or the request goes to another server than the base URL
 */
export function authenticated(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions & { uri?: string },
): IHttpRequestOptions {
	const access = accessOf(credentials);
	if ('problem' in access) throw new UserError(`${access.problem}. Correct it in the credential.`);

	// HTTP Request calls the address `uri`, everything else `url`, with or without a base.
	const { url, uri, baseURL } = request;
	const address = url || uri || '';
	const isAddress = URL.canParse(address, baseURL);
	const origin = isAddress ? new URL(address, baseURL).origin : 'no valid address';
	if (origin !== new URL(access.baseUrl).origin) {
		throw new UserError(
			`This request goes to ${origin}, and the token is only sent to the credential's Base URL. Use the Base URL or another credential.`,
		);
	}
	return {
		...request,
		// n8n would send the header to wherever a redirect leads. HTTP Request has its own options.
		disableFollowRedirect: true,
		...{ followRedirect: false, followAllRedirects: false },
		headers: { ...request.headers, [access.headerName]: access.token },
	};
}
