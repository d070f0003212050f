import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialsHelper,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

const EXECUTION_ID = '1';
const INSTANCE = 'http://localhost:5678';

const notAvailable = async (): Promise<never> => {
	throw new Error("The test engine doesn't support this");
};

/** The data that n8n's server passes to the engine for an execution. */
export function additionalDataOf(
	workflow: IWorkflowBase,
	credentialsHelper: Partial<ICredentialsHelper>,
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: credentialsHelper as ICredentialsHelper,
		executionId: EXECUTION_ID,
		workflowId: workflow.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		hooks: new ExecutionLifecycleHooks('manual', EXECUTION_ID, workflow),
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		instanceBaseUrl: INSTANCE,
		restApiUrl: `${INSTANCE}/rest`,
		formBaseUrl: `${INSTANCE}/form`,
		formWaitingBaseUrl: `${INSTANCE}/form-waiting`,
		formTestBaseUrl: `${INSTANCE}/form-test`,
		webhookBaseUrl: `${INSTANCE}/webhook`,
		webhookWaitingBaseUrl: `${INSTANCE}/webhook-waiting`,
		webhookTestBaseUrl: `${INSTANCE}/webhook-test`,
		mcpBaseUrl: `${INSTANCE}/mcp`,
		mcpTestBaseUrl: `${INSTANCE}/mcp-test`,
		logAiEvent: () => {},
		executeWorkflow: notAvailable,
		startRunnerTask: notAvailable,
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
	};
}
