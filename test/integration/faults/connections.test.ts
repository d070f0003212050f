// What a broken connection means for a run, which must not be started twice.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import {
	createServer as createTlsServer,
	getCACertificates,
	setDefaultCACertificates,
	TLSSocket,
} from 'node:tls';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { CONTINUE, execute, RETRIED } from './execute.ts';

const platform = simulatedPlatform();
const authorities = getCACertificates('default');
let certificate: { key: string; cert: string };

const trustCertificate = () => setDefaultCACertificates([...authorities, certificate.cert]);
const distrustCertificate = () => setDefaultCACertificates(authorities);

beforeAll(async () => {
	const subject = [{ name: 'commonName', value: 'localhost' }];
	const altNames = [{ type: 7 as const, ip: '127.0.0.1' }];
	const extensions = [{ name: 'subjectAltName' as const, altNames }];
	const { private: key, cert } = await generate(subject, { extensions });
	certificate = { key, cert };
});
beforeEach(trustCertificate);
afterAll(distrustCertificate);

/** Starts a run that the node and n8n may send again. */
async function run(baseUrl: string, maxRetries = 1) {
	const ended = await execute(platform, 'Run', {
		requestOptions: { maxRetries },
		settings: { ...CONTINUE, ...RETRIED, maxTries: 2 },
		credential: { baseUrl },
	});
	return jsonOf(ended)[0];
}

/** Sends a run to a server. Also counts the connections. */
async function runAgainst(server: Server, { protocol = 'https', maxRetries = 1 } = {}) {
	let connections = 0;
	server.on('connection', () => connections++);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const item = await run(`${protocol}://127.0.0.1:${port}`, maxRetries);
	server.close();
	return { item, connections };
}

const UNKNOWN = {
	error: expect.stringMatching(/^The run of stream 100 may have started: /),
	details: { kind: 'unknownOutcome' },
};

/** A server that reads a request over TLS, and then calls `act` with the TCP connection. */
function afterReading(act: (connection: Socket) => void, maxVersion: 'TLSv1.2' | 'TLSv1.3') {
	return createServer((connection) => {
		const secured = new TLSSocket(connection, { isServer: true, maxVersion, ...certificate });
		for (const socket of [connection, secured]) socket.on('error', () => {});
		secured.once('data', () => act(connection));
	});
}

const BROKEN_RECORD = Buffer.concat([Buffer.from([0x17, 3, 3, 0, 32]), Buffer.alloc(32, 7)]);

describe('the outcome is unknown, and the run is sent once', () => {
	test.each([
		['TLSv1.2', 'a broken record', BROKEN_RECORD],
		['TLSv1.3', 'a broken record', BROKEN_RECORD],
		['TLSv1.3', 'no TLS record', 'HTTP/1.1 200 OK\r\n\r\n'],
	] as const)('%s: %s follows the request', async (version, _, bytes) => {
		const server = afterReading((connection) => connection.write(bytes), version);
		expect(await runAgainst(server)).toMatchObject({ item: UNKNOWN, connections: 1 });
	});

	test('an alert about certificates follows the handshake', async () => {
		const options = { ...certificate, requestCert: true, minVersion: 'TLSv1.3' } as const;
		expect(await runAgainst(createTlsServer(options, () => {}))).toMatchObject({
			...{ item: UNKNOWN, connections: 1 },
		});
	});

	test('the response is larger than 64 MB after decompression', async () => {
		const bomb = gzipSync(Buffer.alloc(300 * 2 ** 20, ' '));
		const server = createHttpServer((_, response) =>
			response.writeHead(201, { 'content-encoding': 'gzip' }).end(bomb),
		);
		const before = process.memoryUsage().rss;
		const { item, connections } = await runAgainst(server, { protocol: 'http' });

		expect(item).toMatchObject({ ...UNKNOWN, details: { httpCode: 201 } });
		expect(item.error).toMatch(/larger than 64 MB/);
		expect(connections).toBe(1);
		expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
	});
});

describe('nothing was sent', () => {
	test("the server's certificate can't be trusted: it isn't tried again", async () => {
		distrustCertificate();
		const { item, connections } = await runAgainst(createTlsServer(certificate, () => {}));

		expect(item.error).toMatch(/certificate/);
		expect(item.details).toMatchObject({ kind: 'invalid', sent: false });
		// One by the node, and one more by n8n.
		expect(connections).toBe(2);
	});

	test('the server has no TLS', async () => {
		const { item } = await runAgainst(createHttpServer());
		expect(item.error).toMatch(/https \(EPROTO\)$/);
		expect(item.details).toMatchObject({ sent: false });
	});

	test('the handshake fails', async () => {
		const server = createServer((connection) => connection.once('data', () => connection.end()));
		const { item } = await runAgainst(server, { maxRetries: 0 });
		expect(item.details).toMatchObject({ kind: 'unavailable', sent: false });
	});

	test('a proxy closes the connection', async () => {
		const proxy = createServer((connection) => connection.once('data', () => connection.end()));
		proxy.listen(0, '127.0.0.1');
		await once(proxy, 'listening');
		const { port } = proxy.address() as AddressInfo;
		const { HTTPS_PROXY: before } = process.env;
		process.env.HTTPS_PROXY = `http://127.0.0.1:${port}`;
		const { item } = await runAgainst(createServer(), { maxRetries: 0 });
		if (before === undefined) delete process.env.HTTPS_PROXY;
		else process.env.HTTPS_PROXY = before;
		proxy.close();

		expect(item.details).toMatchObject({ kind: 'unavailable', sent: false });
	});
});
