import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** What the server answers to each command of a client that sends a mail (RFC 5321). */
const ANSWERS: Record<string, string> = {
	EHLO: '250 at your service',
	MAIL: '250 OK',
	RCPT: '250 OK',
	DATA: '354 go on',
	QUIT: '221 bye',
};

/** A mail server on a free port of this machine, for one mail at a time. */
export async function startMailbox() {
	const sockets = new Set<Socket>();
	const mails: string[] = [];
	const server = createServer((socket) => {
		sockets.add(socket);
		receive(socket, (mail) => {
			mails.push(mail);
			server.emit('mail');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');

	return {
		/** What n8n's SMTP credential needs. */
		credentialData: {
			host: '127.0.0.1',
			port: (server.address() as { port: number }).port,
			secure: false,
			disableStartTls: true,
		},

		/** The oldest mail that was not read yet, as plain text. */
		async next(): Promise<string> {
			while (mails.length === 0) await once(server, 'mail');
			return fromQuotedPrintable(mails.shift()!);
		},

		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

function receive(socket: Socket, take: (mail: string) => void) {
	let mail: string | undefined;
	let rest = '';
	socket.setEncoding('utf8').on('data', (text: string) => {
		const lines = (rest + text).split('\r\n');
		rest = lines.pop()!;
		for (const line of lines) {
			if (mail === undefined) {
				const command = line.slice(0, 4).toUpperCase();
				if (command === 'DATA') mail = '';
				socket.write(`${ANSWERS[command] ?? '502 unknown'}\r\n`);
			} else if (line === '.') {
				take(mail);
				mail = undefined;
				socket.write('250 OK\r\n');
			} else {
				mail += `${line.replace(/^\./, '')}\r\n`;
			}
		}
	});
	socket.write('220 ready\r\n');
}

function fromQuotedPrintable(text: string): string {
	return text
		.replaceAll('=\r\n', '')
		.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replaceAll('&amp;', '&');
}
