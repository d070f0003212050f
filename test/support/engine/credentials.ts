import { Credentials, getAdditionalKeys } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	ICredentialType,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';

/**
 * Replaces the credentials helper of n8n's server, which isn't in n8n-core: an encrypted store in memory, and
 * `authenticate` with the function of the credential type.
 */
export class StoredCredentials extends ICredentialsHelper {
	/** How often a credential was decrypted. */
	decryptions = 0;

	private readonly type: ICredentialType;

	private readonly store = new Map<string, Credentials>();

	constructor(type: ICredentialType) {
		super();
		this.type = type;
	}

	/** Encrypts and saves a credential. Returns the reference to it for a node. */
	async save(data: ICredentialDataDecryptedObject): Promise<INodeCredentialsDetails> {
		const details = { id: String(this.store.size + 1), name: this.type.name };
		const credentials = new Credentials(details, this.type.name);
		await credentials.setData(data);
		this.store.set(details.id, credentials);
		return details;
	}

	async getCredentials({ id }: INodeCredentialsDetails): Promise<Credentials> {
		const credentials = this.store.get(id ?? '');
		if (credentials === undefined) throw new Error(`There is no credential ${id}`);
		return credentials;
	}

	/** Decrypts a credential and resolves its expressions for an item, as n8n's server does. */
	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.decryptions++;
		const data = await (await this.getCredentials(details)).getData();
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
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		if (typeof this.type.authenticate !== 'function') {
			throw new Error(`${this.type.name} has no function to authenticate`);
		}
		return await this.type.authenticate(credentials, request as IHttpRequestOptions);
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async updateCredentials(): Promise<void> {
		throw new Error('No test updates a credential');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('No test updates a credential');
	}
}
