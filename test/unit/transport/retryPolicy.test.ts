import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { createNetworkError } from '../../../nodes/DataPlatform/transport/networkError.ts';
import { classifyFailure } from '../../../nodes/DataPlatform/transport/retryPolicy.ts';
import { Redaction } from '../../../nodes/DataPlatform/transport/redaction.ts';

const failure = (details: ApiErrorDetails, trustsThrottling?: boolean) => ({
	...{ mayHaveRun: false, throttles: false, countsAsRetry: true, tookTooLong: false },
	...classifyFailure(new ApiError('No', 'Wait.', details), trustsThrottling),
});

const unavailable = { retry: 'ifRepeatable', mayHaveRun: true, isOutage: true };
const throttled = { retry: 'always', mayHaveRun: false, isOutage: false, throttles: true };
const tooLong = { ...unavailable, tookTooLong: true };
/** After a request that wasn't sent. */
const unsent = (retry: string) => ({ retry, mayHaveRun: false, isOutage: true });
const rejected = { retry: 'never', mayHaveRun: false, isOutage: false };
const unexpected = { retry: 'never', mayHaveRun: true, isOutage: false };

type Row = [details: ApiErrorDetails, kind: string, expected: object];

test.each<Row>([
	[{ httpCode: 429 }, 'throttled', { ...throttled, countsAsRetry: false }],
	[{ httpCode: 503, retryAfter: 0 }, 'throttled', { ...throttled, countsAsRetry: false }],
	[{ httpCode: 503 }, 'unavailable', { ...unavailable, throttles: true, countsAsRetry: true }],
	[{ httpCode: 500 }, 'unavailable', { ...unavailable, throttles: false, tookTooLong: false }],
	[{ httpCode: 502 }, 'unavailable', unavailable],
	[{ httpCode: 504 }, 'unavailable', tooLong],
	[{ httpCode: 408 }, 'unavailable', tooLong],
	[{ httpCode: 501 }, 'unavailable', { ...unavailable, retry: 'never' }],
	[{ httpCode: 500, retryAfter: 1000 }, 'unavailable', { ...unavailable, isOutage: false }],
	...[400, 401, 403, 404, 405, 409, 413, 422, 425].map((httpCode): Row => [
		{ httpCode },
		'rejected',
		rejected,
	]),
	...[199, 200, 204, 301, 302, 303, 308].map((httpCode): Row => [
		{ httpCode },
		'unexpectedResponse',
		unexpected,
	]),
	[{ kind: 'unexpectedResponse' }, 'unexpectedResponse', unexpected],
	[{ networkCode: 'ECONNREFUSED', sent: false }, 'unavailable', unsent('always')],
	[{ networkCode: 'EHOSTUNREACH', sent: false }, 'unavailable', unsent('always')],
	[{ networkCode: 'EHOSTUNREACH' }, 'unavailable', unavailable],
	[{ networkCode: 'ECONNRESET' }, 'unavailable', unavailable],
	[{ networkCode: 'ECONNRESET', sent: false }, 'unavailable', unsent('always')],
	[{ networkCode: 'ECONNABORTED' }, 'unavailable', tooLong],
	[{ networkCode: 'ETIMEDOUT', sent: false }, 'unavailable', { ...tooLong, ...unsent('always') }],
	[{ networkCode: 'EPROTO', sent: false }, 'unavailable', unsent('never')],
	[{ networkCode: 'EPROTO' }, 'unavailable', unavailable],
	[{ networkCode: 'CERT_HAS_EXPIRED', sent: false }, 'unavailable', unsent('never')],
	[{ networkCode: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }, 'unavailable', unavailable],
	[{ networkCode: 'PROXY_REFUSED', sent: false }, 'unavailable', unsent('always')],
	[{ networkCode: 'UNKNOWN' }, 'unavailable', unavailable],
	[{ networkCode: 'BLOCKED_BY_N8N', sent: false }, 'invalid', rejected],
	[{ kind: 'invalid' }, 'invalid', { retry: 'never', mayHaveRun: false }],
	[{ kind: 'notSent' }, 'notSent', { mayHaveRun: false }],
	[{ kind: 'unknownOutcome', httpCode: 503 }, 'unknownOutcome', { mayHaveRun: true }],
	[{ kind: 'issues' }, 'issues', { retry: 'never' }],
])('%j', (details, kind, expected) => {
	expect(failure(details)).toMatchObject({ kind, ...expected });
});

test('after throttling that is not trusted, the request may have run', () => {
	for (const details of [{ httpCode: 429 }, { httpCode: 503, retryAfter: 0 }]) {
		expect(failure(details, false)).toMatchObject({
			retry: 'ifRepeatable',
			mayHaveRun: true,
			throttles: true,
			countsAsRetry: true,
		});
	}
});

test.each<[code: string, sent: false | undefined, message: RegExp, advice: RegExp]>([
	['ECONNREFUSED', false, /^The platform can't be reached/, /Base URL/],
	['ETIMEDOUT', undefined, /^The platform didn't respond in time/, /Timeout/],
	['ECONNABORTED', undefined, /^The platform didn't respond in time/, /Timeout/],
	['CERT_HAS_EXPIRED', false, /certificate/, /certificate/],
	['DEPTH_ZERO_SELF_SIGNED_CERT', false, /certificate/, /certificate/],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, /certificate/, /certificate/],
	['EPROTO', false, /https/, /http:/],
	['ECONNRESET', undefined, /^The connection broke/, /network/],
	['EPIPE', undefined, /^The connection broke/, /network/],
])('no response because of %s', (code, sent, message, advice) => {
	const request = { socket: sent === false ? null : {} };
	const error = createNetworkError({ cause: { code, request } }, new Redaction('the-token'));

	expect(error.message).toMatch(message);
	expect(error.message).toContain(`(${code})`);
	expect(error.description).toMatch(advice);
	expect(error.details).toEqual({
		networkCode: code,
		kind: 'unavailable',
		...(sent === false && { sent }),
	});
});

test('if throttling is not trusted, other failures stay as they are', () => {
	expect(failure({ httpCode: 404 }, false)).toMatchObject(rejected);
	expect(failure({ httpCode: 429 }, false)).toMatchObject({
		retry: 'ifRepeatable',
		mayHaveRun: true,
	});
});
