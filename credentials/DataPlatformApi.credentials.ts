import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { accessOf, DEFAULT_HEADER_NAME } from '../nodes/DataPlatform/transport/credentials';

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
			// A token per user, where n8n is licensed for it.
			resolvableField: true,
			required: true,
			default: '',
			description: 'A developer token of your instance',
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

	/**
	 * Adds the token's header (api-spec.md 5), for this node and for n8n's HTTP Request node. Disables
	 * redirects.
	 * @throws UserError if the credential is invalid, or the request goes to another server than the base URL
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions & { uri?: string },
	): Promise<IHttpRequestOptions> {
		const access = accessOf(credentials);
		if ('problem' in access)
			throw new UserError(`${access.problem}. Correct it in the credential.`);

		// HTTP Request calls the address `uri`, everything else `url`, with or without a base.
		const { url, uri, baseURL } = request;
		const address = url || uri || '';
		const isAddress = URL.canParse(address, baseURL);
		const origin = isAddress ? new URL(address, baseURL).origin : 'no valid address';
		if (origin !== new URL(access.baseUrl).origin) {
			throw new UserError(
				`This request goes to ${origin}, but the token may only go to the server of the credential's Base URL. Use that server or another credential.`,
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
}
