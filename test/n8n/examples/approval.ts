import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { connect } from '../connect.ts';
import { startScriptedModel, type ToolCall } from '../../../harness/scripted-model.ts';
import { APPROVAL, CHAT_MODEL } from '../../../local/examples.ts';
import { startMailbox } from './mailbox.ts';
import { importExampleFile, type Rehearsal, sentIn } from './rehearsal.ts';

const { api } = connect();

const POLL_INTERVAL = 100;

/** n8n lets no robot press the buttons. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140' };

/** The mail goes out a moment before n8n waits for what it asks. */
async function waitForThePerson(workflowId: string): Promise<void> {
	for (;;) {
		// n8n may list the execution later still.
		const [newest] = await api.executionsOf(workflowId);
		if (newest?.status === 'waiting') return;
		await sleep(POLL_INTERVAL);
	}
}

/** Presses Approve or Decline in a mail. */
async function press(mail: string, approved: boolean): Promise<void> {
	const [, link] = new RegExp(`href="([^"]*approved=${approved}[^"]*)"`).exec(mail)!;
	await axios.get(link, { headers: BROWSER, proxy: false });
}

/** n8n puts a tool's own parameters beside those of the question. */
function asked({ tool, arguments: toolParameters }: ToolCall): ToolCall {
	return { tool, arguments: { toolParameters, hitlParameters: {} } };
}

const CALLS: ToolCall[] = [
	{ tool: 'Start_Connector', arguments: { streamId: '4711' } },
	{
		tool: 'Replace_Job',
		arguments: { jobId: 'nightly-load', definition: { jobName: 'Nightly load' } },
	},
];

/** What each call sends when it is approved. */
const SENT = [
	{
		method: 'POST',
		path: '/api/data/v1/streams/4711/executions',
		body: { runType: 'MANUAL' },
		status: 201,
	},
	{
		method: 'PUT',
		path: '/v1/applications/reporting-app/jobs/nightly-load',
		body: { jobId: 'nightly-load', jobName: 'Nightly load' },
		status: 200,
	},
];

/** The example in which a person approves what an agent does. */
export const approvalExamples: Record<string, Rehearsal> = {
	async 'approve-before-acting.json'() {
		const model = await startScriptedModel();
		const mailbox = await startMailbox();
		try {
			const others = {
				[CHAT_MODEL]: await api.createCredential('Model that acts', 'openAiApi', {
					apiKey: 'not-needed',
					url: model.url,
				}),
				[APPROVAL]: await api.createCredential('Mailbox', 'smtp', {
					host: '127.0.0.1',
					port: mailbox.port,
					secure: false,
					disableStartTls: true,
				}),
			};
			const example = await importExampleFile('approve-before-acting.json', { others });

			for (const [index, call] of CALLS.entries()) {
				for (const approved of [true, false]) {
					model.tell(asked(call));
					const running = example.run();
					const mail = await mailbox.next();
					for (const value of Object.values(call.arguments)) {
						expect(mail).toContain(typeof value === 'string' ? value : JSON.stringify(value));
					}
					await waitForThePerson(example.id);
					await press(mail, approved);
					expect(sentIn(await running)).toEqual(approved ? [SENT[index]] : []);
					const told = model.requests.at(-1)!.messages.find(({ role }) => role === 'tool');
					expect(told!.content).toMatch(approved ? /4711|nightly-load/ : /rejected the tool call/);
				}
			}
			return [];
		} finally {
			await model.close();
			await mailbox.close();
		}
	},
};
