import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { accessOf } from './credentials';

/** n8n would send a custom header to wherever a redirect leads. HTTP Request has its own options. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	...{ followRedirect: false, followAllRedirects: false },
};

/**
 * Adds the token's header (api-spec.md 5), for this node and for n8n's HTTP Request node. Disables
 * redirects.
 * @throws UserError if the credential is invalid, or the request goes to another server than the base URL
 */
export function authenticated(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const access = accessOf(credentials);
	if ('problem' in access) throw new UserError(`${access.problem}. Correct it in the credential.`);

	const origin = originOf(request);
	if (origin !== new URL(access.baseUrl).origin) {
		throw new UserError(
			`This request goes to ${origin}, and the token is only sent to the credential's Base URL. Use the Base URL or another credential.`,
		);
	}
	return {
		...request,
		...NO_REDIRECTS,
		headers: { ...request.headers, [access.headerName]: access.token },
	};
}

/** HTTP Request calls the address `uri`, everything else `url`, with or without a base. */
function originOf(request: IHttpRequestOptions & { uri?: string }): string {
	const address = request.url || request.uri || '';
	return URL.canParse(address, request.baseURL)
		? new URL(address, request.baseURL).origin
		: 'no valid address';
}
