import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { type IExecuteFunctions, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { Aborted } from '../../../nodes/DataPlatform/helpers/abort.ts';
import { createAccessReader } from '../../../nodes/DataPlatform/transport/credentials.ts';
import { createHttp } from '../../../nodes/DataPlatform/transport/http.ts';
import type { SerializedRequest } from '../../../nodes/DataPlatform/transport/request.ts';
import { NEVER, requestOf } from './platform.ts';

const TOKEN = 'the-"token"/1';
const CREDENTIAL = { baseUrl: 'https://host.example', token: TOKEN, headerName: 'X-Token' };

type Helper = (options: IHttpRequestOptions) => Promise<unknown>;

/** Sends a request with a fake of n8n's helper, and returns the result or the error. */
async function sendWith(
	helper: Helper,
	{
		request = requestOf(),
		credential = CREDENTIAL,
		stop = NEVER,
		signal = NEVER,
		timeout = 60,
	} = {},
): Promise<unknown> {
	const context = {
		getCredentials: async () => credential,
		getInputData: () => [{ json: {} }],
		getNode: () => ({}),
		getExecutionCancelSignal: () => stop,
		helpers: {
			httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
				await helper(options),
		},
	} as unknown as IExecuteFunctions;
	const access = await (await createAccessReader(context))(0);
	const response = createHttp(context, access, timeout)(request, signal);
	return await response.catch((error: unknown) => error);
}

/** The result of a response. */
const read = async (
	statusCode: number,
	body: string,
	{ headers = {}, ...options }: { headers?: object } & Parameters<typeof sendWith>[1] = {},
) =>
	await sendWith(async () => {
		return { statusCode, headers, body: Readable.from([Buffer.from(body)], { objectMode: false }) };
	}, options);

const envelope: SerializedRequest = { ...requestOf('idempotent'), hasEnvelope: true };
const json = JSON.stringify;

test('sends a request once, with its own timeout, and accepts any status', async () => {
	const helper = jest.fn(async (_: IHttpRequestOptions) => await Promise.reject(new Error('No')));
	await sendWith(helper, { timeout: 1.2345 });
	const sent = { method: 'POST', url: 'https://host.example/x', body: '{}', timeout: 1235 };
	const options = expect.objectContaining({ ...sent, ignoreHttpStatusErrors: true }) as object;
	expect(helper.mock.calls).toEqual([[options]]);
});

describe('a success', () => {
	test('is parsed, and long numbers keep their digits', async () => {
		expect(await read(201, '\uFEFF{"id":9007199254740993}')).toEqual({ id: '9007199254740993' });
	});

	test.each([
		['', /is empty/],
		[' \n ', /is empty/],
		['<!doctype html><title>Sign in</title>', /is a web page \("Sign in"\)/],
		['{"results": [', /may be incomplete/],
		['OK', /isn't valid JSON/],
	])('with the body %p is an unexpected response', async (body, message) => {
		expect(await read(200, body)).toMatchObject({
			message: expect.stringMatching(message),
			details: { httpCode: 200, kind: 'unexpectedResponse' },
		});
	});

	test('larger than 64 MB is an unexpected response', async () => {
		expect(await read(200, ' '.repeat(2 ** 26 + 1))).toMatchObject({
			message: 'The response is larger than 64 MB',
			details: { kind: 'unexpectedResponse' },
		});
	});

	test.each([400, '404', 503])('with the code %p in an envelope is a failure', async (code) => {
		const body = json({ status: 'ERROR', code, message: 'No' });
		expect(await read(200, body, { request: envelope })).toMatchObject({
			message: `The platform returned ${code}: No`,
			details: { httpCode: Number(code) },
		});
		expect(await read(200, body)).toEqual(JSON.parse(body));
	});

	test.each([200, 399, 600, 1001, '200', '40x', '', null, undefined])(
		'with the code %p in an envelope is a success',
		async (code) => {
			const body = json({ status: 'OK', code });
			expect(await read(200, body, { request: envelope })).toEqual(JSON.parse(body));
		},
	);
});

describe('an error status', () => {
	test.each([
		['a message', json({ message: 'No.' }), 'No'],
		['an error as an object', json({ error: { code: 5, message: 'No' } }), 'No'],
		['a problem (RFC 9457)', json({ type: 'about:blank', title: 'Bad', detail: 'No' }), 'No'],
		['a list of errors', json({ errors: [{ message: 'No' }, { message: 'Nor this' }] }), 'No'],
		['an empty message next to an error', json({ message: '', error: 'No' }), 'No'],
		['text over several lines', ' No\r\n\tway ', 'No way'],
		['JSON without a message', json({ code: 5 }), '{"code":5}'],
		['a page', '<!DOCTYPE html><html><title> No\nway </title><h1>x</h1></html>', 'No way'],
		['a long message', 'x'.repeat(1000), `${'x'.repeat(400)}…`],
		['deeply nested JSON', '['.repeat(50_000), `${'['.repeat(400)}…`],
	])("has the platform's message from %s", async (_, body, words) => {
		expect(await read(400, body)).toMatchObject({
			message: `The platform returned 400: ${words}`,
			details: { body: body.slice(0, 2000) },
		});
	});

	test.each(['', ' \n', '{}', '<html><body>x</body></html>'])(
		'has no message if the body is %p',
		async (body) => {
			expect(await read(500, body)).toMatchObject({ message: 'The platform returned 500' });
		},
	);

	const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
	test.each([
		['7', undefined, 7000],
		['0', undefined, 0],
		['Wed, 21 Oct 2026 07:28:30 GMT', date, 30_000],
		['Wed, 21 Oct 2026 07:27:00 GMT', date, 0],
		['soon', undefined, undefined],
		['-5', undefined, undefined],
	])('with Retry-After %p asks to wait', async (value, now, retryAfter) => {
		const headers = { 'retry-after': value, date: now };
		expect(await read(429, '', { headers })).toMatchObject({ details: { retryAfter } });
	});

	test.each([
		[{ location: 'https://elsewhere.example.com' }, ' to https://elsewhere.example.com'],
		[{}, ''],
	])('of a redirect with %p names its target', async (headers, words) => {
		expect(await read(302, '', { headers })).toMatchObject({
			message: `'Base URL' redirects (302)${words}`,
		});
	});
});

describe('the token', () => {
	const inJson = json(TOKEN).slice(1, -1);

	test.each([
		[400, json({ message: `bad: ${TOKEN}` })],
		[400, json({ message: `bad: ${inJson}` })],
		[400, json({ message: `bad: ${TOKEN}` }).replaceAll('/', '\\/')],
		[400, `bad: ${TOKEN}`],
		[400, json({ [TOKEN]: [{ [TOKEN]: TOKEN }] })],
		[200, `<html><title>${TOKEN}</title></html>`],
		[200, json({ code: 400, message: TOKEN })],
	])('is replaced in the error of %d with %s', async (status, body) => {
		const error = (await read(status, body, { request: envelope })) as {
			message: string;
			details: object;
		};
		expect(error).toBeInstanceOf(Error);
		const text = json([error.message, error.details]);
		expect(text).toContain('[token]');
		expect(text).not.toContain('token\\');
	});

	test('is replaced in the target of a redirect', async () => {
		const headers = { location: `https://a.example/?t=${TOKEN}` };
		expect(await read(302, '', { headers })).toMatchObject({
			message: expect.stringContaining('?t=[token]'),
		});
	});

	test.each([
		[
			TOKEN,
			{ a: `is ${TOKEN}`, [TOKEN]: [TOKEN, 5] },
			{ a: 'is [token]', '[token]': ['[token]', 5] },
		],
		['12345678', { id: 12345678, long: 123456789 }, { id: '[token]', long: 123456789 }],
		['short', { a: 'a short word' }, { a: 'a short word' }],
	])('%s is replaced in a success', async (token, body, expected) => {
		expect(await read(200, json(body), { credential: { ...CREDENTIAL, token } })).toEqual(expected);
	});

	test('is replaced in the message of a network error', async () => {
		const error = await sendWith(async () => await Promise.reject(new Error(`No ${TOKEN} here`)));
		expect(error).toMatchObject({ message: 'The request failed: No [token] here' });
	});
});

describe('a network error', () => {
	const connected = { socket: { secureConnecting: false } };
	const connect = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect' });
	const errorOf = async (cause: object) =>
		await sendWith(async () => await Promise.reject(new Error('wrapped', { cause })));

	test.each<[code: string, kind: string, what: string, cause: object]>([
		['ECONNREFUSED', 'unavailable', 'a refused connection', { cause: connect('ECONNREFUSED') }],
		['ETIMEDOUT', 'unavailable', 'a connection that takes too long', { syscall: 'connect' }],
		['ENOTFOUND', 'invalid', 'an unknown name', { syscall: 'getaddrinfo' }],
		['EAI_AGAIN', 'unavailable', 'a name server that is down', {}],
		[
			...(['ECONNREFUSED', 'unavailable', 'several addresses'] as const),
			{ cause: new AggregateError([connect('ECONNREFUSED'), connect('ENETUNREACH')]) },
		],
		['ECONNRESET', 'unavailable', 'no socket', { request: { socket: null } }],
		[
			'ECONNRESET',
			'unavailable',
			'a handshake',
			{ request: { socket: { secureConnecting: true } } },
		],
		['CERT_HAS_EXPIRED', 'invalid', 'a certificate', { request: connected }],
	])('%s (%s, %s) shows that nothing was sent', async (code, kind, _, cause) => {
		expect(await errorOf({ code, ...cause })).toMatchObject({
			details: { kind, networkCode: code, sent: false },
		});
	});

	test.each<[code: string, what: string, cause: object]>([
		['EHOSTUNREACH', 'no route', { syscall: 'read', request: connected }],
		['ECONNREFUSED', 'a refused connection', {}],
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'an alert', { request: connected }],
		[
			...(['ECONNREFUSED', 'one of several addresses'] as const),
			{ cause: new AggregateError([connect('ECONNREFUSED'), { code: 'EPIPE' }]) },
		],
		['ECONNRESET', 'no errors at all', { cause: new AggregateError([]) }],
	])('%s (%s) after connecting: the request may have been sent', async (code, _, cause) => {
		const error = await errorOf({ code, ...cause });
		expect(error).toMatchObject({ details: { kind: 'unavailable', networkCode: code } });
		expect(error).not.toHaveProperty('details.sent');
	});

	test('says why n8n blocked a request', async () => {
		expect(await errorOf(new UserError('Not there'))).toMatchObject({
			message: 'n8n blocked the request: Not there',
			details: { kind: 'invalid', sent: false },
		});
	});
});

describe('cancellation', () => {
	/** A request that only ends when its signal aborts, as in n8n's helper. */
	const untilAborted: Helper = async ({ abortSignal }) =>
		await new Promise((resolve, reject) => {
			const abort = () => reject(new Error('Canceled', { cause: { code: 'ERR_CANCELED' } }));
			if ((abortSignal as AbortSignal).aborted) abort();
			(abortSignal as AbortSignal).addEventListener('abort', abort);
			const response = { statusCode: 404, headers: {}, body: Readable.from(['']) };
			setImmediate(() => setImmediate(() => resolve(response)));
		});
	const after = () => {
		const controller = new AbortController();
		setImmediate(() => controller.abort());
		return controller.signal;
	};

	test.each([
		['Stop', 'repeatable', { stop: after }],
		['the operation', 'idempotent', { own: after }],
	] as const)(
		'%s cancels a request that is %s',
		async (_, idempotency, { stop, own }: { stop?: typeof after; own?: typeof after }) => {
			const request = { ...requestOf(idempotency), signal: own?.() };
			expect(await sendWith(untilAborted, { request, stop: stop?.() })).toBeInstanceOf(Aborted);
		},
	);

	test('Stop does not cancel a request that changes something', async () => {
		const request = requestOf('nonIdempotent');
		expect(await sendWith(untilAborted, { request, stop: after() })).toMatchObject({
			details: { httpCode: 404 },
		});
	});

	test('nothing is sent after the signal has aborted', async () => {
		const helper = jest.fn();
		expect(await sendWith(helper, { signal: AbortSignal.abort() })).toBeInstanceOf(Aborted);
		expect(helper).not.toHaveBeenCalled();
	});

	test('requests share one listener on a signal, and remove it', async () => {
		const stop = new AbortController().signal;
		const listeners = () => getEventListeners(stop, 'abort').length;
		const helper = async () => await Promise.reject(new Error(String(listeners())));
		const [, second] = await Promise.all([1, 2].map(async () => await sendWith(helper, { stop })));
		expect([second, listeners()]).toMatchObject([{ message: 'The request failed: 1' }, 0]);
	});
});
