import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { hintsOf, jsonOf, runNode } from '../../support/engine/engine.ts';
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

const LATER = 'Sun, 22 Nov 2026 12:00:07 GMT';

test.each<[what: string, status: number, headers: Record<string, string>]>([
	['301', 301, { location: 'http://a.invalid/' }],
	['302', 302, { location: 'http://a.invalid/' }],
	['303 without a location', 303, {}],
	['503 and an invalid date in Retry-After', 503, { 'retry-after': LATER.replace('22', '99') }],
	['503 and text in Retry-After', 503, { 'retry-after': 'soon' }],
])('a run is sent once after %s', async (_, status, headers) => {
	respond = (response) => response.writeHead(status, headers).end();

	expect(await run()).toMatchObject({
		error: expect.stringMatching(/^The run of stream 100 may have started: /),
		details: { kind: 'unknownOutcome', httpCode: status },
	});
	expect(requests).toBe(1);
});

test('a run is sent once if the response has no execution ID', async () => {
	respond = (response) => response.writeHead(201).end('{"executionId":""}');

	expect(await run()).toMatchObject({
		error: 'The run of stream 100 may have started: The response has no "executionId"',
		details: { kind: 'unknownOutcome' },
	});
	expect(requests).toBe(1);
});

test('a hint escapes HTML from the response', async () => {
	const page = { results: [{ id: '<b>7</b>' }], totalHits: 1, hasMore: false };
	respond = (response) => response.writeHead(200).end(JSON.stringify(page));
	const { port } = server.address() as AddressInfo;
	const ended = await runNode({
		parameters: {
			...{ resource: 'function', operation: 'search' },
			keepOnly: { changedAfter: '2020-01-01' },
			options: { whenIncomplete: 'hint' },
		},
		credentials: { baseUrl: `http://127.0.0.1:${port}`, token: TOKEN, headerName: HEADER },
	});

	expect(hintsOf(ended)).toEqual([expect.stringContaining('function &lt;b&gt;7&lt;/b&gt; has')]);
});

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
