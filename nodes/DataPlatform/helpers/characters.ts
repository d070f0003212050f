/** A cache of the plain form of each character. Its first entries are exceptions from NFKD. */
const PLAIN = new Map(
	// A character and its plain form. Arabic separators, minus signs and slashes are last.
	"ßss ıi ςσ æae œoe øo łl ´' `' ‘' ’' ′' ٬' ٫. \u2212- ﹣- －- \u2044/ \u2215/"
		.split(' ')
		.map(([character, ...plain]) => [character, plain.join('')]),
);

/** Soft hyphens, zero-width characters and direction marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const DASH = /[\u2010-\u2015]/;

/** Accents of European scripts. Marks of other scripts stay, because they make different letters. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Superscript and circled numbers, fractions, ™ and ℠ stay: `99²` isn't 992. */
const KEPT = /[\p{No}™℠]/u;

const DIGIT = /^\p{Nd}$/u;

/** A character that may have a plain form, with the combining marks or Korean letters that belong to it. */
export const CHARACTER_TO_FOLD =
	/[\u1100-\u115f]{1,3}[\u1160-\u11a7]{0,3}[\u11a8-\u11ff]{0,3}|(?:[^\t\n\r -_a-~]|[ -~](?=\p{M}))\p{M}{0,20}/gu;

/** Converts a character and its marks to lower case and plain letters: `É` to `e`, `ﬁ` to `fi`. */
export function foldCharacter(character: string): string {
	const known = PLAIN.get(character);
	if (known !== undefined) return known;
	const folded = fold(character);
	PLAIN.set(character, folded);
	return folded;
}

function fold(character: string): string {
	if (INVISIBLE.test(character)) return [...character].slice(1).map(foldCharacter).join('');
	if (DASH.test(character)) return '-';
	if (KEPT.test(character)) return character;
	const plain = character.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
	if (DIGIT.test(plain)) return String(toDigit(plain));
	return [...plain.toLowerCase()].map((part) => PLAIN.get(part) ?? part).join('');
}

/** In each script, the digits 0 to 9 follow each other. So the distance to the zero is the value. */
function toDigit(character: string): number {
	const code = character.codePointAt(0)!;
	let zero = code;
	while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
	return code - zero;
}

/** Returns text in lower case and ASCII digits, without accents, typographic or invisible characters. */
export function foldText(text: string): string {
	return text.replace(CHARACTER_TO_FOLD, foldCharacter).toLowerCase();
}

/**
 * Returns the source of a pattern that matches any of the words, the longest first. Words are grouped by
 * first character, because V8 tries alternatives in turn.
 */
export function toPatternSource(words: Iterable<string>): string {
	const byFirstCharacter = new Map<string, string[]>();
	for (const word of [...words].sort((a, b) => b.length - a.length)) {
		const rest = word.slice(1).replace(/[$./]/g, '\\$&');
		byFirstCharacter.set(word[0], [...(byFirstCharacter.get(word[0]) ?? []), rest]);
	}
	const branches = [...byFirstCharacter].map(([letter, rests]) => {
		return `${letter.replace('$', '\\$')}(?:${rests.join('|')})`;
	});
	return `(?:${branches.join('|')})`;
}
