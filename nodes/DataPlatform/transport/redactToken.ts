import { isObject } from '../helpers/values';

const REPLACEMENT = '[token]';

/** Minimum length of a token that is replaced in successful responses. A shorter one may be a word. */
const MIN_LENGTH_IN_SUCCESS = 8;

/** Replaces the token in a text, or in the names and values of JSON. */
export type Hide = <Value>(value: Value) => Value;

/** What may follow a backslash in JSON in JSON, where it's written twice or as the code 5C. */
const ESCAPED = '(?:\\\\|u005[cC])';

/**
 * Creates a function that replaces the token as it is, and in each form in which JSON, or JSON in JSON, may
 * write it: every character may be escaped.
 */
export function createHide(token: string): Hide {
	const forms = new RegExp(createPattern(token), 'g');
	function hideText(text: string): string {
		// Without a backslash, nothing is escaped. A search by pattern would take longer for long responses.
		if (!text.includes('\\')) return text.replaceAll(token, REPLACEMENT);
		return text.replace(forms, REPLACEMENT);
	}

	function hide(value: unknown): unknown {
		if (typeof value === 'string') return hideText(value);
		if (Array.isArray(value)) return value.map(hide);
		if (!isObject(value)) return String(value) === token ? REPLACEMENT : value;
		const members = Object.entries(value);
		return Object.fromEntries(members.map(([name, member]) => [hideText(name), hide(member)]));
	}
	return hide as Hide;
}

/** Returns the function for successful responses, which keeps a short token. */
export function createHideInSuccess(token: string, hide: Hide): Hide {
	return token.length < MIN_LENGTH_IN_SUCCESS ? (value) => value : hide;
}

/** Each step matches a run of backslashes, or another character with the backslashes that escape it. */
function createPattern(token: string): string {
	const runs = token.match(/\\+|[^\\]/g)!;
	const steps = runs.map((run, index) => {
		if (run[0] === '\\') return `\\\\${ESCAPED}{${run.length - 1},}`;
		const code = run.charCodeAt(0).toString(16).padStart(4, '0');
		const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
		const character = `(?:u${digits}|\\u${code})`;
		const followsRun = index > 0 && runs[index - 1][0] === '\\';
		return followsRun ? character : `(?:\\\\${ESCAPED}*)?${character}`;
	});
	// A match begins where a run of backslashes begins, so that a long run is read only once.
	return `(?<!\\\\)${steps.join('')}`;
}
