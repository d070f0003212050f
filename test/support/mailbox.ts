import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** The server's response to each command of a client that sends an email (RFC 5321). */
const RESPONSES: Record<string, string> = {
	EHLO: '250 at your service',
	MAIL: '250 OK',
	RCPT: '250 OK',
	DATA: '354 go on',
	QUIT: '221 bye',
};

/** Starts a mail server on a free port, for one email at a time. */
export async function startMailbox() {
	const sockets = new Set<Socket>();
	const emails: string[] = [];
	const server = createServer((socket) => {
		sockets.add(socket);
		receive(socket, (email) => {
			emails.push(email);
			server.emit('mail');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');

	return {
		/** The data of n8n's SMTP credential. */
		credentialData: {
			host: '127.0.0.1',
			port: (server.address() as { port: number }).port,
			secure: false,
			disableStartTls: true,
		},

		/** The oldest unread email, as plain text. */
		async next(): Promise<string> {
			while (emails.length === 0) await once(server, 'mail');
			return fromQuotedPrintable(emails.shift()!);
		},

		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

function receive(socket: Socket, take: (email: string) => void) {
	let email: string | undefined;
	let rest = '';
	socket.setEncoding('utf8').on('data', (text: string) => {
		const lines = (rest + text).split('\r\n');
		rest = lines.pop()!;
		for (const line of lines) {
			if (email === undefined) {
				const command = line.slice(0, 4).toUpperCase();
				if (command === 'DATA') email = '';
				socket.write(`${RESPONSES[command] ?? '502 unknown'}\r\n`);
			} else if (line === '.') {
				take(email);
				email = undefined;
				socket.write('250 OK\r\n');
			} else {
				email += `${line.replace(/^\./, '')}\r\n`;
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
