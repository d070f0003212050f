import { Readable } from 'node:stream';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { type Client, createClientFactory } from '../../../nodes/DataPlatform/transport/client.ts';
import { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { HttpRequest } from '../../../nodes/DataPlatform/transport/request.ts';

const DATA = { baseUrl: 'https://host.example', token: 'the-token', headerName: 'X-Token' };
const REQUEST: HttpRequest = { method: 'POST', path: '/somewhere', text: '{"sent":true}' };

/** A client with a fake of n8n's HTTP helper. */
async function clientWith(
	helper: (options: IHttpRequestOptions) => Promise<unknown>,
	{ data = DATA, stop = undefined as AbortSignal | undefined } = {},
): Promise<Client> {
	const context = {
		getCredentials: async () => data,
		getInputData: () => [{ json: {} }],
		getNode: () => ({}),
		getExecutionCancelSignal: () => stop,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await helper(options),
		},
	};
	const clients = await createClientFactory(context as unknown as IExecuteFunctions);
	return await clients(0);
}

function responseOf(statusCode: number, text = '{}') {
	const body = Readable.from([Buffer.from(text)], { objectMode: false });
	return { statusCode, headers: {}, body };
}

const options = (signal = new AbortController().signal, finishesOnStop = false) => ({
	...{ timeout: 60, signal, finishesOnStop },
});

async function rejectionOf(work: Promise<unknown>): Promise<ApiError> {
	const error = await work.then(() => undefined).catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(ApiError);
	return error as ApiError;
}

/** A request that only ends when its signal aborts, as in n8n's helper. */
const untilAborted = async ({ abortSignal }: IHttpRequestOptions) =>
	await new Promise((_, reject) => {
		const abort = () => reject(new Error('Canceled', { cause: { code: 'ERR_CANCELED' } }));
		if ((abortSignal as AbortSignal).aborted) abort();
		(abortSignal as AbortSignal).addEventListener('abort', abort);
	});

test('an invalid credential fails with advice', async () => {
	const work = clientWith(async () => ({}), { data: { ...DATA, token: '' } });

	expect(await rejectionOf(work)).toMatchObject({
		description: 'Correct it in the credential.',
		details: { kind: 'invalid' },
	});
});

test('a request has its own timeout, and accepts any status', async () => {
	const sent: IHttpRequestOptions[] = [];
	const client = await clientWith(async (request) => {
		sent.push(request);
		return responseOf(299, '{"done":true}');
	});

	expect(await client.send(REQUEST, { ...options(), timeout: 1.2345 })).toEqual({ done: true });
	expect(sent).toEqual([
		expect.objectContaining({
			method: 'POST',
			url: 'https://host.example/somewhere',
			body: '{"sent":true}',
			timeout: 1235,
			ignoreHttpStatusErrors: true,
		}),
	]);
});

test.each([199, 300])('status %d fails', async (statusCode) => {
	const client = await clientWith(async () => responseOf(statusCode));

	expect((await rejectionOf(client.send(REQUEST, options()))).details.httpCode).toBe(statusCode);
});

test.each([
	['that ended before', true],
	['that ends during it', false],
])('an execution %s cancels the request', async (_, isBefore) => {
	const run = new AbortController();
	const client = await clientWith(untilAborted);
	if (isBefore) run.abort();
	const sent = client.send(REQUEST, options(run.signal));
	run.abort();

	expect((await rejectionOf(sent)).details.networkCode).toBe('ERR_CANCELED');
});

test('it removes its listeners from the signals of the execution and of n8n', async () => {
	const [run, stop] = [new AbortController().signal, new AbortController().signal];
	const removed = [run, stop].map((signal) => jest.spyOn(signal, 'removeEventListener'));
	const added = [run, stop].map((signal) => jest.spyOn(signal, 'addEventListener'));
	const client = await clientWith(async () => responseOf(200), { stop });
	await client.send(REQUEST, options(run));

	expect(removed.map(({ mock }) => mock.calls)).toEqual(added.map(({ mock }) => mock.calls));
	expect(added.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('Stop only cancels requests that may be canceled', async () => {
	const stop = new AbortController();
	const client = await clientWith(untilAborted, { stop: stop.signal });
	const run = new AbortController();
	const [broken, settled] = [false, true].map(
		async (finishesOnStop) =>
			await rejectionOf(client.send(REQUEST, options(run.signal, finishesOnStop))),
	);
	stop.abort();

	let isCanceled = false;
	void settled.then(() => (isCanceled = true));
	expect((await broken).details.networkCode).toBe('ERR_CANCELED');
	await new Promise((resolve) => setImmediate(resolve));
	expect(isCanceled).toBe(false);
	run.abort();
	await settled;
});

test('if the credential depends on the item, only items with an invalid one fail', async () => {
	const context = {
		getCredentials: async (_type: string, itemIndex: number) => {
			if (itemIndex === 1) throw new Error('no tenant');
			return { ...DATA, token: itemIndex === 0 ? '' : 'the-token' };
		},
		getInputData: () => [{ json: {} }, { json: {} }, { json: {} }],
		getNode: () => ({}),
		helpers: {},
	};
	const clients = await createClientFactory(context as unknown as IExecuteFunctions);

	expect((await rejectionOf(clients(0))).message).toBe("Developer Token is empty or isn't text");
	await expect(clients(1)).rejects.toThrow('no tenant');
	expect((await clients(2)).token).toBe('the-token');
});
