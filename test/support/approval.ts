import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { N8nApi } from '../../local/n8n-api.ts';
import type { ToolCall } from './scripted-model.ts';

const POLL_INTERVAL = 100;

/** n8n ignores a press of a button that comes from a robot. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140' };

/** A call of a tool that needs approval: n8n nests the tool's own parameters. */
export function approvalCall({ tool, arguments: toolParameters }: ToolCall): ToolCall {
	return { tool, arguments: { toolParameters, hitlParameters: {} } };
}

/** Presses Approve or Decline in the email about a workflow's running execution. */
export async function answerApproval(
	api: N8nApi,
	workflowId: string,
	email: string,
	approved: boolean,
): Promise<void> {
	// The email goes out a moment before n8n waits for the answer, and n8n may list the execution later.
	while ((await api.executionsOf(workflowId))[0]?.status !== 'waiting') await sleep(POLL_INTERVAL);
	const [, link] = new RegExp(`href="([^"]*approved=${approved}[^"]*)"`).exec(email)!;
	await axios.get(link, { headers: BROWSER, proxy: false });
}
