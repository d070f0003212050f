/** Where the requests go and what opens the door. */
export interface Access {
	/** Scheme, host and path prefix, without a slash at the end. */
	baseUrl: string;
	headerName: string;
	token: string;
}

/** The environment variable that holds the token, which must not be seen in a list of processes. */
export const TOKEN_VARIABLE = 'DATA_PLATFORM_TOKEN';

/** What keeps the check from being made: what happened, and how to go on. */
export class Obstacle extends Error {}

/**
 * @param token the environment variable's value
 * @throws Obstacle that never quotes the token
 */
export function accessFrom(baseUrl: string, headerName: string, token: string | undefined): Access {
	if (!token?.trim()) {
		throw new Obstacle(
			`The developer token is missing. Put it into the environment variable ${TOKEN_VARIABLE} and run the same command again.`,
		);
	}
	if (!/^[\x20-\x7e]+$/.test(token.trim())) {
		throw new Obstacle(
			`${TOKEN_VARIABLE} holds a line break or another character that a header cannot carry. Copy the token again.`,
		);
	}
	if (!/^[\w!#$%&'*+.^`|~-]+$/.test(headerName)) {
		throw new Obstacle(
			'--header-name is not the name of an HTTP header. Write it as the platform names it, for example X-SERVICE-Developer-Token.',
		);
	}
	return { baseUrl: normalizedUrl(baseUrl), headerName, token: token.trim() };
}

function normalizedUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
	if (!isPlain || !/^https?:$/.test(url.protocol)) {
		throw new Obstacle(
			'--base-url is no address of an instance. Write it like https://your-instance.example.com, without a user name and without a question mark.',
		);
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
