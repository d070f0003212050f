import type { Reply } from './send.ts';

/** What keeps the check from being made: what happened, and how to go on. */
export class Obstacle extends Error {}

/** The environment variable that holds the token, which must not be seen in a list of processes. */
export const TOKEN_VARIABLE = 'DATA_PLATFORM_TOKEN';

const KNOWN: Array<[meets: (reply: Reply) => boolean, words: string]> = [
	[
		({ status }) => status === 401 || status === 403,
		`The instance refuses the token. Check ${TOKEN_VARIABLE}, and with --header-name the name of the token header.`,
	],
	[
		({ status }) => status >= 300 && status < 400,
		'The address answers with a redirect. Give the address that answers itself as --base-url; redirects are not followed, so that the token stays there.',
	],
	[
		({ kind }) => kind === 'a web page',
		'The address answers with a web page, not with the API. Check --base-url; a sign-in page or a proxy may stand before the API.',
	],
	[
		({ status }) => status === 404 || status === 405,
		'The address does not know the path of the function search. Check --base-url.',
	],
	[
		({ status, kind }) => (status === 400 || status === 422) && kind === 'JSON',
		'The instance refuses the first search. Which fields it sorts by is not documented: name one that it does with --sort-field.',
	],
];

/** @throws Obstacle when the reply to the first probe shows that nothing can be checked */
export function throwObstacle(reply: Reply): void {
	const [, words] = KNOWN.find(([meets]) => meets(reply)) ?? [];
	if (words !== undefined) throw new Obstacle(`${words} (status ${reply.status})`);
}

/** What to do when no reply comes to the first probe, by the network's code, such as ECONNREFUSED. */
export function noReply(code: string): Obstacle {
	return new Obstacle(
		`No answer came from the address. Check --base-url (https:// or http://), whether this machine reaches it, and whether it trusts its certificate (NODE_EXTRA_CA_CERTS names further authorities); if all that is right, try again later. (${code})`,
	);
}
