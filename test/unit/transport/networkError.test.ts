import { UserError } from 'n8n-workflow';
import { createNetworkError } from '../../../nodes/DataPlatform/transport/networkError.ts';
import { Redaction } from '../../../nodes/DataPlatform/transport/redaction.ts';

const redaction = new Redaction('the-token');

/** The error of n8n's helper for an error of the HTTP client. */
const thrown = (cause: object) => new Error('wrapped', { cause });

const connected = { socket: { secureConnecting: false } };
const connect = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect' });

test.each<[code: string, what: string, cause: object]>([
	['ECONNREFUSED', 'a refused connection', { cause: connect('ECONNREFUSED') }],
	['EHOSTUNREACH', 'no route', { cause: connect('EHOSTUNREACH') }],
	['ENOTFOUND', 'an unknown name', { syscall: 'getaddrinfo' }],
	['ENOTFOUND', 'an unknown name without a call', {}],
	[
		...(['ECONNREFUSED', 'several addresses'] as const),
		{ cause: new AggregateError([connect('ECONNREFUSED'), connect('ENETUNREACH')]) },
	],
	['ECONNRESET', 'no socket', { request: { socket: null } }],
	['ECONNRESET', 'a handshake', { request: { socket: { secureConnecting: true } } }],
	['CERT_HAS_EXPIRED', 'a certificate', { request: connected }],
])('%s, %s: nothing was sent', (code, _, cause) => {
	const { details } = createNetworkError(thrown({ code, ...cause }), redaction);

	expect(details).toEqual({ kind: 'unavailable', networkCode: code, sent: false });
});

test.each<[code: string, what: string, cause: object]>([
	['EHOSTUNREACH', 'no route', { syscall: 'read', request: connected }],
	['ENETUNREACH', 'no network', { cause: { code: 'ENETUNREACH', syscall: 'write' } }],
	['ECONNREFUSED', 'a refused connection', {}],
	['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'an alert', { request: connected }],
	[
		...(['ECONNREFUSED', 'one of several addresses'] as const),
		{ cause: new AggregateError([connect('ECONNREFUSED'), { code: 'EPIPE' }]) },
	],
	['ECONNRESET', 'no errors at all', { cause: new AggregateError([]) }],
])('%s, %s after connecting: the request may have been sent', (code, _, cause) => {
	const { details } = createNetworkError(thrown({ code, ...cause }), redaction);

	expect(details).toEqual({ kind: 'unavailable', networkCode: code });
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
