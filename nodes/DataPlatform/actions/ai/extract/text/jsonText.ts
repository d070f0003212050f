import { parseJsonText } from '../../../../helpers/exactJson';

/** An escaped character, a quote that begins or ends a string, or a comma. */
const TOKEN = /\\(?:u[\da-f]{4}|.)|[",]/gi;

/**
 * Reads JSON as a person would: without escapes, and each member on a line of its own, because `[1,2]` has no 1.2. Any
 * other text stays.
 */
export function readJson(text: string): string {
	const isJson = /^\s*[[{]/.test(text) && typeof parseJsonText(text) === 'object';
	if (!isJson) return text;
	let isInString = false;
	return text.replace(TOKEN, (token) => {
		if (token.startsWith('\\')) return parseJsonText(`"${token}"`) as string;
		if (token === '"') isInString = !isInString;
		return token === ',' && !isInString ? ',\n' : token;
	});
}
