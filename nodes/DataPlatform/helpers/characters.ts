/** Special replacements, such as `ss` for `ß`, and a cache of all other results of `foldCharacter`. */
const FOLDED = new Map(
	// Each word is a character and its replacement. Arabic separators, minus signs and slashes are last.
	"ßss ıi ςσ æae œoe øo łl ´' `' ‘' ’' ʼ' ′' ٬' ٫. \u2212- ﹣- －- \u2044/ \u2215/"
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
 * Matches what `foldCharacter` folds: a character outside ASCII, a backtick, or a character together with
 * its combining marks. The separate letters of a Korean syllable match as a whole.
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

/** Normalizes text for comparisons: `É – １２` becomes `e - 12`. Removes invisible characters. */
export function foldText(text: string): string {
	return text.replace(CHARACTER_TO_FOLD, foldCharacter).toLowerCase();
}

/**
 * Returns the source of a pattern that matches one of the words, the longest that fits. Words must not
 * begin with `.`, or contain special characters other than `$`, `.` and `/`. The pattern groups words by
 * first character for speed, because V8 tries alternatives one by one.
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
