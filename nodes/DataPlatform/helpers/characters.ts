/** Results of `foldCharacter`: a few replacements that Unicode's NFKD lacks, and a cache of all others. */
const FOLDED = new Map(
	// Each word is a character and its replacement. Arabic separators, minus signs and slashes are last.
	"ßss ıi ςσ æae œoe øo łl ´' `' ‘' ’' ′' ٬' ٫. \u2212- ﹣- －- \u2044/ \u2215/"
		.split(' ')
		.map(([character, ...plain]) => [character, plain.join('')]),
);

/** Soft hyphens, zero-width characters and direction marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const DASH = /[\u2010-\u2015]/;

/** Accents of European scripts. Marks of other scripts stay, because they make other letters (`か`, `が`). */
const ACCENTS = /[\u0300-\u036f]/g;

/** Superscript and circled numbers, fractions, ™ and ℠ stay unchanged. NFKD would turn `99²` into `992`. */
const NOT_FOLDED = /[\p{No}™℠]/u;

const DIGIT = /^\p{Nd}$/u;

/**
 * Matches what `foldCharacter` takes: a character that isn't ASCII, a backtick, a character with its
 * combining marks, or a Korean syllable that is written as separate letters.
 */
export const CHARACTER_TO_FOLD =
	/[\u1100-\u115f]{1,3}[\u1160-\u11a7]{0,3}[\u11a8-\u11ff]{0,3}|(?:[^\t\n\r -_a-~]|[ -~](?=\p{M}))\p{M}{0,20}/gu;

/** Converts a character and its marks to lower case and plain letters: `É` to `e`, `ﬁ` to `fi`. */
export function foldCharacter(character: string): string {
	const known = FOLDED.get(character);
	if (known !== undefined) return known;
	const folded = fold(character);
	FOLDED.set(character, folded);
	return folded;
}

function fold(character: string): string {
	if (INVISIBLE.test(character)) return [...character].slice(1).map(foldCharacter).join('');
	if (DASH.test(character)) return '-';
	if (NOT_FOLDED.test(character)) return character;
	const plain = character.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
	if (DIGIT.test(plain)) return String(toDigit(plain));
	return [...plain.toLowerCase()].map((part) => FOLDED.get(part) ?? part).join('');
}

/** Unicode lists the digits 0 to 9 of each script in a row. So the distance from the zero is the value. */
function toDigit(character: string): number {
	const code = character.codePointAt(0)!;
	let zero = code;
	while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
	return code - zero;
}

/** Returns text in lower case, without accents and invisible characters, with ASCII digits and hyphens. */
export function foldText(text: string): string {
	return text.replace(CHARACTER_TO_FOLD, foldCharacter).toLowerCase();
}

/**
 * Returns the source of a pattern that matches any of the words, preferably the longest. Escapes only `$`,
 * `.` and `/`. Groups words by first character for speed, because V8 tries alternatives one by one.
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
