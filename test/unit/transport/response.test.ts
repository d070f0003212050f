import { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { Redaction } from '../../../nodes/DataPlatform/transport/redaction.ts';
import {
	createResponseError,
	readResponse,
	findServiceMessage,
} from '../../../nodes/DataPlatform/transport/response.ts';

const responseOf = (statusCode: number, body = '', headers = {}) => ({ statusCode, headers, body });
const json = (body: unknown) => JSON.stringify(body);

/** What reading a response returns or throws. */
function read(
	statusCode: number,
	body: string,
	{ hasEnvelope = false, headers = {}, headerName = 'X-Token' } = {},
) {
	const response = responseOf(statusCode, body, headers);
	try {
		return readResponse(response, hasEnvelope, headerName, new Redaction('the-token'));
	} catch (error) {
		return error;
	}
}

test.each([
	['a message', json({ message: 'No' }), 'No'],
	['an error as text', json({ error: 'No' }), 'No'],
	['an error as an object', json({ error: { code: 5, message: 'No' } }), 'No'],
	['a problem (RFC 9457)', json({ type: 'about:blank', title: 'Bad', detail: 'No' }), 'No'],
	['only a title', json({ type: 'about:blank', title: 'No' }), 'No'],
	['a list of errors', json({ errors: [{ message: 'No' }, { message: 'Nor this' }] }), 'No'],
	['a list of texts', json(['No', 'Nor this']), 'No'],
	['a reason', json({ code: 1, reason: 'No' }), 'No'],
	['the envelope of a job update', json({ status: 'BAD', code: 400, message: 'No' }), 'No'],
	['an empty message next to an error', json({ message: '', error: 'No' }), 'No'],
	['a null next to an error', json({ message: null, error: 'No' }), 'No'],
	['a JSON text', json('No'), 'No'],
	['plain text', 'No', 'No'],
	['text over several lines', ' No\r\n\tway ', 'No way'],
	['JSON without a message', json({ code: 5 }), '{"code":5}'],
	['a message that is too deep', json({ a: { message: 'No' } }), '{"a":{"message":"No"}}'],
	['an HTML page', '<!DOCTYPE html><html><title> No\nway </title><h1>x</h1></html>', 'No way'],
	['a page that begins with <html>', '\n<html><head><title>No</title></head></html>', 'No'],
	['a page without a title', '<html><body>x</body></html>', undefined],
	['nothing', '', undefined],
	['spaces', ' \n', undefined],
	['an empty JSON object', ' { } ', undefined],
	['a message at the maximum depth', json({ error: { errors: [{ message: 'No' }] } }), 'No'],
	['a message below it', json([[[[['No']]]]]), '[[[[["No"]]]]]'],
	['broken JSON', '{"message": "No', '{"message": "No'],
])("the platform's message in %s", (_, body, words) => {
	expect(findServiceMessage(body)).toBe(words);
});

test('a long message is shortened', () => {
	expect(findServiceMessage('x'.repeat(100_000))).toBe(`${'x'.repeat(400)}…`);
});

test('deeply nested JSON is read', () => {
	const body = '['.repeat(50_000) + ']'.repeat(50_000);

	expect(findServiceMessage(body)).toBe(`${'['.repeat(400)}…`);
});

test.each([
	[400, /what the platform rejects/],
	[401, /Developer Token/],
	[403, /Developer Token/],
	[404, /Base URL/],
	[405, /Base URL/],
	[408, /Timeout/],
	[413, /less data/],
	[418, /parameters/],
	[429, /Max Requests per Second/],
	[500, /administrator/],
	[503, /administrator/],
	[599, /administrator/],
])('%i has advice', (statusCode, description) => {
	const failure = createResponseError(responseOf(statusCode, json({ message: 'No' })));

	expect(failure.message).toBe(`The platform returned ${statusCode}: No`);
	expect(failure.description).toMatch(description);
	expect(failure.details).toMatchObject({ httpCode: statusCode, body: '{"message":"No"}' });
});

test.each([
	[401, 'X-SERVICE-Developer-Token', true],
	[403, 'X-SERVICE-Developer-Token', true],
	[404, 'X-SERVICE-Developer-Token', false],
	[401, 'X-Brand-Developer-Token', false],
])('the advice for %i with the header %s names SERVICE: %p', (statusCode, headerName, isNamed) => {
	const { description } = read(statusCode, '', { headerName }) as ApiError;

	expect(description.includes('Token Header still contains SERVICE')).toBe(isNamed);
});

test('the advice about the header is a separate sentence', () => {
	const { description } = createResponseError(responseOf(401), 'X-SERVICE-Developer-Token');

	expect(description).toMatch(/credential\. \S/);
});

test('without a body, the message only has the status', () => {
	const failure = createResponseError(responseOf(500));

	expect(failure.message).toBe('The platform returned 500');
	expect(failure.details.body).toBeUndefined();
});

test('the details have Retry-After and a shortened body', () => {
	const headers = { 'retry-after': '7', 'x-other': 'y' };
	const { details } = createResponseError(responseOf(429, 'x'.repeat(100_000), headers));

	expect(details.retryAfter).toBe(7000);
	expect(details.body).toHaveLength(2000);
});

test.each([
	[{ location: 'https://elsewhere.example.com/login' }, ' to https://elsewhere.example.com/login'],
	[{}, ''],
])('the message about a redirect with %p names its target', (headers, words) => {
	const failure = createResponseError(responseOf(302, '', headers));

	expect(failure.message).toBe(`The base URL redirects (302)${words}`);
	expect(failure.description).toContain('Base URL');
	expect(failure.details.httpCode).toBe(302);
});

test.each([
	[{ code: 400, message: 'No' }, 'The platform returned 400: No'],
	[{ status: 'ERROR', code: 503 }, /^The platform returned 503/],
	[{ status: 'ERROR', code: '404' }, /^The platform returned 404/],
])('the envelope %p is a failure', (envelope, message) => {
	const error = read(200, json(envelope), { hasEnvelope: true, headers: { 'retry-after': '3' } });

	expect(error).toBeInstanceOf(ApiError);
	expect((error as ApiError).message).toMatch(message);
	expect((error as ApiError).details).toMatchObject({
		httpCode: Number(envelope.code),
		retryAfter: 3000,
	});
	expect(read(200, json(envelope))).toEqual(envelope);
});

test.each([
	[{ status: 'OK', code: 200, message: 'done' }],
	[{ code: 399 }],
	[{ code: 600 }],
	[{ code: 1001 }],
	[{ code: '200' }],
	[{ message: 'done' }],
	[[{ code: 500 }]],
	[null],
	['500'],
])('the response %p is a success', (response) => {
	expect(read(200, json(response), { hasEnvelope: true })).toEqual(response);
});

test('numbers that a double would change become text', () => {
	expect(read(200, '{"id":9007199254740993}')).toEqual({ id: '9007199254740993' });
});

test.each([
	['', /^The response is empty$/],
	[' \n ', /^The response is empty$/],
	['<!doctype html><title>Sign in</title>', /is a web page \("Sign in"\)$/],
	['<HTML><body>', /is a web page$/],
	['{"results": [', /may be incomplete/],
	['OK', /isn't valid JSON/],
])('a successful response with the body %p fails', (body, message) => {
	const error = read(200, body) as ApiError;

	expect(error.message).toMatch(message);
	expect(error.details).toMatchObject({ httpCode: 200, kind: 'unexpectedResponse' });
	expect(error.description).toMatch(/Base URL.*\.$/);
});

test("a body that can't be parsed is an unexpected response", () => {
	const deep = `${'['.repeat(20_000)}"the-token"${']'.repeat(20_000)}`;

	expect(read(200, deep)).toMatchObject({
		message: expect.stringMatching(/^The response can't be read: /),
		details: { kind: 'unexpectedResponse' },
	});
});
