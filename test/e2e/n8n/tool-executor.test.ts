import { itemsOfNode } from '../../../local/n8n-api.ts';
import { asToolsOf, fourTools } from './agent-tools.ts';
import { connect } from '../connect.ts';
import { recordRun } from '../record.ts';
import { inARow, manualTrigger, node, workflow } from '../../support/workflows.ts';

const connection = connect();
const { api, credential } = connection;
const tools = fourTools(credential);

describe('Tool Executor', () => {
	async function callRunConnector(toolArguments: Record<string, unknown>) {
		const start = manualTrigger();
		const executor = node('Executor', '@n8n/n8n-nodes-langchain.toolExecutor', 1, {
			toolName: 'Run_connector',
			query: JSON.stringify({ Run_connector: toolArguments }),
		});
		const links = [...inARow(start, executor), ...asToolsOf(executor, tools)];
		const executorWorkflow = workflow('Tool Executor', [start, executor, ...tools], links);
		const workflowId = await api.importWorkflow(executorWorkflow);
		return await api.runWorkflow(workflowId, start.name);
	}

	test('runs the connector and gives what came out', async () => {
		const { result: execution, requests } = await connection.requestsDuring(() =>
			callRunConnector({ streamId: '880011' }),
		);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(JSON.stringify(itemsOfNode(execution, 'Executor'))).toContain('880011');
		expect(requests).toHaveLength(1);
		await recordRun(connection, 'by the Tool Executor', ['runConnector']);
	});

	test('an error says what happened and how to go on, once', async () => {
		const { status, error } = await callRunConnector({ streamId: 'no-number' });
		expect(status).toBe('error');
		expect(error!.message).toMatch(
			/There is no stream "no-number".* Check Stream ID of this item/s,
		);
		expect(error!.message.match(/Check Stream ID of this item/g)).toHaveLength(1);
	});
});
