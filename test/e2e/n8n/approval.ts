import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { N8nApi } from '../../../local/n8n-api.ts';
import type { ToolCall } from './scripted-model.ts';

const POLL_INTERVAL = 100;

/** n8n ignores clicks of robots. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140' };

/** A call of a tool that needs approval. n8n nests the parameters of the tool. */
export function approvalCall({ tool, arguments: toolParameters }: ToolCall): ToolCall {
	return { tool, arguments: { toolParameters, hitlParameters: {} } };
}

/** Approves or declines in the email about the execution of a workflow. */
export async function respondToApproval(
	api: N8nApi,
	workflowId: string,
	email: string,
	approved: boolean,
): Promise<void> {
	// n8n sends the email a moment before it waits for the response, and may list the execution later.
	while ((await api.executionsOf(workflowId))[0]?.status !== 'waiting') await sleep(POLL_INTERVAL);
	const [, link] = new RegExp(`href="([^"]*approved=${approved}[^"]*)"`).exec(email)!;
	await axios.get(link, { headers: BROWSER, proxy: false });
}
