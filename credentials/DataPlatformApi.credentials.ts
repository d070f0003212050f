import {
	type Icon,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';
import { text } from '../nodes/DataPlatform/parameters/declare';
import { readCredential, DEFAULT_HEADER_NAME } from '../nodes/DataPlatform/transport/credentials';

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
		text(
			'Base URL',
			'baseUrl',
			'The address of your instance, with https:// (or http:// inside your own network). The node adds the paths of the API.',
			{ required: true, placeholder: 'e.g. https://your-instance.example.com' },
		),
		text('Developer Token', 'token', 'A developer token of your platform', {
			required: true,
			typeOptions: { password: true },
			// Allows a token per user, if n8n's license includes resolvable credentials.
			resolvableField: true,
		}),
		text('Token Header', 'headerName', 'The header that carries the token', {
			required: true,
			default: DEFAULT_HEADER_NAME,
			hint: 'Replace SERVICE with the word that your platform uses',
		}),
	];

	/**
	 * Adds the token header (api-spec.md 5) and disables redirects, for this node and HTTP Request nodes.
	 * @throws UserError if the credential is invalid, or the request has another origin than the Base URL
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions & { uri?: string },
	): Promise<IHttpRequestOptions> {
		const access = readCredential(credentials);
		if ('problem' in access)
			throw new UserError(`${access.problem}. Correct it in the credential.`);

		// HTTP Request sets `uri`. Other nodes set `url`, which may be relative to `baseURL`.
		const { url, uri, baseURL } = request;
		const address = url || uri || '';
		const isAddress = URL.canParse(address, baseURL);
		const origin = isAddress ? new URL(address, baseURL).origin : 'no valid address';
		if (origin !== new URL(access.baseUrl).origin) {
			throw new UserError(
				`This request goes to ${origin}, but the token may only go to the scheme, host and port of the credential's Base URL. Use them, or another credential.`,
			);
		}
		return {
			...request,
			// Otherwise, a redirect's target would get the token, too.
			disableFollowRedirect: true,
			// The HTTP Request node reads these two options instead.
			...{ followRedirect: false, followAllRedirects: false },
			headers: { ...request.headers, [access.headerName]: access.token },
		};
	}
}
