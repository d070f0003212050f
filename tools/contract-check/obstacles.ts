import type { Answer } from './send.ts';
import { NoAnswer } from './send.ts';
import { TOKEN_VARIABLE } from './access.ts';

interface Known {
	meets: (answer: Answer) => boolean;
	words: string;
}

const KNOWN_ANSWERS: Known[] = [
	{
		meets: ({ status }) => status === 401 || status === 403,
		words: `The instance refuses the token. Check ${TOKEN_VARIABLE}, and with --header-name the name of the token header.`,
	},
	{
		meets: ({ status }) => status >= 300 && status < 400,
		words:
			'The address answers with a redirect. Give the address that answers itself as --base-url; redirects are not followed, so that the token stays there.',
	},
	{
		meets: ({ kind }) => kind === 'page',
		words:
			'The address answers with a web page, not with the API. Check --base-url; a sign-in page or a proxy may stand before the API.',
	},
	{
		meets: ({ status }) => status === 404 || status === 405,
		words: 'The address does not know the path of the function search. Check --base-url.',
	},
	{
		meets: ({ status, kind }) => (status === 400 || status === 422) && kind === 'json',
		words:
			'The instance refuses the first search. Which fields it sorts by is not documented: name one that it does with --sort-field.',
	},
];

const KNOWN_CODES: Array<[RegExp, string]> = [
	[
		/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/,
		'Nothing answers at the address. Check --base-url, and whether this machine can reach it.',
	],
	[
		/^(EPROTO|ERR_SSL_.*)$/,
		'The address does not speak https. Check whether --base-url needs http://.',
	],
	[
		/CERT|SELF_SIGNED|UNABLE_TO/,
		'The certificate of the address cannot be trusted. Check --base-url, or name your certificate authority in NODE_EXTRA_CA_CERTS.',
	],
	[/./, 'The connection broke before an answer came. Try again later.'],
];

/** Why nothing can be checked, and how to go on; undefined when the instance answers like an API. */
export function obstacleIn(outcome: Answer | NoAnswer): string | undefined {
	if (!(outcome instanceof NoAnswer)) {
		const words = KNOWN_ANSWERS.find(({ meets }) => meets(outcome))?.words;
		return words && `${words} (status ${outcome.status})`;
	}
	const [, words] = KNOWN_CODES.find(([codes]) => codes.test(outcome.code))!;
	return `${words} (${outcome.code})`;
}
