import {
	failedAnswer,
	failedEnvelope,
	isFailedEnvelope,
	noAnswer,
	notJson,
	serviceMessage,
} from '../../../nodes/DataPlatform/transport/failures.ts';

const answerOf = (statusCode: number, body = '', headers = {}) => ({ statusCode, headers, body });
const json = (body: unknown) => JSON.stringify(body);

test.each([
	['a message', json({ message: 'No' }), 'No'],
	['an error as text', json({ error: 'No' }), 'No'],
	['an error as an object', json({ error: { code: 5, message: 'No' } }), 'No'],
	['a problem (RFC 9457)', json({ type: 'about:blank', title: 'Bad', detail: 'No' }), 'No'],
	['a title alone', json({ type: 'about:blank', title: 'No' }), 'No'],
	['a list of errors', json({ errors: [{ message: 'No' }, { message: 'Nor this' }] }), 'No'],
	['a list of texts', json(['No', 'Nor this']), 'No'],
	['a reason', json({ code: 1, reason: 'No' }), 'No'],
	['the envelope of a job update', json({ status: 'BAD', code: 400, message: 'No' }), 'No'],
	['an empty message beside an error', json({ message: '', error: 'No' }), 'No'],
	['a null beside an error', json({ message: null, error: 'No' }), 'No'],
	['a JSON text', json('No'), 'No'],
	['plain text', 'No', 'No'],
	['text over several lines', ' No\r\n\tway ', 'No way'],
	['JSON without words', json({ code: 5 }), '{"code":5}'],
	['words too deep inside', json({ a: { message: 'No' } }), '{"a":{"message":"No"}}'],
	['an HTML page', '<!DOCTYPE html><html><title> No\nway </title><h1>x</h1></html>', 'No way'],
	['a page that begins with <html>', '\n<html><head><title>No</title></head></html>', 'No'],
	['a page without a title', '<html><body>x</body></html>', undefined],
	['nothing', '', undefined],
	['blanks', ' \n', undefined],
	['JSON with nothing in it', ' { } ', undefined],
	['words at the depth of the deepest', json({ error: { errors: [{ message: 'No' }] } }), 'No'],
	['words beneath it', json([[[[['No']]]]]), '[[[[["No"]]]]]'],
	['broken JSON', '{"message": "No', '{"message": "No'],
])('words of the platform in %s', (_, body, words) => {
	expect(serviceMessage(body)).toBe(words);
});

test('words are cut to size', () => {
	expect(serviceMessage('x'.repeat(100_000))).toBe(`${'x'.repeat(400)}…`);
});

test('JSON that is nested without end does not matter', () => {
	const body = '['.repeat(50_000) + ']'.repeat(50_000);

	expect(serviceMessage(body)).toBe(`${'['.repeat(400)}…`);
});

test.each([
	[400, /what the answer names/],
	[401, /Developer Token/],
	[403, /Developer Token/],
	[404, /Base URL/],
	[405, /Base URL/],
	[408, /Timeout/],
	[413, /too large/],
	[418, /panel/],
	[429, /fewer requests/],
	[500, /operators/],
	[503, /operators/],
	[599, /operators/],
])('%i says how to go on', (statusCode, description) => {
	const failure = failedAnswer(answerOf(statusCode, json({ message: 'No' })));

	expect(failure.message).toBe(`The platform answered ${statusCode}: No`);
	expect(failure.description).toMatch(description);
	expect(failure.details).toMatchObject({ httpCode: statusCode, body: '{"message":"No"}' });
});

test.each([
	[401, 'X-SERVICE-Developer-Token', true],
	[403, 'X-SERVICE-Developer-Token', true],
	[404, 'X-SERVICE-Developer-Token', false],
	[401, 'X-Brand-Developer-Token', false],
])('%i with the header %s: whether it names SERVICE is %p', (statusCode, headerName, isNamed) => {
	const { description } = failedAnswer(answerOf(statusCode), headerName);

	expect(description.includes('Token Header still contains SERVICE')).toBe(isNamed);
});

test('advice and what is said of the header are two sentences', () => {
	const { description } = failedAnswer(answerOf(401), 'X-SERVICE-Developer-Token');

	expect(description).toMatch(/credential\. \S/);
});

test('a status without a body stands alone', () => {
	const failure = failedAnswer(answerOf(500));

	expect(failure.message).toBe('The platform answered 500');
	expect(failure.details.body).toBeUndefined();
});

test('Retry-After is read, the body is cut', () => {
	const headers = { 'retry-after': '7', 'x-other': 'y' };
	const { details } = failedAnswer(answerOf(429, 'x'.repeat(100_000), headers));

	expect(details.retryAfter).toBe(7000);
	expect(details.body).toHaveLength(2000);
});

test.each([
	[{ location: 'https://elsewhere.example.com/login' }, ' to https://elsewhere.example.com/login'],
	[{}, ''],
])('a redirect with %p names where it leads', (headers, words) => {
	const failure = failedAnswer(answerOf(302, '', headers));

	expect(failure.message).toBe(`The base URL answers with a redirect (302)${words}`);
	expect(failure.description).toContain('Base URL');
	expect(failure.details.httpCode).toBe(302);
});

test.each([
	[{ code: 400, message: 'No' }, 'The platform answered 400: No'],
	[{ status: 'ERROR', code: 503 }, /^The platform answered 503/],
])('the envelope %p is a failure', (envelope, message) => {
	const headers = { 'retry-after': '3' };
	const failure = failedEnvelope(envelope, answerOf(200, json(envelope), headers));

	expect(isFailedEnvelope(envelope)).toBe(true);
	expect(failure.message).toMatch(message);
	expect(failure.details).toMatchObject({ httpCode: envelope.code, retryAfter: 3000 });
});

test.each([
	[{ status: 'OK', code: 200, message: 'done' }],
	[{ code: 399 }],
	[{ code: 1001 }],
	[{ code: '500' }],
	[{ message: 'done' }],
	[[{ code: 500 }]],
	[null],
	['500'],
])('the answer %p is none', (answer) => {
	expect(isFailedEnvelope(answer)).toBe(false);
});

test.each([
	['', /^The answer is empty$/],
	[' \n ', /^The answer is empty$/],
	['<!doctype html><title>Sign in</title>', /web page, not with the API \("Sign in"\)$/],
	['<HTML><body>', /web page, not with the API$/],
	['{"results": [', /cut off/],
	['OK', /not valid JSON/],
])('a success whose body is %p', (body, message) => {
	const failure = notJson(answerOf(200, body));

	expect(failure.message).toMatch(message);
	expect(failure.details.httpCode).toBe(200);
	expect(failure.description).toMatch(/\.$/);
});

test.each([
	['ECONNREFUSED', /^Nothing answers at the base URL/, /Base URL/],
	['ENOTFOUND', /^Nothing answers/, /Base URL/],
	['ETIMEDOUT', /^No answer came in time/, /Timeout/],
	['ECONNABORTED', /^No answer came in time/, /Timeout/],
	['CERT_HAS_EXPIRED', /certificate/, /certificate/],
	['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate/, /certificate/],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate/, /certificate/],
	['ECONNRESET', /^The connection broke/, /network/],
	['EPIPE', /^The connection broke/, /network/],
])('no answer because of %s', (code, message, description) => {
	const failure = noAnswer(code);

	expect(failure.message).toMatch(message);
	expect(failure.message).toContain(`(${code})`);
	expect(failure.description).toMatch(description);
	expect(failure.details).toEqual({ networkCode: code });
});
