import {
	type IAuthenticateRuleResponseCode,
	type Icon,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';
import { INVISIBLE_SOURCE } from '../nodes/DataPlatform/helpers/values';
import { DEFAULT_HEADER_NAME, readCredential } from '../nodes/DataPlatform/transport/credentials';
import {
	CHECK_PERMISSIONS,
	CHECK_TOKEN,
	ENTER_ADDRESS,
	REDIRECTS,
} from '../nodes/DataPlatform/transport/statusTable';

const redirect = (status: number) =>
	`The platform redirects to another address (${status}). ${ENTER_ADDRESS}`;

/** What the credential test reports. For other statuses, n8n shows the server's status text. */
const MESSAGES: Record<number, string> = {
	400: 'The platform rejected the test (400). The test sorts functions by name, which your platform may not support. Save the credential, and try it in a node.',
	401: `The platform returned 401. ${CHECK_TOKEN}`,
	403: `The platform returned 403 to a search for functions. ${CHECK_PERMISSIONS}`,
	404: "The platform has no address for the test, which searches for functions (404). Check 'Base URL'. If your platform has no function search, save the credential, and try it in a node.",
	...Object.fromEntries(REDIRECTS.map((status) => [status, redirect(status)])),
};

/** The options that the HTTP Request node reads instead of `disableFollowRedirect`. */
const NO_REDIRECTS_IN_HTTP_REQUEST = { followRedirect: false, followAllRedirects: false };

export class DataPlatformApi implements ICredentialType {
	name = 'dataPlatformApi';

	displayName = 'Data Platform API';

	icon: Icon = {
		light: 'file:../icons/dataPlatform.svg',
		dark: 'file:../icons/dataPlatform.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/how-to/connect-your-platform.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://your-instance.example.com',
			description:
				'The address of your instance, with https:// (or http:// inside your own network). The node adds the paths of the API.',
		},
		{
			displayName: 'Developer Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'A developer token of your platform',
			// Allows a token per user, if n8n's license includes resolvable credentials.
			resolvableField: true,
		},
		{
			displayName: 'Token Header',
			name: 'headerName',
			type: 'string',
			required: true,
			default: DEFAULT_HEADER_NAME,
			description: 'The header that carries the token',
			hint: 'Replace SERVICE with the word that your platform uses',
		},
	];

	/** A search for one function (api-spec.md 4.1). It changes nothing. */
	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			// Without slashes and invisible characters at its ends, as in readCredential. That function keeps the invisible
			// parts of emoji, but an address has none.
			baseURL: `={{ $credentials.baseUrl.replace(/^${INVISIBLE_SOURCE}+|(?:\\/|${INVISIBLE_SOURCE})+$/gu, '') }}`,
			url: '/api/query/v1/functions/search',
			body: { filters: [], sort: { field: 'name', ascending: true }, limit: 1 },
		},
		rules: [
			...Object.entries(MESSAGES).map(([status, message]) => ({
				type: 'responseCode',
				properties: { value: Number(status), message },
			})),
			{
				type: 'responseSuccessBody',
				properties: {
					// n8n compares with ===, so this finds any body without results, such as a login page.
					key: 'results',
					value: undefined,
					message:
						"The response doesn't come from the API. Check whether 'Base URL' leads to the API, and not to a login page.",
				},
			},
		] as IAuthenticateRuleResponseCode[],
	};

	/**
	 * Adds the token header (api-spec.md 5) and disables redirects, for this node and HTTP Request nodes.
	 * @throws UserError if the credential is invalid, or the request has another origin than the Base URL
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions & { uri?: string },
	): Promise<IHttpRequestOptions> {
		const access = readCredential(credentials);
		// HTTP Request sets `uri`. Other nodes set `url`, which may be relative to `baseURL`.
		const { url, uri, baseURL } = request;
		const address = url || uri || '';
		const base = baseURL || undefined;
		const isAddress = URL.canParse(address, base);
		const origin = isAddress ? new URL(address, base).origin : 'no valid address';
		if (origin !== new URL(access.baseUrl).origin) {
			throw new UserError(
				`This request goes to ${origin}, but the token may only go to the scheme, host and port of the credential's 'Base URL'. Use them, or another credential.`,
			);
		}
		return {
			...request,
			// Otherwise, a redirect's target would get the token, too.
			disableFollowRedirect: true,
			...NO_REDIRECTS_IN_HTTP_REQUEST,
			headers: { ...request.headers, [access.headerName]: access.token },
		};
	}
}
