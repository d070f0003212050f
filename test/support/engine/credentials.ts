import { Credentials, getAdditionalKeys } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
} from 'n8n-workflow';
import { DataPlatformApi } from '../../../credentials/DataPlatformApi.credentials.ts';

/**
 * Replaces the parts of the credentials helper of n8n's server that an execution uses: an encrypted store in memory,
 * and `authenticate` with the function of the credential type.
 */
export class StoredCredentials implements Partial<ICredentialsHelper> {
	/** How often a credential was decrypted. */
	decryptions = 0;

	private readonly type = new DataPlatformApi();

	private readonly store = new Map<string | null, Credentials>();

	/** Encrypts and saves a credential. Returns the reference to it for a node. */
	async save(data: ICredentialDataDecryptedObject): Promise<INodeCredentialsDetails> {
		const details = { id: String(this.store.size + 1), name: this.type.name };
		const credentials = new Credentials(details, this.type.name);
		await credentials.setData(data);
		this.store.set(details.id, credentials);
		return details;
	}

	/** Decrypts a credential and resolves its expressions for an item, as n8n's server does. */
	getDecrypted: ICredentialsHelper['getDecrypted'] = async (...parameters) => {
		const [additionalData, { id }, , mode, executeData, , values] = parameters;
		this.decryptions++;
		const data = await this.store.get(id)!.getData();
		if (!values) return data;
		return values.workflow.expression.getParameterValue(
			data as INodeParameters,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
			executeData,
			false,
			data as INodeParameters,
		) as ICredentialDataDecryptedObject;
	};

	authenticate: ICredentialsHelper['authenticate'] = async (credentials, _type, request) =>
		await this.type.authenticate(credentials, request as IHttpRequestOptions);

	getParentTypes = () => [];

	getCredentialsProperties = () => this.type.properties;

	isCredentialUsableByNode = () => true;

	preAuthentication = async () => undefined;
}
