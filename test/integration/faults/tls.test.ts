import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import {
	createServer as createTlsServer,
	getCACertificates,
	setDefaultCACertificates,
	TLSSocket,
} from 'node:tls';
import { generate } from 'selfsigned';
import { jsonOf, runNode } from '../../support/engine/engine.ts';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';
import { testOperations } from '../../support/operations.ts';

let certificate: { key: string; cert: string };
const authorities = getCACertificates('default');

beforeAll(async () => {
	const subject = [{ name: 'commonName', value: 'localhost' }];
	const names = {
		name: 'subjectAltName' as const,
		altNames: [{ type: 7 as const, ip: '127.0.0.1' }],
	};
	const { private: key, cert } = await generate(subject, { extensions: [names] });
	certificate = { key, cert };
	setDefaultCACertificates([...authorities, cert]);
});
afterAll(() => setDefaultCACertificates(authorities));

/** Sends a connector run to a server. Returns the output item. */
async function runAgainst(server: Server, { maxRetries = 0 } = {}) {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const ended = await runNode({
		parameters: { ...testOperations.Run.parameters, requestOptions: { maxRetries } },
		input: [{ json: { id: '100' } }],
		settings: { onError: 'continueRegularOutput' },
		credentials: { baseUrl: `https://127.0.0.1:${port}`, token: TOKEN, headerName: HEADER },
	});
	server.close();
	return jsonOf(ended)[0];
}

/** A server that reads a request over TLS, and then calls `act` with the TCP connection. */
function afterReading(act: (connection: Socket) => void, maxVersion: 'TLSv1.2' | 'TLSv1.3') {
	const arrived: string[] = [];
	const server = createServer((connection) => {
		const secured = new TLSSocket(connection, { isServer: true, maxVersion, ...certificate });
		for (const socket of [connection, secured]) socket.on('error', () => {});
		secured.once('data', (request) => {
			arrived.push(String(request));
			act(connection);
		});
	});
	return { server, arrived };
}

const BROKEN_RECORD = Buffer.concat([Buffer.from([0x17, 3, 3, 0, 32]), Buffer.alloc(32, 7)]);
const NO_RECORD = 'HTTP/1.1 200 OK\r\n\r\n';

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('%s', (version) => {
	test.each([
		['a broken record', BROKEN_RECORD],
		['no TLS record', NO_RECORD],
	])('%s after the request makes the outcome unknown', async (_, bytes) => {
		const { server, arrived } = afterReading((connection) => connection.write(bytes), version);
		const item = await runAgainst(server);

		expect(arrived).toEqual([expect.stringMatching(/^POST .*\/streams\/100\/executions /)]);
		expect(item).toMatchObject({
			error: expect.stringMatching(
				/^The run of stream 100 may have started: The connection broke before the response was complete \((EPROTO|ERR_SSL_\w+)\)$/,
			),
			details: { kind: 'unknownOutcome' },
		});
	});
});

test("a server without TLS doesn't get the request", async () => {
	const arrived: unknown[] = [];
	const item = await runAgainst(createHttpServer((request) => arrived.push(request)));

	expect(arrived).toEqual([]);
	expect(item.error).toMatch(/^The base URL can't be reached over https \(EPROTO\)$/);
	expect(item.details).toMatchObject({ kind: 'unavailable', sent: false });
});

test("a server with an untrusted certificate doesn't get the request", async () => {
	setDefaultCACertificates(authorities);
	const { server, arrived } = afterReading((connection) => connection.destroy(), 'TLSv1.3');
	const item = await runAgainst(server);

	expect(arrived).toEqual([]);
	expect(item.error).toMatch(/^The platform's certificate isn't trusted \(\w+\)$/);
	expect(item.details).toMatchObject({ kind: 'unavailable', sent: false });
});

test('an alert about certificates after the handshake makes the outcome unknown', async () => {
	setDefaultCACertificates([...authorities, certificate.cert]);
	const tlsOptions = { ...certificate, requestCert: true, minVersion: 'TLSv1.3' } as const;
	let connections = 0;
	const server = createTlsServer(tlsOptions, () => {}).on('connection', () => connections++);
	const item = await runAgainst(server, { maxRetries: 2 });

	expect(connections).toBe(1);
	expect(item).toMatchObject({
		error: expect.stringMatching(
			/^The run of stream 100 may have started: The connection broke .+ \(ERR_SSL_\w*CERT\w*\)$/,
		),
		details: { kind: 'unknownOutcome' },
	});
});

test('nothing is sent if the handshake fails', async () => {
	const server = createServer((connection) => connection.once('data', () => connection.destroy()));
	const item = await runAgainst(server);

	expect(item).toMatchObject({
		error: expect.stringMatching(/^The platform can't be reached \(ECONNRESET\)$/),
		details: { kind: 'unavailable', sent: false },
	});
});

test('nothing is sent if a proxy closes the connection', async () => {
	const proxy = createServer((connection) => connection.once('data', () => connection.end()));
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const before = process.env.HTTPS_PROXY;
	process.env.HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	const item = await runAgainst(createServer());
	if (before === undefined) delete process.env.HTTPS_PROXY;
	else process.env.HTTPS_PROXY = before;
	proxy.close();

	expect(item).toMatchObject({
		error: expect.stringMatching(/^The request failed: Proxy connection ended/),
		details: { kind: 'unavailable', sent: false },
	});
});
