import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { startMailbox } from '../mailbox.ts';
import { useScriptedModel } from '../scripted-model.ts';
import { APPROVAL, CHAT_MODEL } from '../../../../local/examples.ts';
import { connect } from '../../connect.ts';
import { importExampleFile } from './example.ts';

const { api } = connect();
const model = useScriptedModel();

const POLL_INTERVAL = 100;

/** n8n ignores clicks of robots. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140' };

/** The tools, with what the model fills in, and what is sent if a person approves. */
const CALLS = [
	{
		tool: 'Start_connector',
		toolParameters: { streamId: '4711' },
		sent: {
			...{ method: 'POST', path: '/api/data/v1/streams/4711/executions' },
			body: { runType: 'MANUAL' },
		},
	},
	{
		tool: 'Replace_job',
		toolParameters: { jobId: 'nightly-load', definition: { jobName: 'Nightly load' } },
		sent: {
			...{ method: 'PUT', path: '/v1/applications/reporting-app/jobs/nightly-load' },
			body: { jobId: 'nightly-load', jobName: 'Nightly load' },
		},
	},
];

test('approve-before-acting.json', async () => {
	await using mailbox = await startMailbox();
	const others = {
		[CHAT_MODEL]: await api.createCredential('Model that acts', ...model.credential()),
		[APPROVAL]: await api.createCredential('Mailbox', 'smtp', mailbox.credentialData),
	};
	const example = await importExampleFile('approve-before-acting.json', { others });

	/** Clicks a link of the email when n8n waits for it, a moment after it has sent the email. */
	async function respond(mail: string, approved: boolean) {
		const status = async () => (await api.executionsOf(example.id))[0]?.status;
		while ((await status()) !== 'waiting') await sleep(POLL_INTERVAL);
		const [, link] = new RegExp(`href="([^"]*approved=${approved}[^"]*)"`).exec(mail)!;
		await axios.get(link, { headers: BROWSER, proxy: false });
	}

	for (const { tool, toolParameters, sent } of CALLS) {
		for (const approved of [true, false]) {
			model.setCalls({ tool, arguments: { toolParameters, hitlParameters: {} } });
			const running = example.run();
			const mail = await mailbox.next();
			for (const value of Object.values(toolParameters)) {
				expect(mail).toContain(typeof value === 'string' ? value : JSON.stringify(value));
			}
			await respond(mail, approved);
			const requests = (await running).sent.map(({ status, ...request }) => request);
			expect(requests).toEqual(approved ? [sent] : []);
			expect(model.told()[0]).toMatch(approved ? /4711|nightly-load/ : /rejected the tool call/);
		}
	}
});
