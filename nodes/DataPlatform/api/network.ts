/** What a network failure says about the request. */
export type NetworkFault = 'notConnected' | 'notTrusted' | 'brokenOff';

interface KnownFault {
	codes: RegExp;
	fault: NetworkFault;
	message: string;
	howToGoOn: string;
}

/** Network codes, most telling first; whatever is not listed broke off on its way. */
const KNOWN: KnownFault[] = [
	{
		codes: /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/,
		fault: 'notConnected',
		message: 'Nothing answers at the base URL',
		howToGoOn: 'Check the Base URL in the credential, and whether n8n can reach that address.',
	},
	{
		codes: /^(EPROTO|ERR_SSL_.*)$/,
		fault: 'notTrusted',
		message: 'The base URL does not speak https',
		howToGoOn: 'Check in the credential whether the Base URL needs http:// instead of https://.',
	},
	{
		codes: /CERT|SELF_SIGNED|UNABLE_TO/,
		fault: 'notTrusted',
		message: 'The certificate of the base URL cannot be trusted',
		howToGoOn:
			'Check the Base URL in the credential, and the certificate authorities that n8n trusts.',
	},
	{
		codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		fault: 'brokenOff',
		message: 'No answer came in time',
		howToGoOn: 'Try again later, or raise the Timeout under Request Options.',
	},
];

const BROKEN_OFF: Omit<KnownFault, 'codes'> = {
	fault: 'brokenOff',
	message: 'The connection broke before an answer came',
	howToGoOn: 'Try again later; if it stays, check the network between n8n and the platform.',
};

/** What a network code such as ECONNRESET means. */
export function networkFault(code: string): Omit<KnownFault, 'codes'> {
	return KNOWN.find(({ codes }) => codes.test(code)) ?? BROKEN_OFF;
}
