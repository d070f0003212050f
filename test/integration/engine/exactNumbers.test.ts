import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';
import { errorOf, jsonOf, runNode } from '../../support/engine/engine.ts';

/** The first two whole numbers that are the same as JavaScript numbers. */
const [ONE, OTHER] = ['9007199254740993', '9007199254740992'];

let server: Server;
let sent: string[];
let body: string;
beforeAll(async () => {
	server = createServer(async (request, response) => {
		sent.push(await text(request));
		response.setHeader('Content-Type', 'application/json').end(body);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
});
beforeEach(() => {
	sent = [];
});
afterAll(() => void server.close());

async function run(parameters: NonNullable<Parameters<typeof runNode>[0]['parameters']>) {
	const { port } = server.address() as AddressInfo;
	return await runNode({
		parameters,
		credentials: { baseUrl: `http://127.0.0.1:${port}`, token: TOKEN, headerName: HEADER },
	});
}

test('IDs that differ only in the last digit keep it', async () => {
	body = `{"totalHits":2,"hasMore":false,"results":[{"id":${ONE},"owner":${OTHER}},{"id":${OTHER}}]}`;
	const found = await run({ resource: 'function', operation: 'search', returnAll: true });

	expect(jsonOf(found).map(({ id }) => id)).toEqual([ONE, OTHER]);
});

test('a large number in JSON keeps its digits in the request', async () => {
	body = '{"status":"OK"}';
	const ended = await run({
		...{ resource: 'job', operation: 'update', applicationId: 'a', jobId: 'b' },
		...{ specifyJob: 'json', jobJson: `{"jobName":"c","accounts":[${ONE}]}` },
	});

	expect(errorOf(ended)).toBeUndefined();
	expect(sent).toEqual([`{"jobName":"c","accounts":[${ONE}],"jobId":"b"}`]);
});
