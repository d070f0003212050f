import { UserError } from 'n8n-workflow';
import { createNetworkError } from '../../../nodes/DataPlatform/transport/failures.ts';
import { Redaction } from '../../../nodes/DataPlatform/transport/redaction.ts';

const redaction = new Redaction('the-token');

/** The error of n8n's helper for an error of the HTTP client. */
const thrown = (cause: object) => new Error('wrapped', { cause });

const connected = { socket: { secureConnecting: false } };
const connect = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect' });

test.each<[what: string, cause: object, networkCode: string]>([
	[
		'a refused connection',
		{ code: 'ECONNREFUSED', cause: connect('ECONNREFUSED') },
		'ECONNREFUSED',
	],
	['no route', { code: 'EHOSTUNREACH', cause: connect('EHOSTUNREACH') }, 'EHOSTUNREACH'],
	['an unknown name', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'ENOTFOUND'],
	['an unknown name without a call', { code: 'ENOTFOUND' }, 'ENOTFOUND'],
	[
		'several addresses',
		{
			code: 'ECONNREFUSED',
			cause: new AggregateError([connect('ECONNREFUSED'), connect('ENETUNREACH')]),
		},
		'ECONNREFUSED',
	],
	['no socket', { code: 'ECONNRESET', request: { socket: null } }, 'ECONNRESET'],
	[
		'a handshake',
		{ code: 'ECONNRESET', request: { socket: { secureConnecting: true } } },
		'ECONNRESET',
	],
	['a certificate', { code: 'CERT_HAS_EXPIRED', request: connected }, 'CERT_HAS_EXPIRED'],
])('%s: nothing was sent', (_, cause, networkCode) => {
	const { details } = createNetworkError(thrown(cause), redaction);

	expect(details).toEqual({ kind: 'unavailable', networkCode, sent: false });
});

test.each<[what: string, cause: object]>([
	['no route', { code: 'EHOSTUNREACH', syscall: 'read', request: connected }],
	['no network', { code: 'ENETUNREACH', cause: { code: 'ENETUNREACH', syscall: 'write' } }],
	['a refused connection', { code: 'ECONNREFUSED' }],
	['an alert', { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', request: connected }],
	[
		'one of several addresses',
		{
			code: 'ECONNREFUSED',
			cause: new AggregateError([connect('ECONNREFUSED'), { code: 'EPIPE' }]),
		},
	],
	['no errors at all', { code: 'ECONNRESET', cause: new AggregateError([]) }],
])('%s after connecting: the request may have been sent', (_, cause) => {
	expect(createNetworkError(thrown(cause), redaction).details).toEqual({
		kind: 'unavailable',
		networkCode: (cause as { code: string }).code,
	});
});

test('the error says why n8n blocked a request', () => {
	expect(createNetworkError(thrown(new UserError('Not the-token here')), redaction)).toMatchObject({
		message: 'n8n blocked the request: Not [token] here',
		details: { kind: 'invalid', sent: false },
	});
});

test.each<[thrown: unknown, message: string]>([
	[new Error('No the-token here'), 'No [token] here'],
	[{}, 'unknown reason'],
	[{ message: 'Odd', cause: { code: 7 } }, 'Odd'],
])('%p without a code', (error, message) => {
	expect(createNetworkError(error, redaction)).toMatchObject({
		message: `The request failed: ${message}`,
		details: { kind: 'unavailable', networkCode: 'UNKNOWN' },
	});
});
