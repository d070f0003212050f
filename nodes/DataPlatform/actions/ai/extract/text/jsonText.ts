import { changeText, type Steps } from './steps';
import { parseJsonText } from '../../../../helpers/exactJson';

/** An escaped character, a quote that begins or ends a string, or a comma. */
const TOKEN = /\\(?:u[\da-f]{4}|.)|[",]/gi;
const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/**
 * Reads JSON as a person would: without escapes, and each member on a line of its own, because `[1,2]` has no 1.2. Any
 * other text stays.
 */
export function* readJson(text: string): Steps<string> {
	const isJson = /^\s*[[{]/.test(text) && typeof parseJsonText(text) === 'object';
	if (!isJson) return text;
	let isInString = false;
	const readToken = (token: string) => {
		if (token.startsWith('\\')) return readEscape(token);
		if (token === '"') isInString = !isInString;
		return token === ',' && !isInString ? ',\n' : token;
	};
	return yield* changeText(text, (part) => part.replace(TOKEN, readToken));
}

/** Returns the character for an escape such as `\n` or `\u00fc`. */
function readEscape([, kind, ...hex]: string): string {
	return kind === 'u' ? String.fromCharCode(parseInt(hex.join(''), 16)) : (ESCAPED[kind] ?? kind);
}
