import type { ApiErrorDetails, Failure } from '../../../nodes/DataPlatform/transport/failures.ts';
import {
	ApiError,
	classifyFailure,
	createNetworkError,
} from '../../../nodes/DataPlatform/transport/failures.ts';
import { Redaction } from '../../../nodes/DataPlatform/transport/redaction.ts';

const failure = (details: ApiErrorDetails, trustsThrottling?: boolean) => ({
	...{ mayHaveRun: false, throttles: false, countsAsRetry: true, tookTooLong: false },
	...classifyFailure(new ApiError('No', 'Wait.', details), trustsThrottling),
});

type Row = [details: ApiErrorDetails, Record<keyof Failure, unknown>];

const unavailable = {
	kind: 'unavailable',
	retry: 'repeatable',
	mayHaveRun: true,
	isOutage: true,
};
const unsent = { kind: 'unavailable', mayHaveRun: false, isOutage: true };
const throttled = { kind: 'throttled', retry: 'always', mayHaveRun: false, isOutage: false };
const rejected = { kind: 'rejected', retry: 'never', mayHaveRun: false, isOutage: false };
const unexpected = {
	kind: 'unexpectedResponse',
	retry: 'never',
	mayHaveRun: true,
	isOutage: false,
};

test.each([
	[{ httpCode: 429 }, { ...throttled, throttles: true, countsAsRetry: false }],
	[
		{ httpCode: 503, retryAfter: 0 },
		{ ...throttled, throttles: true, countsAsRetry: false },
	],
	[{ httpCode: 503 }, { ...unavailable, throttles: true, countsAsRetry: true }],
	[{ httpCode: 500 }, { ...unavailable, throttles: false, tookTooLong: false }],
	[{ httpCode: 502 }, unavailable],
	[{ httpCode: 504 }, { ...unavailable, tookTooLong: true }],
	[{ httpCode: 408 }, { ...unavailable, tookTooLong: true }],
	[{ httpCode: 501 }, { ...unavailable, retry: 'never' }],
	[
		{ httpCode: 500, retryAfter: 1000 },
		{ ...unavailable, isOutage: false },
	],
	...[400, 401, 403, 404, 405, 409, 413, 422, 425].map((httpCode) => [{ httpCode }, rejected]),
	...[199, 200, 204, 301, 302, 303, 308].map((httpCode) => [{ httpCode }, unexpected]),
	[{ kind: 'unexpectedResponse' }, unexpected],
	[
		{ networkCode: 'ECONNREFUSED', sent: false },
		{ ...unsent, retry: 'always' },
	],
	[
		{ networkCode: 'EHOSTUNREACH', sent: false },
		{ ...unsent, retry: 'always' },
	],
	[{ networkCode: 'EHOSTUNREACH' }, unavailable],
	[{ networkCode: 'ECONNRESET' }, unavailable],
	[
		{ networkCode: 'ECONNRESET', sent: false },
		{ ...unsent, retry: 'always' },
	],
	[{ networkCode: 'ECONNABORTED' }, { ...unavailable, tookTooLong: true }],
	[
		{ networkCode: 'ETIMEDOUT', sent: false },
		{ ...unsent, retry: 'always', tookTooLong: true },
	],
	[
		{ networkCode: 'EPROTO', sent: false },
		{ ...unsent, retry: 'never' },
	],
	[{ networkCode: 'EPROTO' }, unavailable],
	[
		{ networkCode: 'CERT_HAS_EXPIRED', sent: false },
		{ ...unsent, retry: 'never' },
	],
	[{ networkCode: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }, unavailable],
	[
		{ networkCode: 'PROXY_REFUSED', sent: false },
		{ ...unsent, retry: 'always' },
	],
	[{ networkCode: 'UNKNOWN' }, unavailable],
	[
		{ networkCode: 'BLOCKED_BY_N8N', sent: false },
		{ kind: 'invalid', retry: 'never', mayHaveRun: false, isOutage: false },
	],
	[{ kind: 'invalid' }, { kind: 'invalid', retry: 'never', mayHaveRun: false }],
	[{ kind: 'notSent' }, { kind: 'notSent', mayHaveRun: false }],
	[
		{ kind: 'unknownOutcome', httpCode: 503 },
		{ kind: 'unknownOutcome', mayHaveRun: true },
	],
	[{ kind: 'issues' }, { kind: 'issues', retry: 'never' }],
] as Row[])('%j', (details, expected) => {
	expect(failure(details)).toMatchObject(expected);
});

test('after throttling that is not trusted, the request may have run', () => {
	for (const details of [{ httpCode: 429 }, { httpCode: 503, retryAfter: 0 }]) {
		expect(failure(details, false)).toMatchObject({
			retry: 'repeatable',
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
