import { on, once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

/** The server's responses to commands of a client that sends an email (RFC 5321), if they aren't OK. */
const RESPONSES: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };

/** Starts a mail server on a free port, for one email at a time. */
export async function startMailbox() {
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
