const REPLACEMENT = '[token]';

/** Minimum length of a token that is replaced in successful responses. A shorter one may be a word. */
const MIN_LENGTH_IN_SUCCESS = 8;

/** Anything nested deeper is replaced as a whole. */
const MAX_DEPTH = 1000;

/** Replaces the token in a text, or in the names and values of JSON. */
export type Hide = <Value>(value: Value) => Value;

/**
 * Creates a function that replaces the token as it is, and in each form in which JSON, or JSON in JSON, may write it.
 * Each character may have backslashes before it, and may be its code. For example, `/` may be `\/`, `\u002f`, or in
 * JSON in JSON `\\u002f`. Its pattern is `(?:\\(?:\\|u005[cC]){0,})?(?:u002[fF]|\x2f)`.
 *
 * A token may also contain backslashes. In JSON, `a\b` may be `a\\b`, or `a\\\u0062` with the code of b. It doesn't
 * matter which of these backslashes escape something: the pattern of `\b` is at least one, and then b or its code.
 * @param token visible ASCII
 */
export function createHide(token: string): Hide {
	/** The characters, each with the token's backslashes before it. The last part may be only backslashes. */
	const parts = token.match(/\\+[^\\]?|[^\\]/g) ?? [];
	// A match begins where a run of backslashes begins, so that a long run is read only once. Tokens in a row are one
	// match, because one may end with a backslash.
	const anyForm = new RegExp(`(?<!\\\\)(?:${parts.map(matchPart).join('')})+`, 'g');

	function hideText(text: string): string {
		// Without a backslash, nothing is escaped. A search by pattern would take longer for long responses.
		if (!text.includes('\\')) return text.replaceAll(token, REPLACEMENT);
		return text.replace(anyForm, REPLACEMENT);
	}

	function hide(value: unknown, depth: number): unknown {
		if (typeof value === 'string') return hideText(value);
		if (typeof value !== 'object' || value === null) {
			return String(value) === token ? REPLACEMENT : value;
		}
		// Recursion into a much deeper response would overflow the stack.
		if (depth > MAX_DEPTH) return REPLACEMENT;
		if (Array.isArray(value)) return value.map((element) => hide(element, depth + 1));
		const members = Object.entries(value);
		return Object.fromEntries(
			members.map(([name, member]) => [hideText(name), hide(member, depth + 1)]),
		);
	}
	return <Value>(value: Value) => hide(value, 0) as Value;
}

/** Returns the function for successful responses, which keeps a short token. */
export function createHideInSuccess(token: string, hide: Hide): Hide {
	return token.length < MIN_LENGTH_IN_SUCCESS ? (value) => value : hide;
}

/** For example, the part `\b` becomes `\\(?:\\|u005[cC]){0,}(?:u006[22]|\x62)`. */
function matchPart(part: string): string {
	const backslashes = part.lastIndexOf('\\') + 1;
	const character = part.slice(backslashes);
	return matchBackslashes(backslashes) + (character && matchCharacter(character));
}

/**
 * Matches at least so many backslashes, because escaping only adds more. In JSON in JSON, each but the first may be
 * written as its code: `\u005c` has a backslash, and then the code of another one.
 */
function matchBackslashes(atLeast: number): string {
	if (atLeast === 0) return `(?:${matchBackslashes(1)})?`;
	return `\\\\(?:\\\\|u005[cC]){${atLeast - 1},}`;
}

function matchCharacter(character: string): string {
	const [high, low] = character.charCodeAt(0).toString(16);
	return `(?:u00${high}[${low}${low.toUpperCase()}]|\\x${high}${low})`;
}
