interface NetworkFault {
	codes: RegExp;
	/** Whether it holds only while TLS is agreed upon: later the request may have arrived. */
	onlyInHandshake?: boolean;
	/** What it says about the request. */
	fault: 'notConnected' | 'notTrusted' | 'brokenOff';
	message: string;
	description: string;
}

/** Network codes, most telling first; whatever is not listed broke off on its way. */
const NETWORK_FAULTS: NetworkFault[] = [
	{
		codes: /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/,
		fault: 'notConnected',
		message: 'Nothing answers at the base URL',
		description: 'Check the Base URL in the credential, and whether n8n can reach that address.',
	},
	{
		codes: /^(EPROTO|ERR_SSL_.*)$/,
		onlyInHandshake: true,
		fault: 'notTrusted',
		message: 'The base URL does not speak https',
		description: 'Check in the credential whether the Base URL needs http:// instead of https://.',
	},
	{
		codes: /CERT|SELF_SIGNED|UNABLE_TO/,
		fault: 'notTrusted',
		message: 'The certificate of the base URL cannot be trusted',
		description:
			'Check the Base URL in the credential, and the certificate authorities that n8n trusts.',
	},
	{
		codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		fault: 'brokenOff',
		message: 'No answer came in time',
		description: 'Try again later, or raise the Timeout under Request Options.',
	},
	{
		codes: /^/,
		fault: 'brokenOff',
		message: 'The connection broke before an answer came',
		description: 'Try again later; if it stays, check the network between n8n and the platform.',
	},
];

/** The code of a request that was given up after its Timeout, as Node's HTTP clients have it. */
export const TIMED_OUT = 'ECONNABORTED';

/**
 * What a network code such as ECONNRESET means.
 * @param inHandshake whether TLS was not yet agreed upon
 */
export function networkFault(code: string, inHandshake = true): NetworkFault {
	const isMeant = ({ codes, onlyInHandshake }: NetworkFault) =>
		codes.test(code) && (inHandshake || !onlyInHandshake);
	return NETWORK_FAULTS.find(isMeant)!;
}

/**
 * Whether the HTTP client gave up while TLS was not yet agreed upon: not a byte of the request was sent
 * then. Where it does not tell, the request may have been.
 */
export function failedInHandshake({ request }: { request?: unknown }): boolean {
	const { socket } = (request ?? {}) as { socket?: { secureConnecting?: unknown } | null };
	return socket?.secureConnecting === true;
}
