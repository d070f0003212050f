import { on, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { importExampleFile } from './example.ts';
import { APPROVAL, CHAT_MODEL } from '../../../../local/examples.ts';
import { connect } from '../../connect.ts';
import { useScriptedModel } from '../scripted-model.ts';

const { api } = connect();
const model = useScriptedModel();

const POLL_INTERVAL = 100;

/** n8n ignores clicks of robots. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140' };

const JOB = { jobName: 'Nightly load' };

/** The tools, with what the model fills in, and what is sent if a person approves. */
const CALLS = [
	{
		tool: 'Start_connector',
		toolParameters: { streamId: '4711' },
		sent: { path: '/api/data/v1/streams/4711/executions', body: { runType: 'MANUAL' } },
	},
	{
		tool: 'Replace_job',
		toolParameters: { jobId: 'nightly', definition: JOB },
		sent: {
			path: '/v1/applications/reporting-app/jobs/nightly',
			body: { ...JOB, jobId: 'nightly' },
		},
	},
];

/** The server's responses to commands of a client that sends an email (RFC 5321), if they aren't OK. */
const RESPONSES: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };

/** Starts a mail server on a free port, for one email at a time. */
async function startMailbox() {
	const server = createServer((socket) => {
		const send = (line: string) => socket.write(`${line}\r\n`);
		let email: string[] | undefined;
		createInterface(socket).on('line', (line) => {
			if (email === undefined) {
				const command = line.slice(0, 4).toUpperCase();
				if (command === 'DATA') email = [];
				send(RESPONSES[command] ?? '250 OK');
				if (command === 'QUIT') socket.end();
			} else if (line === '.') {
				server.emit('mail', email.join('\n'));
				email = undefined;
				send('250 OK');
			} else {
				email.push(line.replace(/^\./, ''));
			}
		});
		send('220 ready');
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const emails = on(server, 'mail');

	return {
		credentialData: { host: '127.0.0.1', port, secure: false, disableStartTls: true },
		next: async () => fromQuotedPrintable((await emails.next()).value![0]),
		[Symbol.asyncDispose]: async () => void server.close(),
	};
}

function fromQuotedPrintable(text: string): string {
	return text
		.replaceAll('=\n', '')
		.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replaceAll('&amp;', '&');
}

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
			expect((await running).sent).toMatchObject(approved ? [sent] : []);
			expect(model.told()[0]).toMatch(approved ? /4711|nightly/ : /rejected the tool call/);
		}
	}
});
