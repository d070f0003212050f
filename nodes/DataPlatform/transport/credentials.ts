import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** The name of the credentials type. */
export const CREDENTIALS_TYPE = 'dataPlatformApi';

/** What a credential gives to a request. */
export interface Access {
	/** Scheme, host and path prefix, without a slash at the end. */
	baseUrl: string;
	headerName: string;
	token: string;
}

/** Why a value cannot be used; read behind its display name. */
type Reason = string;

/**
 * What a credential gives to a request, blanks around the values dropped.
 * @returns the reasons why it cannot be used instead, as one sentence that never quotes the token
 */
export function accessOf(
	data: ICredentialDataDecryptedObject | undefined,
): Access | { refusal: string } {
	const { baseUrl, token, headerName } = data ?? {};
	const reasons = Object.entries({
		'Base URL': refusedBaseUrl(baseUrl),
		'Developer Token': refusedToken(token),
		'Token Header': refusedHeaderName(headerName),
	});
	const refused = reasons.filter(([, reason]) => reason !== undefined);
	if (refused.length > 0) {
		return { refusal: refused.map(([name, reason]) => `'${name}' ${reason}`).join('; ') };
	}
	const { origin, pathname } = new URL(String(baseUrl).trim());
	return {
		baseUrl: origin + pathname.replace(/(?<!\/)\/+$/, ''),
		headerName: String(headerName).trim(),
		token: String(token).trim(),
	};
}

/** The Token Header of a new credential, which somebody has to put the word of the platform into. */
export const DEFAULT_HEADER_NAME = 'X-SERVICE-Developer-Token';

/** What else to say of a refused token when the Token Header is still the one of a new credential. */
export function placeholderAdvice(headerName: string): string[] {
	if (headerName !== DEFAULT_HEADER_NAME) return [];
	return [
		"Token Header still contains SERVICE: put your platform's word there (only the simulator takes it as it is).",
	];
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Visible ASCII and blanks inside: what every HTTP stack takes as a header's value.
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** The reason why a value is no address that paths can be appended to; undefined when it is one. */
function refusedBaseUrl(value: unknown): Reason | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') return 'is empty';
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'needs https:// (or http://) in front';
	if (!URL.canParse(text)) return 'is not an address';
	const { protocol, username, password } = new URL(text);
	if (protocol !== 'https:' && protocol !== 'http:') {
		return `must begin with https:// or http://, not with ${protocol}//`;
	}
	if (username || password) return 'must not hold a user name or a password';
	if (text.includes('?')) return 'must end before the question mark';
	return text.includes('#') ? 'must end before the # sign' : undefined;
}

/** The reason why a value is no name of an HTTP header; undefined when it is one. */
function refusedHeaderName(value: unknown): Reason | undefined {
	const isName = typeof value === 'string' && HEADER_NAME.test(value.trim());
	return isName ? undefined : 'is not the name of an HTTP header: letters, digits and hyphens';
}

/** The reason why a value cannot be sent as the token; undefined when it can. Never quotes it. */
function refusedToken(value: unknown): Reason | undefined {
	if (typeof value !== 'string' || value.trim() === '') return 'is empty';
	return HEADER_VALUE.test(value.trim())
		? undefined
		: 'holds a line break or another character that a header cannot carry: copy it again';
}
