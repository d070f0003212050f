// Every status from 0 to 999 meets every operation, on a simulated clock without sockets. What's expected comes from
// RFC 9110, Node's list of registered statuses, and the page of the docs about statuses. matrix.test.ts has a few over
// real sockets.
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import { validCalls } from './validCalls.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import type { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { createHttp } from '../../../nodes/DataPlatform/transport/http.ts';
import { IDEMPOTENCY } from '../../../nodes/DataPlatform/transport/idempotency.ts';
import { type ApiRequest, serialize } from '../../../nodes/DataPlatform/transport/request.ts';
import { createSlots } from '../../../nodes/DataPlatform/transport/requestQueue.ts';
import { withRetry } from '../../../nodes/DataPlatform/transport/retry.ts';
import { createUnknownOutcomes } from '../../../nodes/DataPlatform/transport/unknownOutcome.ts';
import { readParameters } from '../../support/run-operation.ts';
import { NEVER, settle, useClock } from '../../unit/transport/platform.ts';

useClock();

const ACCESS = { baseUrl: 'https://host.example', headerName: 'X-Token', token: 'a-token' };

/** Executes an operation against a platform that always answers with this status. */
async function executeAgainst(name: string, statusCode: number, headers = {}, text?: string) {
	const { values, response } = validCalls[name];
	const bytes = Buffer.from(text ?? JSON.stringify(response));
	let tries = 0;
	const httpRequestWithAuthentication = async () => {
		tries++;
		const body = Readable.from([bytes], { objectMode: false });
		return await Promise.resolve({ statusCode, headers, body });
	};
	const context = { getCredentials() {}, helpers: { httpRequestWithAuthentication } };
	const access = { ...ACCESS, data: {}, hasSeveralTokens: false };
	const http = createHttp(context as unknown as IExecuteFunctions, access, 60_000);
	const bounds = { startConcurrency: 1, maxConcurrency: 1, maxRequestsPerSecond: Infinity };
	const { withSlot } = createSlots({ ...bounds, timeout: 60_000 });
	const retried = withRetry({ timeout: 60_000, maxRetries: 1 }, withSlot(http));
	const send = createUnknownOutcomes({}, 0, false)(access, 0, retried);
	const operation = operations.find(({ option }) => option.action === name)!;
	const { idempotency } = operation;
	const { maySendTwice } = IDEMPOTENCY[idempotency];
	const api = {
		request: async <Response>(request: ApiRequest<Response>) =>
			(await send({ ...serialize(request), idempotency, maySendTwice }, NEVER)) as Response,
		maxParallelRequests: () => 1,
	};
	const ended = await settle(operation.execute(readParameters(operation, values), api));
	return { kind: (ended as Partial<ApiError>).details?.kind, tries };
}

const page = readFileSync('docs/how-to/troubleshoot.md', 'utf8');
const statusesIn = (text = '') => Array.from(text.matchAll(/\b\d{3}\b/g), ([status]) => +status);

/** The statuses after which a request is sent again, as the page says. */
const RETRIED = statusesIn(/sends a request again after (.*?),? \[/.exec(page)?.[1]);
/** The statuses of the page's table, each with its kind. */
const TABLE = Array.from(page.matchAll(/^\| (\d.*?) +\| `(\w+)`/gm)).flatMap(([, statuses, kind]) =>
	statusesIn(statuses).map((status): [number, string] => [status, kind]),
);
/** Statuses with which gateways say that they gave up, and nothing about the platform. */
const GAVE_UP = [444, 460, 499];

function expectedOf(status: number, isRun: boolean) {
	const once = (kind?: string) => ({ kind, tries: 1 });
	const unclear = (kind: string, isRetried: boolean) =>
		isRun ? once('unknownOutcome') : { kind, tries: isRetried ? 2 : 1 };
	if (status === 429) return { kind: 'throttled', tries: expect.any(Number) };
	if (RETRIED.includes(status) || GAVE_UP.includes(status)) return unclear('unavailable', true);
	switch (Math.floor(status / 100)) {
		case 2:
			return once();
		case 4:
			return once('rejected');
		case 5:
			// An unknown status counts as the first of its hundred (RFC 9110, section 15).
			return unclear('unavailable', STATUS_CODES[status] === undefined);
		default:
			// Neither an informational status, a redirect nor an invalid one is a response of the API.
			return unclear('unexpectedResponse', false);
	}
}

describe.each(Object.keys(validCalls))('%s', (name) => {
	const isRun = name === 'Run connector';

	test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('%d00 and the 99 after it', async (hundred) => {
		for (let status = 100 * hundred; status < 100 * hundred + 100; status++) {
			const ended = { status, ...(await executeAgainst(name, status)) };
			expect(ended).toEqual({ status, ...expectedOf(status, isRun) });
		}
	});

	test.each([
		[403, 'throttled'],
		[429, 'throttled'],
		[503, 'throttled'],
		[404, 'rejected'],
	])('%d with Retry-After is %s', async (status, kind) => {
		const { kind: ended, tries } = await executeAgainst(name, status, { 'retry-after': '60' });
		expect(ended).toBe(kind);
		expect(tries > 1).toBe(kind === 'throttled');
	});
});

test('the page names statuses', () => {
	expect(TABLE.length).toBeGreaterThan(20);
	expect(RETRIED.length).toBeGreaterThan(5);
});

test.each(TABLE)('the page says that %d is %s', async (status, kind) => {
	const headers = kind === 'throttled' ? { 'retry-after': '60' } : {};
	const text = status === 200 ? '<title>Sign in</title>' : undefined;
	const search = await executeAgainst('Search functions', status, headers, text);
	expect(search.kind).toBe(kind);
	expect(search.tries > 1).toBe(kind === 'throttled' || RETRIED.includes(status));
	const run = await executeAgainst('Run connector', status, headers, text);
	expect(run.kind).toBe(/rejected|throttled/.test(kind) ? kind : 'unknownOutcome');
	expect(run.tries > 1).toBe(kind === 'throttled');
});
