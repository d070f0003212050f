/** HTML's names for those characters of a header's value that have one. */
const HTML_NAMES: Record<string, string> = {
	...{ '!': 'excl', '"': 'quot|QUOT', '#': 'num', $: 'dollar', '%': 'percnt', '&': 'amp|AMP' },
	...{ "'": 'apos', '(': 'lpar', ')': 'rpar', '*': 'ast|midast', '+': 'plus', ',': 'comma' },
	...{ '.': 'period', '/': 'sol', ':': 'colon', ';': 'semi', '<': 'lt|LT', '=': 'equals' },
	...{ '>': 'gt|GT', '?': 'quest', '@': 'commat', '[': 'lsqb|lbrack', '\\': 'bsol' },
	...{ ']': 'rsqb|rbrack', '^': 'Hat', _: 'lowbar|UnderBar', '`': 'grave|DiacriticalGrave' },
	...{ '{': 'lcub|lbrace', '|': 'verbar|vert|VerticalLine', '}': 'rcub|rbrace' },
};

// Every repetition has a bound, so that no text makes the pattern slow.
const MOST_BACKSLASHES = 8;
const PADDING = '(?:=|%3[dD]){0,2}';
const ANY_BACKSLASHES = `\\\\{0,${MOST_BACKSLASHES}}`;

/**
 * Finds a token in each form in which a service may echo it: the whole in base64, or each of its
 * characters as it is, behind backslashes, percent-encoded, as a character reference of HTML or as an
 * escape of JSON or JavaScript, whatever the others are.
 */
export function tokenPattern(token: string): RegExp {
	const [first, ...others] = [...token.matchAll(/\\+|[^\\]/g)].map(([part]) => part);
	const parts = [anyForm(first, ''), ...others.map((part) => anyForm(part, ANY_BACKSLASHES))];
	const base64 = [...Buffer.from(token).toString('base64').replace(/=/g, '')].map(inBase64);
	return new RegExp(`${parts.join('')}|${base64.join('')}${PADDING}`, 'g');
}

/**
 * Backslashes in a row are one part: how many of them stand there for one of the token is open.
 * @param before what may stand before it
 */
function anyForm(part: string, before: string): string {
	const [character] = part;
	if (character !== '\\') return oneOf([...encoded(part, before), before + literal(part)]);
	return `${oneOf([...encoded(character, ''), '\\\\'])}{1,${part.length * MOST_BACKSLASHES}}`;
}

function literal(character: string): string {
	return character === ' ' ? '[ +]' : character.replace(/[$()*+./?[\]^{|}-]/, '\\$&');
}

function encoded(character: string, before: string): string[] {
	const code = character.charCodeAt(0);
	const hex = [...code.toString(16).padStart(2, '0')].map(inAnyCase).join('');
	const names = Object.hasOwn(HTML_NAMES, character) ? [HTML_NAMES[character]] : [];
	return [
		`(?:%|${before}\\\\u0025)(?:25){0,3}${hex}`,
		`(?:&|%26|${before}\\\\u0026)(?:amp;){0,3}${oneOf([`#0{0,6}${code}`, `#[xX]0{0,6}${hex}`, ...names])};?`,
		`${before}\\\\(?:u00${hex}|x${hex}|u\\{0{0,4}${hex}\\})`,
	];
}

function inBase64(character: string): string {
	const urlSafe = { '+': '-', '/': '_' }[character];
	if (urlSafe === undefined) return character;
	return oneOf([urlSafe, anyForm(character, ANY_BACKSLASHES)]);
}

function inAnyCase(digit: string): string {
	return /\d/.test(digit) ? digit : `[${digit}${digit.toUpperCase()}]`;
}

function oneOf(alternatives: string[]): string {
	return `(?:${alternatives.join('|')})`;
}
