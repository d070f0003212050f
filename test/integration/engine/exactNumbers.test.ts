import { text } from 'node:stream/consumers';
import { startTestServer } from '../../support/engine/server.ts';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';
import { errorOf, jsonOf, runNode } from '../../support/engine/engine.ts';

/** The first two whole numbers that are the same as JavaScript numbers. */
const [ONE, OTHER] = ['9007199254740993', '9007199254740992'];

let sent: string[];
let body: string;
const addressOf = startTestServer(async (request, response) => {
	sent.push(await text(request));
	response.setHeader('Content-Type', 'application/json').end(body);
});
beforeEach(() => {
	sent = [];
});

async function run(parameters: NonNullable<Parameters<typeof runNode>[0]['parameters']>) {
	return await runNode({
		parameters,
		credentials: { baseUrl: addressOf(), token: TOKEN, headerName: HEADER },
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
