import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { jsonOf, runNode } from '../../support/engine/engine.ts';
import { startTestServer } from '../../support/engine/server.ts';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';
import { testOperations } from '../../support/operations.ts';

let respond: (response: ServerResponse) => void;
let requests: number;

const addressOf = startTestServer((request, response) => {
	requests++;
	request.resume().on('end', () => respond(response));
});
beforeEach(() => {
	requests = 0;
});

/** Starts a run that n8n and the node may retry. */
async function run() {
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
		credentials: { baseUrl: addressOf(), token: TOKEN, headerName: HEADER },
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
