// What a broken connection means for a run, which must not be started twice.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import {
	createServer as createTlsServer,
	getCACertificates,
	setDefaultCACertificates,
	TLSSocket,
} from 'node:tls';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { CONTINUE, execute, RETRIED } from './execute.ts';
import { jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();
const authorities = getCACertificates('default');
let certificate: { key: string; cert: string };

beforeAll(async () => {
	const subject = [{ name: 'commonName', value: 'localhost' }];
	const altNames = [{ type: 7 as const, ip: '127.0.0.1' }];
	const extensions = [{ name: 'subjectAltName' as const, altNames }];
	const { private: key, cert } = await generate(subject, { extensions });
	certificate = { key, cert };
});
beforeEach(() => setDefaultCACertificates([...authorities, certificate.cert]));
afterAll(() => setDefaultCACertificates(authorities));

/** Starts a server, and returns its host and port. */
async function listen(server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends a run, which the node and n8n may send again, to a server. Also counts the connections. */
async function runAgainst(server: Server, { protocol = 'https', maxRetries = 1 } = {}) {
	let connections = 0;
	server.on('connection', () => connections++);
	const baseUrl = `${protocol}://${await listen(server)}`;
	const ended = await execute(platform, 'Run', {
		requestOptions: { maxRetries },
		settings: { ...CONTINUE, ...RETRIED, maxTries: 2 },
		credential: { baseUrl },
	});
	server.close();
	const [{ error, details }] = jsonOf(ended);
	return { error, details, connections };
}

const SENT_ONCE = {
	error: expect.stringMatching(/^The run of stream 100 may have started: /),
	details: { kind: 'unknownOutcome' },
	connections: 1,
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
	] as const)('%s: %s follows the request', async (version, _, bytes) => {
		const server = afterReading((connection) => connection.write(bytes), version);
		expect(await runAgainst(server)).toMatchObject(SENT_ONCE);
	});

	test('an alert about certificates follows the handshake', async () => {
		const options = { ...certificate, requestCert: true, minVersion: 'TLSv1.3' } as const;
		expect(await runAgainst(createTlsServer(options, () => {}))).toMatchObject(SENT_ONCE);
	});

	test('the response is larger than 64 MB after decompression', async () => {
		const bomb = gzipSync(Buffer.alloc(300 * 2 ** 20, ' '));
		const server = createHttpServer((_, response) =>
			response.writeHead(201, { 'content-encoding': 'gzip' }).end(bomb),
		);
		const before = process.memoryUsage().rss;
		const ended = await runAgainst(server, { protocol: 'http' });

		expect(ended).toMatchObject({ ...SENT_ONCE, details: { httpCode: 201 } });
		expect(ended.error).toMatch(/larger than 64 MB/);
		expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
	});
});

describe('nothing was sent', () => {
	const closing = () =>
		createServer((connection) => connection.once('data', () => connection.end()));
	const UNSENT = { details: { kind: 'unavailable', sent: false } };

	test("the server's certificate can't be trusted: it isn't tried again", async () => {
		setDefaultCACertificates(authorities);
		expect(await runAgainst(createTlsServer(certificate, () => {}))).toMatchObject({
			error: expect.stringMatching(/certificate/),
			details: { kind: 'invalid', sent: false },
			// One by the node, and one more by n8n.
			connections: 2,
		});
	});

	test('the server has no TLS', async () => {
		const error = expect.stringMatching(/https \(EPROTO\)$/);
		expect(await runAgainst(createHttpServer())).toMatchObject({
			...UNSENT,
			error,
			connections: 2,
		});
	});

	test('the handshake fails', async () => {
		expect(await runAgainst(closing(), { maxRetries: 0 })).toMatchObject(UNSENT);
	});

	test('a proxy closes the connection', async () => {
		const proxy = closing();
		const { HTTPS_PROXY: before } = process.env;
		process.env.HTTPS_PROXY = `http://${await listen(proxy)}`;
		const ended = await runAgainst(createServer(), { maxRetries: 0 });
		if (before === undefined) delete process.env.HTTPS_PROXY;
		else process.env.HTTPS_PROXY = before;
		proxy.close();

		expect(ended).toMatchObject(UNSENT);
	});
});

describe('a compressed response that is cut off', () => {
	const page = gzipSync(JSON.stringify({ totalHits: 1, hasMore: false, results: [{ id: 7 }] }));
	const started = gzipSync(JSON.stringify({ executionId: 7, streamId: 100 }));

	/** A server that sends only the beginning of its first response. */
	function cuttingOff(bytes: Buffer, end: number) {
		let responses = 0;
		return createHttpServer((_, response) => {
			const sent = responses++ === 0 ? bytes.subarray(0, end) : bytes;
			response.writeHead(200, { 'content-encoding': 'gzip', connection: 'close' }).end(sent);
		});
	}

	test.each([page.length / 2, page.length - 9])(
		'after %d bytes: a search is sent again, and succeeds',
		async (end) => {
			const server = cuttingOff(page, end);
			const baseUrl = `http://${await listen(server)}`;
			const ended = await execute(platform, 'Search', { credential: { baseUrl } });
			server.close();
			expect(jsonOf(ended)).toMatchObject([{ id: 7 }]);
		},
	);

	test('a run is sent once', async () => {
		const server = cuttingOff(started, started.length / 2);
		expect(await runAgainst(server, { protocol: 'http' })).toMatchObject(SENT_ONCE);
	});
});
