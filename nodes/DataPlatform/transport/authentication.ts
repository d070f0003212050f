import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { accessOf } from './credentials';

/** n8n sends a custom header along to wherever a redirect leads; HTTP Request has names of its own. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/**
 * Puts the token into its header (api-spec.md 5), for this node and for n8n's HTTP Request node.
 * Redirects are not followed.
 * @throws UserError when the credential cannot be used, or when the request does not go to the base
 * URL's origin: the token must not reach anybody else
 */
export function authenticated(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const access = accessOf(credentials);
	if ('refusal' in access) throw new UserError(`${access.refusal}. Correct it in the credential.`);

	const origin = originOf(request);
	if (origin !== new URL(access.baseUrl).origin) {
		throw new UserError(
			`The token is only sent to the credential's Base URL, and this request goes to ${origin}. Use the Base URL, or another credential.`,
		);
	}
	return {
		...request,
		...NO_REDIRECTS,
		headers: { ...request.headers, [access.headerName]: access.token },
	};
}

/** HTTP Request names the address `uri`, everything else `url`, with or without a base. */
function originOf(request: IHttpRequestOptions & { uri?: string }): string {
	const address = request.url || request.uri || '';
	return URL.canParse(address, request.baseURL)
		? new URL(address, request.baseURL).origin
		: 'no valid address';
}
