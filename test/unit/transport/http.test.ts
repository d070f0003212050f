import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { NEVER, requestOf } from './platform.ts';
import { Aborted } from '../../../nodes/DataPlatform/helpers/abort.ts';
import type { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { createFailure, findMeaning } from '../../../nodes/DataPlatform/transport/failures.ts';
import { createHttp } from '../../../nodes/DataPlatform/transport/http.ts';
import type { SerializedRequest } from '../../../nodes/DataPlatform/transport/request.ts';

const ADDRESS = { baseUrl: 'https://host.example', headerName: 'X-Token' };
const ACCESS = { ...ADDRESS, token: 'a-token', data: {}, hasSeveralTokens: false };

/** Sends a request with a fake of n8n's helper, and returns the result or the error. */
async function sendWith(
	helper: (options: IHttpRequestOptions) => Promise<unknown>,
	{ request = requestOf(), stop = NEVER, timeout = 60_000 } = {},
): Promise<ApiError> {
	const httpRequestWithAuthentication = async (_: string, options: IHttpRequestOptions) =>
		await helper(options);
	const helpers = { httpRequestWithAuthentication };
	const context = { helpers, getCredentials() {}, getExecutionCancelSignal: () => stop };
	const send = createHttp(context as unknown as IExecuteFunctions, ACCESS, timeout);
	return (await send(request, NEVER).catch((error: unknown) => error)) as ApiError;
}

/** The error if n8n's helper throws something. */
const fail = async (thrown: unknown) => await sendWith(async () => await Promise.reject(thrown));

/** The result of a response, whose body arrives in two pieces. */
const read = async (
	statusCode: number,
	body: string | Buffer,
	{ headers = {}, ...options }: { headers?: object } & Parameters<typeof sendWith>[1] = {},
) =>
	await sendWith(async () => {
		const bytes = Buffer.from(body as string);
		const pieces = [bytes.subarray(0, 1), bytes.subarray(1)];
		return { statusCode, headers, body: Readable.from(pieces, { objectMode: false }) };
	}, options);

/** The result of a response whose body breaks off with an error. */
const breakOff = async (statusCode: number, error: Error, options?: object) =>
	await sendWith(async () => {
		const body = new Readable({ read: () => {} });
		body.push('{"mess');
		setTimeout(() => body.destroy(error));
		return await Promise.resolve({ statusCode, headers: { 'retry-after': '7' }, body });
	}, options);

const json = JSON.stringify;

test('sends a request once, with its own timeout', async () => {
	const helper = jest.fn(async (_: IHttpRequestOptions) => await Promise.reject(new Error('No')));
	await sendWith(helper, { timeout: 1235 });
	const sent = { method: 'POST', url: 'https://host.example/x', body: '{}', timeout: 1235 };
	expect(helper.mock.calls).toEqual([[expect.objectContaining(sent)]]);
});

test('long numbers keep their digits, and a byte order mark is no part of the JSON', async () => {
	expect(await read(201, '\uFEFF{"id":9007199254740993}')).toEqual({ id: '9007199254740993' });
});

test.each([
	[200, '404', 404],
	[200, '0404', 404],
	[200, 599, 599],
	[200, 399, undefined],
	[200, 600, undefined],
	[200, '200', undefined],
	[200, '40x', undefined],
	[200, null, undefined],
	[503, 404, 503],
])('%d with the code %p in an envelope is the failure %p', async (status, code, httpCode) => {
	const body = { status: 'OK', code };
	const request: SerializedRequest = { ...requestOf('idempotent'), hasEnvelope: true };
	const expected = httpCode === undefined ? body : { details: { httpCode } };
	expect(await read(status, json(body), { request })).toMatchObject(expected);
	if (status === 200) expect(await read(200, json(body))).toEqual(body);
});

test.each([
	['a message', json({ message: 'No.' }), ': No'],
	['an error as an object', json({ error: { code: 5, message: 'No' } }), ': No'],
	['a problem (RFC 9457)', json({ type: 'about:blank', title: 'Bad', detail: 'No' }), ': No'],
	['a list of errors', json({ errors: [{ message: 'No' }, { message: 'Nor this' }] }), ': No'],
	['an empty message next to an error', json({ message: '', error: 'No' }), ': No'],
	['text over several lines', ' No\r\n\tway ', ': No way'],
	['a page', '<!DOCTYPE html><html><title> No\nway </title><h1>x</h1></html>', ': No way'],
	['a blank body', ' \n', ''],
	['an empty object', '{}', ''],
	['a long message', 'x'.repeat(3000), `: ${'x'.repeat(400)}…`],
	['deeply nested JSON', '['.repeat(9000) + ']'.repeat(9000), `: ${'['.repeat(400)}…`],
])("an error status has the platform's message from %s", async (_, body, words) => {
	expect(await read(400, body)).toMatchObject({
		message: `The platform returned 400${words}`,
		details: { body: body.slice(0, 2000) },
	});
});

test.each([
	[[301, 302, 303, 307, 308], /^'Base URL' redirects .* to \/new$/, /the new address/],
	[[300, 304, 305, 306, 310, 399], /^The platform returned 3\d\d$/, /leads to the API/],
])('the statuses %j: %p', async (statuses, message, description) => {
	for (const status of statuses) {
		expect(await read(status, '', { headers: { location: '/new' } })).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
			details: { kind: 'unexpectedResponse', httpCode: status },
		});
	}
});

