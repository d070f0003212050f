import { on, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** The server's responses to commands of a client that sends an email (RFC 5321), if they aren't OK. */
const RESPONSES: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };

/** Starts a mail server on a free port, for one email at a time. */
export async function startMailbox() {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		receive(socket, (email) => server.emit('mail', email));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const emails = on(server, 'mail');

	return {
		credentialData: { host: '127.0.0.1', port, secure: false, disableStartTls: true },

		next: async () => fromQuotedPrintable((await emails.next()).value![0]),

		async close() {
			for (const socket of sockets) socket.destroy();
			await server[Symbol.asyncDispose]();
		},
	};
}

function receive(socket: Socket, take: (email: string) => void) {
	let email: string[] | undefined;
	createInterface(socket).on('line', (line) => {
		if (email === undefined) {
			const command = line.slice(0, 4).toUpperCase();
			if (command === 'DATA') email = [];
			socket.write(`${RESPONSES[command] ?? '250 OK'}\r\n`);
		} else if (line === '.') {
			take(email.join('\n'));
			email = undefined;
			socket.write('250 OK\r\n');
		} else {
			email.push(line.replace(/^\./, ''));
		}
	});
	socket.write('220 ready\r\n');
}

function fromQuotedPrintable(text: string): string {
	return text
		.replaceAll('=\n', '')
		.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replaceAll('&amp;', '&');
}
