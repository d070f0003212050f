import type { FailureMeaning } from './apiError';
import { RAISE_TIMEOUT } from './statusTable';

const CHECK_ADDRESS = "Check 'Base URL' in the credential, and whether n8n can reach it.";
const CHECK_NETWORK =
	'Try again later. If it keeps failing, check the network from n8n to the platform.';
const CHECK_CERTIFICATE =
	"Check 'Base URL' in the credential, or ask your n8n administrator about the certificate.";
const CHECK_SCHEME =
	"Check whether 'Base URL' in the credential needs http:// instead of https://.";
const ALLOW_HOST =
	"Check 'Base URL' and 'Allowed HTTP Request Domains' in the credential, or ask your n8n administrator to allow the host.";

type Exceptions = Partial<FailureMeaning>;

function unavailable(message: string, advice: string, more?: Exceptions): FailureMeaning {
	return { kind: 'unavailable', message, advice, ...more };
}

function invalid(message: string, advice: string, more?: Exceptions): FailureMeaning {
	return { kind: 'invalid', message, advice, ...more };
}

const BROKEN = unavailable('The connection broke before the response was complete', CHECK_NETWORK);
const UNREACHABLE = unavailable("The platform can't be reached", CHECK_ADDRESS);
const NO_TLS = unavailable("'Base URL' can't be reached over https", CHECK_SCHEME, {
	mayRetry: false,
});
const TIMEOUT = unavailable("The platform didn't respond in time", RAISE_TIMEOUT, {
	isTimeout: true,
});
const UNTRUSTED = invalid("The certificate isn't trusted", CHECK_CERTIFICATE);
/** The name server may have a problem, so it's also like an outage. */
const UNKNOWN_HOST = invalid("The host of 'Base URL' can't be found", CHECK_ADDRESS, {
	mayRetry: true,
	isOutage: true,
});

/** What the codes of network errors mean. Other codes mean that the connection failed or broke. */
const CODES: Partial<Record<string, FailureMeaning>> = {
	BLOCKED_BY_N8N: invalid('n8n blocked the request', ALLOW_HOST),
	ECONNABORTED: TIMEOUT,
	ENOTFOUND: UNKNOWN_HOST,
	ESOCKETTIMEDOUT: TIMEOUT,
	ETIMEDOUT: TIMEOUT,
	INCOMPLETE_RESPONSE: { kind: 'unexpectedResponse', mayRetry: true, advice: CHECK_NETWORK },
	UNKNOWN: unavailable('The request failed', CHECK_ADDRESS),
};

/** The codes of Node's certificate check (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const CERTIFICATE_CODES = `
	CERT_CHAIN_TOO_LONG CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REJECTED CERT_REVOKED
	CERT_SIGNATURE_FAILURE CERT_UNTRUSTED CRL_HAS_EXPIRED CRL_NOT_YET_VALID CRL_SIGNATURE_FAILURE
	DEPTH_ZERO_SELF_SIGNED_CERT ERROR_IN_CERT_NOT_AFTER_FIELD ERROR_IN_CERT_NOT_BEFORE_FIELD
	ERROR_IN_CRL_LAST_UPDATE_FIELD ERROR_IN_CRL_NEXT_UPDATE_FIELD ERR_TLS_CERT_ALTNAME_FORMAT
	ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED
	SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY UNABLE_TO_DECRYPT_CERT_SIGNATURE
	UNABLE_TO_DECRYPT_CRL_SIGNATURE UNABLE_TO_GET_CRL UNABLE_TO_GET_ISSUER_CERT
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE
`
	.trim()
	.split(/\s+/);

/** Whether a code is of the certificate check, which precedes the request. Alerts (ERR_SSL) may follow it. */
export function isCertificateError(code: string): boolean {
	return CERTIFICATE_CODES.includes(code);
}

/**
 * Returns what a network error means.
 * @param isBeforeRequest whether it occurred before anything of the request was sent
 */
export function findNetworkErrorMeaning(code: string, isBeforeRequest: boolean): FailureMeaning {
	const known = CODES[code];
	if (known) return known;
	if (isCertificateError(code)) return UNTRUSTED;
	if (!isBeforeRequest) return BROKEN;
	return code === 'EPROTO' || code.startsWith('ERR_SSL') ? NO_TLS : UNREACHABLE;
}