test.each([
	['7', undefined, 7000],
	['0', undefined, 0],
	['Wed, 21 Oct 2026 07:28:30 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT', 30_000],
	['Wed, 21 Oct 2026 07:27:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT', 0],
	['Wed Oct 21 07:28:30 2026', 'Wed Oct 21 07:28:00 2026', 30_000],
	['Sun Nov  1 07:28:30 2026', 'Sunday, 01-Nov-26 07:28:00 GMT', 30_000],
	['4.5', undefined, 5000],
	['.001', undefined, 1000],
	['12345678901', undefined, 12_345_678_901_000],
	['9'.repeat(400), undefined, Number.MAX_SAFE_INTEGER],
])('Retry-After %p, with the date %p, asks to wait for %p ms', async (value, date, retryAfter) => {
	const headers = { 'retry-after': value, date };
	expect(await read(429, '', { headers })).toMatchObject({ details: { retryAfter } });
});

test.each('soon||-1|1e3|5 s|2026-10-21|5.'.split('|'))(
	'Retry-After %p is nothing',
	async (value) => {
		const { details } = await read(429, '', { headers: { 'retry-after': value } });
		expect(details.retryAfter).toBeUndefined();
	},
);

test('an error status counts even if its body breaks off, any other does not', async () => {
	const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
	expect(await breakOff(429, reset)).toMatchObject({
		message: 'The platform returned 429',
		details: { kind: 'throttled', httpCode: 429, retryAfter: 7000 },
	});
	expect(await breakOff(400, reset)).toMatchObject({ details: { kind: 'rejected' } });
	for (const status of [200, 201, 302]) {
		const details = { kind: 'unavailable', networkCode: 'ECONNRESET' };
		expect((await breakOff(status, reset)).details).toEqual(details);
	}
});

test('a canceled request is not answered by its status', async () => {
	const controller = new AbortController();
	const request = requestOf('safe', { signal: controller.signal });
	const pending = breakOff(500, new Error('canceled'), { request });
	controller.abort();
	expect(await pending).toBeInstanceOf(Aborted);
});

describe('a network error', () => {
	const connect = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect' });
	const several = (...errors: object[]) => ({ cause: new AggregateError(errors) });

	test.each<[what: string, isUnsent: boolean, code: string, cause: object]>([
		['no connection to any address', true, 'ECONNREFUSED', several(connect('ENETUNREACH'))],
		['one of several addresses', false, 'ECONNREFUSED', several(connect('A'), { code: 'EPIPE' })],
		['an empty list of errors', false, 'ECONNRESET', several()],
		['a connection that takes too long', true, 'ETIMEDOUT', { syscall: 'connect' }],
		['a name server that is down', true, 'EAI_AGAIN', {}],
		['an expired certificate', true, 'CERT_HAS_EXPIRED', { request: { socket: {} } }],
		['the code of the outermost error', false, 'ECONNRESET', { cause: { code: 'EPIPE' } }],
		['no socket', true, 'ECONNRESET', { request: { socket: null } }],
	])('%s shows that nothing was sent: %p', async (_, isUnsent, code, cause) => {
		const { details } = await fail(new Error('wrapped', { cause: { code, ...cause } }));
		const unsent = isUnsent && { sent: false };
		expect(details).toEqual({ kind: expect.any(String), networkCode: code, ...unsent });
	});
});

