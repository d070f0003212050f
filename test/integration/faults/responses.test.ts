import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { jsonOf, runNode } from '../../support/engine/engine.ts';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';
import { testOperations } from '../../support/operations.ts';

let server: Server;
let respond: (response: ServerResponse) => void;
let requests: number;

beforeAll(async () => {
	server = createServer((request, response) => {
		requests++;
		request.resume().on('end', () => respond(response));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
});
beforeEach(() => {
	requests = 0;
});
afterAll(() => void server.close());

/** Starts a run that n8n and the node may retry. */
async function run() {
	const { port } = server.address() as AddressInfo;
	const ended = await runNode({
		parameters: {
			...testOperations.Run.parameters,
			requestOptions: { maxRetries: 2, retryBudget: 2 },
		},
		input: [{ json: { id: '100' } }],
		settings: {
			onError: 'continueRegularOutput',
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		},
		credentials: { baseUrl: `http://127.0.0.1:${port}`, token: TOKEN, headerName: HEADER },
	});
	return jsonOf(ended)[0];
}

test('the node stops reading a response that is too large', async () => {
	const bomb = gzipSync(Buffer.alloc(300 * 2 ** 20, ' '));
	respond = (response) => response.writeHead(201, { 'content-encoding': 'gzip' }).end(bomb);
	const before = process.memoryUsage().rss;

	expect(await run()).toMatchObject({
		error: 'The run of stream 100 may have started: The response is larger than 64 MB',
		details: { kind: 'unknownOutcome', httpCode: 201 },
	});
	expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
	expect(requests).toBe(1);
});
