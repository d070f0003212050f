import { respondToApproval, approvalCall } from '../approval.ts';
import { startMailbox } from '../mailbox.ts';
import { startScriptedModel, type ToolCall } from '../scripted-model.ts';
import { APPROVAL, CHAT_MODEL } from '../../../../local/examples.ts';
import { connect } from '../../connect.ts';
import { importExampleFile, sentIn } from './rehearsal.ts';

const { api } = connect();

const CALLS: ToolCall[] = [
	{ tool: 'Start_connector', arguments: { streamId: '4711' } },
	{
		tool: 'Replace_job',
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

test('approve-before-acting.json', async () => {
	const model = await startScriptedModel();
	const mailbox = await startMailbox();
	try {
		const others = {
			[CHAT_MODEL]: await api.createCredential('Model that acts', 'openAiApi', {
				apiKey: 'not-needed',
				url: model.url,
			}),
			[APPROVAL]: await api.createCredential('Mailbox', 'smtp', mailbox.credentialData),
		};
		const example = await importExampleFile('approve-before-acting.json', { others });

		for (const [index, call] of CALLS.entries()) {
			for (const approved of [true, false]) {
				model.setCalls(approvalCall(call));
				const running = example.run();
				const mail = await mailbox.next();
				for (const value of Object.values(call.arguments)) {
					expect(mail).toContain(typeof value === 'string' ? value : JSON.stringify(value));
				}
				await respondToApproval(api, example.id, mail, approved);
				expect(sentIn(await running)).toEqual(approved ? [SENT[index]] : []);
				const told = model.requests.at(-1)!.messages.find(({ role }) => role === 'tool');
				expect(told!.content).toMatch(approved ? /4711|nightly-load/ : /rejected the tool call/);
			}
		}
	} finally {
		await model.close();
		await mailbox.close();
	}
});
