// The parts of n8n's server that an execution uses.
import { Container } from '@n8n/di';
import type { KeyInfo } from 'n8n-core';
import {
	BinaryDataService,
	Cipher,
	Credentials,
	EncryptionKeyProxy,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	getAdditionalKeys,
	InstanceSettings,
} from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestOptions,
	INodeParameters,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { DataPlatformApi } from '../../../credentials/DataPlatformApi.credentials.ts';

const EXECUTION_ID = '1';

let ready: Promise<void> | undefined;

/** Prepares the encryption key and the binary data store, as n8n's server does. */
export function prepareContainer(): Promise<void> {
	return (ready ??= prepare());
}

async function prepare(): Promise<void> {
	const { encryptionKey } = Container.get(InstanceSettings);
	const key: KeyInfo = {
		id: 'test',
		value: Container.get(Cipher).encryptDEKWithInstanceKey(encryptionKey),
		algorithm: 'aes-256-cbc',
		format: 'no-prefix',
	};
	Container.get(EncryptionKeyProxy).setProvider({
		getActiveKey: async () => key,
		getKeyById: async () => key,
		getLegacyKey: async () => key,
	});
	await Container.get(BinaryDataService).init();
}

/**
 * Encrypts and stores a credential.
 *
 * @returns the reference to it for a node, the helper that decrypts it and authenticates requests, and a function for
 * how often it was decrypted
 */
export async function storeCredential(data: ICredentialDataDecryptedObject) {
	const type = new DataPlatformApi();
	const reference = { id: '1', name: type.name };
	const stored = new Credentials(reference, type.name);
	await stored.setData(data);
	let decryptions = 0;
	const helper: Partial<ICredentialsHelper> = {
		/** Decrypts the credential and resolves its expressions for an item, as n8n's server does. */
		async getDecrypted(...parameters) {
			const [additionalData, , , mode, executeData, , values] = parameters;
			decryptions++;
			const decrypted = await stored.getData();
			if (!values) return decrypted;
			return values.workflow.expression.getParameterValue(
				decrypted as INodeParameters,
				values.runExecutionData,
				values.runIndex,
				values.itemIndex,
				values.node.name,
				values.connectionInputData,
				mode,
				getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
				executeData,
				false,
				decrypted as INodeParameters,
			) as ICredentialDataDecryptedObject;
		},
		authenticate: async (credentials, _type, request) =>
			await type.authenticate(credentials, request as IHttpRequestOptions),
		getParentTypes: () => [],
		getCredentialsProperties: () => type.properties,
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
	};
	return { reference, helper, countDecryptions: () => decryptions };
}

/** The data that n8n's server passes to the engine for an execution. */
export function additionalDataOf(
	workflow: IWorkflowBase,
	credentialsHelper: Partial<ICredentialsHelper>,
): IWorkflowExecuteAdditionalData {
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: credentialsHelper as ICredentialsHelper,
		executionId: EXECUTION_ID,
		workflowId: workflow.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		hooks: new ExecutionLifecycleHooks('manual', EXECUTION_ID, workflow),
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		// Of $execution.resumeUrl and resumeFormUrl, which expressions of tools resolve.
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		logAiEvent: () => {},
		getRuntimeCredential: async () => undefined,
	};
	return data as IWorkflowExecuteAdditionalData;
}
