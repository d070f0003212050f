// The parts of n8n's server that an execution uses.
import { Container } from '@n8n/di';
import * as core from 'n8n-core';
import type * as n8n from 'n8n-workflow';
import { DataPlatformApi } from '../../../credentials/DataPlatformApi.credentials.ts';

let ready: Promise<void> | undefined;

/** Prepares the encryption key and the binary data store, as n8n's server does. */
export const prepareContainer = () => (ready ??= prepare());

async function prepare(): Promise<void> {
	const { encryptionKey } = Container.get(core.InstanceSettings);
	const value = Container.get(core.Cipher).encryptDEKWithInstanceKey(encryptionKey);
	const key: core.KeyInfo = { id: 'test', value, algorithm: 'aes-256-cbc', format: 'no-prefix' };
	const getKey = async () => key;
	const provider = { getActiveKey: getKey, getKeyById: getKey, getLegacyKey: getKey };
	Container.get(core.EncryptionKeyProxy).setProvider(provider);
	await Container.get(core.BinaryDataService).init();
}

/** Stores a credential encrypted. Returns a reference for nodes, and the helper that decrypts it. */
export async function storeCredential(data: n8n.ICredentialDataDecryptedObject) {
	const type = new DataPlatformApi();
	const reference = { id: '1', name: type.name };
	const stored = new core.Credentials(reference, type.name);
	await stored.setData(data);
	let decryptions = 0;
	const helper: Partial<n8n.ICredentialsHelper> = {
		async getDecrypted(...parameters) {
			const [additionalData, , , mode, executeData, , values] = parameters;
			decryptions++;
			const decrypted = await stored.getData();
			if (!values) return decrypted;
			return values.workflow.expression.getParameterValue(
				decrypted as n8n.INodeParameters,
				values.runExecutionData,
				values.runIndex,
				values.itemIndex,
				values.node.name,
				values.connectionInputData,
				mode,
				core.getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
				executeData,
				false,
				decrypted as n8n.INodeParameters,
			) as n8n.ICredentialDataDecryptedObject;
		},
		authenticate: async (credentials, _type, request) =>
			await type.authenticate(credentials, request as n8n.IHttpRequestOptions),
		getParentTypes: () => [],
		getCredentialsProperties: () => type.properties,
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
	};
	return { reference, helper, countDecryptions: () => decryptions };
}

/** The data that n8n's server passes to the engine for an execution. */
export function additionalDataOf(
	workflow: n8n.IWorkflowBase,
	credentialsHelper: Partial<n8n.ICredentialsHelper>,
	executionId: string,
): n8n.IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		executionId,
		workflowId: workflow.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		hooks: new core.ExecutionLifecycleHooks('manual', executionId, workflow),
		externalSecretsProxy: Container.get(core.ExternalSecretsProxy),
		// Of $execution.resumeUrl and resumeFormUrl, which expressions of tools resolve.
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		logAiEvent: () => {},
		getRuntimeCredential: async () => undefined,
	} as Partial<n8n.IWorkflowExecuteAdditionalData> as n8n.IWorkflowExecuteAdditionalData;
}