describe('the encoding of a response', () => {
	const latin1 = Buffer.from('{"name":"Café"}', 'latin1');
	const type = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` });

	test('the declared charset counts, also in errors', async () => {
		const headers = type('iso-8859-1');
		expect(await read(200, latin1, { headers })).toEqual({ name: 'Café' });
		const message = Buffer.from('{"message":"Schlüssel"}', 'latin1');
		expect(await read(400, message, { headers })).toMatchObject({
			message: 'The platform returned 400: Schlüssel',
		});
	});

	test.each([{}, type('unknown'), type('utf-8')])('no UTF-8, next to %j', async (headers) => {
		const request = requestOf('nonIdempotent');
		expect(await read(200, latin1, { headers, request })).toMatchObject({
			message: expect.stringMatching(/^The response is neither UTF-8 nor in a charset/),
			details: { kind: 'unexpectedResponse', httpCode: 200, body: '{"name":"Caf\ufffd"}' },
		});
	});

	test.each(['{"results":"Caf', '', ' ', '['])('a search is cut off: %j', async (text) => {
		for (const rest of ['', 'é', '€', '😀']) {
			const bytes = Buffer.from(text + rest);
			const cut = bytes.subarray(0, bytes.length - (rest === '' ? 0 : 1));
			const { details } = await read(200, cut, { request: requestOf('safe') });
			expect(details.kind).toBe('unexpectedResponse');
			if (text.trim() !== '') expect(findMeaning(details).mayRetry).toBe(true);
			const others = await read(200, cut);
			expect(findMeaning(others.details).mayRetry).toBeUndefined();
		}
	});
});

test.each(['repeatable', 'safe'] as const)(
	'an error about a success (%s) has no token, even if it is short',
	async (idempotency) => {
		const body = json({ echo: ACCESS.token, 'a-token': 5 });
		const parse = (): never => {
			throw createFailure('The response has none', { body });
		};
		const shown = { echo: '[token]', '[token]': 5 };
		const { details } = await read(200, body, { request: requestOf(idempotency, { parse }) });
		expect(details).toEqual({
			kind: 'unexpectedResponse',
			body: json(shown),
			received: idempotency === 'safe' ? undefined : shown,
		});
		expect(await read(200, body)).toEqual(JSON.parse(body));
	},
);

describe('an exception in code', () => {
	test.each([
		['', new TypeError('No')],
		[', as the cause of an error', new Error('n8n', { cause: new RangeError('No') })],
	])('before the request is no failure of the platform%s', async (_, error) => {
		const { details, description, cause } = await fail(error);
		expect(details).toEqual({ kind: 'internal', sent: false });
		expect(findMeaning(details)).toEqual({ kind: 'internal', advice: description });
		expect(cause).toMatchObject({ message: error.message, stack: error.stack });
	});

	test('after the request or the headers may follow a run', async () => {
		const internal = { kind: 'internal' };
		const error = Object.assign(new TypeError('No'), { request: { socket: {} } });
		expect((await fail(error)).details).toEqual(internal);
		expect((await breakOff(200, new TypeError('No'))).details).toEqual(internal);
	});

	test.each([undefined, null, 'No', 5, {}, Symbol('No')])('%p is thrown', async (thrown) => {
		const details = { kind: 'unavailable', networkCode: 'UNKNOWN' };
		expect(await fail(thrown)).toMatchObject({ details });
	});

	test('while parsing keeps the response and the cause, and the outcome is known', async () => {
		const parse = () => {
			throw new TypeError('No');
		};
		const request = requestOf('nonIdempotent', { parse });
		expect(await read(200, json({ paid: 5 }), { request })).toMatchObject({
			message: 'Internal error: No',
			details: { kind: 'internal', received: { paid: 5 } },
			cause: { name: 'TypeError', stack: expect.stringContaining('http.test.ts') },
		});
	});
});

test('the causes of a network error are kept without the token, even if they are circular', async () => {
	const config = { headers: { 'X-Token': ACCESS.token } };
	const inner = Object.assign(new Error(`reset ${ACCESS.token}`), { code: 'ECONNRESET', config });
	const outer = new Error('wrapped', { cause: inner });
	Object.assign(inner, { cause: outer, errors: [inner] });
	const failed = await fail(outer);
	expect(failed).toMatchObject({
		details: { networkCode: 'ECONNRESET' },
		cause: { message: 'wrapped', cause: { message: 'reset [token]', code: 'ECONNRESET' } },
	});
	expect(inspect(failed, { depth: Infinity, showHidden: true })).not.toContain(ACCESS.token);
});

test('the message of an unknown error is shown without the token', async () => {
	const { message } = await fail(new Error(`No ${ACCESS.token} here`));
	expect(message).toBe('The request failed: No [token] here');
});

test('requests share one listener on a signal, and remove it', async () => {
	const stop = new AbortController().signal;
	const listeners = () => getEventListeners(stop, 'abort').length;
	const helper = async () => await Promise.reject(new Error(String(listeners())));
	const [, second] = await Promise.all([1, 2].map(async () => await sendWith(helper, { stop })));
	expect([second, listeners()]).toMatchObject([{ message: 'The request failed: 1' }, 0]);
});
