import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialsHelper,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

const EXECUTION_ID = '1';

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
