import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { authenticated } from '../nodes/DataPlatform/transport/authentication';
import { DEFAULT_HEADER_NAME } from '../nodes/DataPlatform/transport/credentials';

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

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return authenticated(credentials, requestOptions);
	}
}
