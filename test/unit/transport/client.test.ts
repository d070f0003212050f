import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { type Client, openClient } from '../../../nodes/DataPlatform/transport/client.ts';
import { ApiError } from '../../../nodes/DataPlatform/transport/failures.ts';
import { onWire } from '../../../nodes/DataPlatform/transport/request.ts';

const DATA = { baseUrl: 'https://host.example', token: 'the-token', headerName: 'X-Token' };
const REQUEST = onWire({ method: 'POST', path: '/somewhere', body: { asked: true } });

/** A client whose HTTP helper is n8n's, as far as it is asked. */
async function clientWith(
	helper: (options: IHttpRequestOptions) => Promise<unknown>,
	{ data = DATA, stop = undefined as AbortSignal | undefined, settlesOnStop = false } = {},
): Promise<Client> {
	const context = {
		getCredentials: async () => data,
		getNode: () => ({}),
		getExecutionCancelSignal: () => stop,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await helper(options),
		},
	};
	return await openClient(context as unknown as IExecuteFunctions, settlesOnStop);
}

const options = (signal = new AbortController().signal) => ({ timeout: 60, signal });

async function rejectionOf(work: Promise<unknown>): Promise<ApiError> {
	const error = await work.then(() => undefined).catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(ApiError);
	return error as ApiError;
}

/** A request that ends when its signal says so, as n8n's helper does with axios. */
const untilAborted = async ({ abortSignal }: IHttpRequestOptions) =>
	await new Promise((_, reject) => {
		const abort = () => reject(new Error('Canceled', { cause: { code: 'ERR_CANCELED' } }));
		if ((abortSignal as AbortSignal).aborted) abort();
		(abortSignal as AbortSignal).addEventListener('abort', abort);
	});

test('a credential that cannot be used says what to do', async () => {
	const work = clientWith(async () => ({}), { data: { ...DATA, token: '' } });

	expect((await rejectionOf(work)).description).toBe('Correct it in the credential.');
});

test('a request is sent with its own time, and any status is an answer', async () => {
	const sent: IHttpRequestOptions[] = [];
	const client = await clientWith(async (request) => {
		sent.push(request);
		return { statusCode: 299, headers: {}, body: '{"done":true}' };
	});

	expect(await client.send(REQUEST, { ...options(), timeout: 1.2345 })).toEqual({ done: true });
	expect(sent).toEqual([
		expect.objectContaining({
			method: 'POST',
			url: 'https://host.example/somewhere',
			body: '{"asked":true}',
			timeout: 1235,
			ignoreHttpStatusErrors: true,
		}),
	]);
});

test.each([199, 300])('status %d is no success', async (statusCode) => {
	const client = await clientWith(async () => ({ statusCode, headers: {}, body: '{}' }));

	expect((await rejectionOf(client.send(REQUEST, options()))).details.httpCode).toBe(statusCode);
});

test.each([undefined, { parsed: true }])('a body that is no text is empty: %j', async (body) => {
	const client = await clientWith(async () => ({ statusCode: 400, headers: {}, body }));

	expect((await rejectionOf(client.send(REQUEST, options()))).details.body).toBeFalsy();
});

test.each<[what: string, thrown: unknown, message: string]>([
	['what the helper says', new Error('No the-token here'), 'No [token] here'],
	['nothing', {}, 'unknown reason'],
	['a code that is no text', { message: 'Odd', cause: { code: 7 } }, 'Odd'],
])('a request that could not be sent tells %s', async (_, thrown, message) => {
	const client = await clientWith(async () => await Promise.reject(thrown));

	const failure = await rejectionOf(client.send(REQUEST, options()));

	expect(failure.message).toBe(`The request could not be sent: ${message}`);
	expect(failure.description).toBe(
		'Check the credential, then the network between n8n and the platform.',
	);
	expect(failure.details).toEqual({ networkCode: 'UNKNOWN' });
});

test('the cause of what the helper throws has the network code', async () => {
	const client = await clientWith(
		async () => await Promise.reject(new Error('wrapped', { cause: { code: 'ECONNREFUSED' } })),
	);

	expect((await rejectionOf(client.send(REQUEST, options()))).details.networkCode).toBe(
		'ECONNREFUSED',
	);
});

test.each([
	['that has ended before', true],
	['that ends meanwhile', false],
])('a run %s breaks the request off', async (_, isBefore) => {
	const run = new AbortController();
	const client = await clientWith(untilAborted);
	if (isBefore) run.abort();
	const sent = client.send(REQUEST, options(run.signal));
	run.abort();

	expect((await rejectionOf(sent)).details.networkCode).toBe('ERR_CANCELED');
});

test('nothing is left behind at the signals of the run and of n8n', async () => {
	const [run, stop] = [new AbortController().signal, new AbortController().signal];
	const removed = [run, stop].map((signal) => jest.spyOn(signal, 'removeEventListener'));
	const added = [run, stop].map((signal) => jest.spyOn(signal, 'addEventListener'));
	const client = await clientWith(async () => ({ statusCode: 200, headers: {}, body: '{}' }), {
		stop,
	});
	await client.send(REQUEST, options(run));

	expect(removed.map(({ mock }) => mock.calls)).toEqual(added.map(({ mock }) => mock.calls));
	expect(added.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('Stop breaks off only what may be broken off', async () => {
	const stop = new AbortController();
	const clients = [false, true].map((settlesOnStop) =>
		clientWith(untilAborted, { stop: stop.signal, settlesOnStop }),
	);
	const run = new AbortController();
	const [broken, settled] = (await Promise.all(clients)).map(
		async (client) => await rejectionOf(client.send(REQUEST, options(run.signal))),
	);
	stop.abort();

	let isBrokenOff = false;
	void settled.then(() => (isBrokenOff = true));
	expect((await broken).details.networkCode).toBe('ERR_CANCELED');
	await new Promise((resolve) => setImmediate(resolve));
	expect(isBrokenOff).toBe(false);
	run.abort();
	await settled;
});
