// Every status from 0 to 999 meets every operation, on a simulated clock without sockets. What's expected comes from
// RFC 9110 and the documented list of retries, and Node's list of registered statuses. matrix.test.ts has a few over real sockets.
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import { validCalls } from './validCalls.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import type { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { createHttp } from '../../../nodes/DataPlatform/transport/http.ts';
import { IDEMPOTENCY } from '../../../nodes/DataPlatform/transport/idempotency.ts';
import {
	type ApiRequest,
	type Send,
	serialize,
} from '../../../nodes/DataPlatform/transport/request.ts';
import { createSlots } from '../../../nodes/DataPlatform/transport/requestQueue.ts';
import { parseResponse } from '../../../nodes/DataPlatform/transport/response.ts';
import { withRetry } from '../../../nodes/DataPlatform/transport/retry.ts';
import { createUnknownOutcomes } from '../../../nodes/DataPlatform/transport/unknownOutcome.ts';
import { readParameters } from '../../support/run-operation.ts';
import { NEVER, settle, useClock } from '../../unit/transport/platform.ts';

useClock();

const ACCESS = { baseUrl: 'https://host.example', headerName: 'X-Token', token: 'a-token' };

/** Executes an operation against a platform that always answers with this status. */
async function executeAgainst(name: string, statusCode: number, headers = {}) {
	const { values, response } = validCalls[name];
	let tries = 0;
	const httpRequestWithAuthentication = async () => {
		tries++;
		const body = Readable.from([Buffer.from(JSON.stringify(response))], { objectMode: false });
		return await Promise.resolve({ statusCode, headers, body });
	};
	const context = { getCredentials() {}, helpers: { httpRequestWithAuthentication } };
	const access = { ...ACCESS, data: {}, isPerItem: false };
	const http = createHttp(context as unknown as IExecuteFunctions, access, 60);
	const parsed: Send = async (request, signal) =>
		parseResponse(request, await http(request, signal));
	const bounds = { startConcurrency: 1, maxConcurrency: 1, maxRequestsPerSecond: Infinity };
	const { withSlot } = createSlots({ ...bounds, timeout: 60 });
	const retried = withRetry({ timeout: 60, maxRetries: 1 }, withSlot(parsed));
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

/** The temporary failures that docs/explanation/retries-and-duplicates.md names. */
const RETRIED = [408, 500, 502, 503, 504];
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
